import LuaRuntime
import Schema

extension Entity {
  /// The same entity, with fields that follow what another definition of it asks of their values.
  ///
  /// Objects that were loaded before an entity was defined anew keep their fields; what they may hold is what the
  /// present definition says.
  func withRules(of present: Entity) -> Entity {
    if self == present { return self }
    var result = self
    for slot in fields.indices {
      guard let other = present.field(fields[slot].name), other.holdsTheSame(as: fields[slot]) else { continue }
      result.fields[slot].tests = other.tests
      result.fields[slot].isRequired = other.isRequired
    }
    result.rules = present.rules.filter { rule in
      rule.meaning?.fieldsOfRow?.allSatisfy { field($0) != nil && present.field($0)?.type == field($0)?.type } ?? false
    }
    for slot in transients.indices {
      guard let other = present.transients.first(where: { $0.name == transients[slot].name }),
        other.holdsTheSame(as: transients[slot])
      else { continue }
      result.transients[slot].tests = other.tests
      result.transients[slot].isRequired = other.isRequired
    }
    return result
  }
}

extension Field {
  /// Whether values of both are stored alike, so that a test means the same of both.
  fileprivate func holdsTheSame(as other: Field) -> Bool {
    type == other.type && column == other.column && scale == other.scale && precision == other.precision
      && bits == other.bits && keepsScale == other.keepsScale
      && choices == other.choices && isStoredAsNumber == other.isStoredAsNumber
      && (encoder == nil) == (other.encoder == nil)
  }
}

extension ObjectContext {
  /// A function of the entity as it was when its objects were loaded, or as it is now.
  func function(_ hook: ScriptHook) -> LuaFunction? {
    model.functions[hook] ?? session.entities.model(name)?.functions[hook]
  }
}
