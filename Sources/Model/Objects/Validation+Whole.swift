import LuaRows
import Schema

extension Validation {
  /// Tests everything that an object holds, and the rules over it, as saving it would.
  package mutating func checkAll(of object: LuaRowObject) throws {
    let entity = tied.entity
    let rows = ObjectRows(session: session, stack: stack)
    let pending = PendingParents(session: session, stack: stack).relations(of: object, entity)
    for slot in entity.fields.indices
    where !object.lacks(slot) && !Self.isFilledWhenSaved(slot, object, entity, pending) {
      do {
        let value = try rows.takenValue(slot, of: object, entity)
        try value.withCell { cell in try check(slot, cell, of: object) }
        try checkDocument(slot, of: object)
      } catch let refusal as CastError {
        add(refusal.failures(of: entity.fields[slot], entity))
      }
    }
    try checkRules { slot in
      let isKnown = !object.lacks(slot) && !Self.isFilledWhenSaved(slot, object, entity, pending)
      return isKnown ? try? rows.takenValue(slot, of: object, entity) : nil
    }
    try checkTransients(of: object)
  }

  /// Whether saving gives the field a value: its default, or the key of a related object that is saved with it.
  private static func isFilledWhenSaved(
    _ slot: Int, _ object: LuaRowObject, _ entity: Entity, _ pending: [Relation]
  ) -> Bool {
    let field = entity.fields[slot]
    let isFilled = field.defaultValue != nil || field.isFilledByDatabase || field.isGenerated
    if object.state == .new, isFilled, !object.holds(slot) { return true }
    return pending.contains { $0.columns.contains(field.column) }
  }
}
