import LuaRows
import LuaRuntime
import Schema

/// Fills the fields of new objects that were not given.
package struct Defaults {
  package let session: SessionContext
  package let context: ObjectContext
  package let stack: LuaStack

  package init(session: SessionContext, context: ObjectContext, stack: LuaStack) {
    self.session = session
    self.context = context
    self.stack = stack
  }

  /// An explicit NULL stays; only what is absent is filled.
  package func fill(_ object: LuaRowObject, _ tied: ResolvedEntity) throws {
    for slot in tied.defaultSlots where !object.holds(slot) {
      guard let value = try value(slot, for: object, tied) else { continue }
      object.hold(slot, value)
      value.drop()
    }
  }

  /// The default of a field, above; nil, and nothing, where it has none.
  package func value(_ slot: Int, for object: LuaRowObject, _ tied: ResolvedEntity) throws -> BorrowedValue? {
    let value = object.place.newValue()
    if try set(value, to: slot, for: object, tied) { return value }
    value.drop()
    return nil
  }

  private func set(
    _ value: BorrowedValue, to slot: Int, for object: LuaRowObject, _ tied: ResolvedEntity
  ) throws -> Bool {
    let field = tied.slots[slot].field
    switch field.defaultValue {
    case nil: return false
    case .value(let stored)?:
      try stored.withCell { try FieldCoding(session).set(value, to: $0, as: field, of: tied.entity) }
    case .uuid?: value.become(randomUUID())
    case .function(let hook)?:
      guard let function = context.model.functions[hook] else { return false }
      // `default = os.time`: what is no function of Lua knows nothing of objects.
      let arguments = function.definition == nil ? [] : [object.place.value]
      value.become(try function.call(arguments).first ?? .nil)
      do {
        try FieldCoding(session).normalize(value, for: tied.slots[slot])
      } catch let refusal as CastError {
        throw Objects(session).refused(refusal, field, tied.entity, value.value)
      }
    }
    return true
  }
}
