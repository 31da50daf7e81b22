import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Values that the database makes: columns that it computes, defaults that only it can tell.
extension Saving {
  /// The slots that a new row is given: not those that the database computes, or fills by default.
  func writtenSlots(_ object: LuaRowObject, _ tied: ResolvedEntity) -> [Int] {
    tied.entity.fields.indices.filter { slot in
      if slot == tied.automaticKeySlot { return object.isGiven(slot) }
      let field = tied.entity.fields[slot]
      return !field.isGenerated && (!field.isFilledByDatabase || object.holds(slot))
    }
  }

  /// Inserts the row of a new object, and takes over what the database made of it.
  mutating func insertAnswering(_ object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity) throws {
    try flush()
    let slots = writtenSlots(object, tied)
    let values = try tested(slots, object, context, tied)
    if !failures.isEmpty { return outcomes.append(.same) }
    let text = try context.text(.insertAnswering(slots)) { Insert($0).answeringStatement(slots: slots) }
    do {
      let row = try answer(RenderedSQL(text: text, bindings: values), tied.entity)
      if row.count == 0 { throw StoreError(.leftOut(table: tied.entity.table), sql: text) }
      outcomes.append(.upserted(row))
    } catch let error as StoreError {
      throw try Conflict(context: context, database: database).error(
        for: error, values: Dictionary(uniqueKeysWithValues: zip(slots, values)))
    }
  }

  /// The whole row that a statement wrote, as it reads; none where nothing was written.
  ///
  /// SQLite answers a real without a fraction as the integer that its file holds.
  func answer(_ statement: RenderedSQL, _ entity: Entity) throws -> RowBuffer {
    let row = try database.store().rows(statement)
    guard row.count > 0 else { return row }
    for (slot, field) in entity.fields.enumerated() where field.storage == .real && row[0, slot].kind == .integer {
      row[0, slot] = Cell(Double(row[0, slot].integer))
    }
    return row
  }

  /// Whether the database may make something else of what a new object holds.
  func isRewritten(_ object: LuaRowObject, _ tied: ResolvedEntity) -> Bool {
    !tied.triggeredSlots.isEmpty || tied.rewrittenSlots.contains { object.holds($0) }
  }

  /// Makes an object that was written show what the database computed, and what it made of the values that were
  /// written; the slots of that.
  func showGenerated(_ object: LuaRowObject, written: [Int]) -> [Int] {
    guard let context = object.context(as: ObjectContext.self), let tied = try? context.tied() else { return [] }
    let rewritten = tied.rewrittenSlots.filter { written.contains($0) && !tied.triggeredSlots.contains($0) }
    let slots = tied.generatedSlots + tied.triggeredSlots + rewritten
    guard !slots.isEmpty, let row = try? generatedValues(slots, object, context, tied), row.count > 0 else { return [] }
    return slots.enumerated().compactMap { column, slot in
      if object.lacks(slot) { return nil }
      let field = tied.entity.fields[slot]
      guard let value = try? FieldCoding(session).borrowed(row[0, column], as: field, of: tied.entity, on: stack) else {
        return nil
      }
      object.hold(slot, value)
      value.drop()
      return slot
    }
  }

  private func generatedValues(
    _ slots: [Int], _ object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity
  ) throws -> RowBuffer {
    let rows = ObjectRows(session: session, stack: stack)
    let columns = slots.map { SQL.name(tied.entity.fields[$0].column) }.joined(by: ", ")
    let conditions = try tied.keySlots.map { slot -> SQL in
      "\(name: tied.entity.fields[slot].column) = \(try rows.value(slot, of: object, tied.entity))"
    }
    return try database.store().rows(.select(columns, from: tied.entity.table, where: conditions))
  }
}
