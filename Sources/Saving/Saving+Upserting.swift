import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saving {
  /// The slots by which the row of a new object is looked for; nil where it cannot be there, for want of a value.
  func target(of object: LuaRowObject, _ tied: ResolvedEntity) throws -> SaveOptions.Target? {
    let target = try options.target(in: tied.entity)
    let cannotTell = target.needed.isEmpty && target.index == nil
    return cannotTell || target.needed.contains { !object.isGiven($0) } ? nil : target
  }

  /// The slots that were given: at first, or by `before_save`, which found these held.
  func given(of object: LuaRowObject, _ tied: ResolvedEntity, atFirst: [Int], heldBefore: [Int]) -> [Int] {
    tied.entity.fields.indices.filter { slot in
      guard object.holds(slot) else { return false }
      return atFirst.contains(slot) || object.isChanged(slot) || !heldBefore.contains(slot)
    }
  }

  /// Inserts the row of a new object, or updates what was given of the row that is there.
  mutating func upsert(
    _ object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity, given: [Int],
    target: SaveOptions.Target
  ) throws {
    let slots = writtenSlots(object, tied)
    let values = try tested(slots, object, context, tied)
    // An object that has the key of a row keeps it.
    let updated = given.filter { !target.slots.contains($0) && !tied.keySlots.contains($0) }
    if !failures.isEmpty { return outcomes.append(.same) }
    let text = try context.text(.upsert(slots, on: target, given: updated)) {
      try context.upsert($0, slots: slots, target: target, updated: updated)
    }
    do {
      let row = try answer(RenderedSQL(text: text, bindings: values), tied.entity)
      if row.count == 0, tied.entity.sharing == nil { throw StoreError(.leftOut(table: tied.entity.table), sql: text) }
      if row.count == 0 { throw otherKind(context, tied.entity, target.needed, slots, values) }
      checkSetOnce(given, slots, values, row, tied.entity)
      outcomes.append(.upserted(row))
    } catch let error as StoreError {
      throw try Conflict(context: context, database: database).error(
        for: error, values: Dictionary(uniqueKeysWithValues: zip(slots, values)))
    }
  }

  /// Refuses other values for what is set once, and was.
  private mutating func checkSetOnce(
    _ given: [Int], _ slots: [Int], _ values: [Value], _ row: RowBuffer, _ entity: Entity
  ) {
    for (slot, value) in zip(slots, values) where entity.fields[slot].isReadonly && given.contains(slot) {
      let (field, stored) = (entity.fields[slot], row.value(0, slot))
      guard stored != value else { continue }
      let message = UnfitValue.wasSetTo(stored: field.words(stored: stored)).message
      failures.append(Failure(entity: entity.name, field: field.name, value: .nil, message: message))
    }
  }

  /// The error for a row that is there, but as a row of another entity in the table.
  private func otherKind(
    _ context: ObjectContext, _ entity: Entity, _ target: [Int], _ slots: [Int], _ values: [Value]
  ) -> ScriptError {
    let names = target.map { entity.fields[$0].name }.joined(separator: ", ")
    let shown = target.compactMap { slot in slots.firstIndex(of: slot).map { (slot, values[$0]) } }
      .map { slot, value in entity.fields[slot].words(stored: value) }.joined(separator: ", ")
    let field = target.first.map { entity.fields[$0].name } ?? ""
    return ScriptError(
      SavingError.existsAsAnother(
        entity: context.name, fields: names, values: shown, owner: entity.name, field: field))
  }

  /// The values of these slots; tests that they fail are added to the failures.
  mutating func tested(
    _ slots: [Int], _ object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity
  ) throws -> [Value] {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack, isWriting: true)
    let rows = ObjectRows(session: session, stack: stack)
    let values = try slots.map { slot in
      let value = try rows.value(slot, of: object, tied.entity)
      try value.withCell { cell in try validation.check(slot, cell, of: object) }
      return value
    }
    try validation.checkRules { slot in slots.firstIndex(of: slot).map { values[$0] } }
    try validation.checkTransients(of: object)
    failures += validation.failures
    return values
  }

  /// Makes the object show the row that it became.
  func settle(_ object: LuaRowObject, _ row: RowBuffer) {
    guard row.count > 0 else { return }
    object.isQueued = false
    database.journal.remember(object)
    Objects(session).show(row, in: object, slots: row.columnCount)
    object.forgetChanges()
    object.state = .saved
  }
}

extension ObjectContext {
  /// The statement that inserts a row, or updates the one that is there.
  package func upsert(
    _ entity: Entity, slots: [Int], target: SaveOptions.Target, updated: [Int]
  ) throws -> SQL {
    let create = try CreateTable(entity, catalog: catalog, dialect: database.dialect())
    let index = try target.index.map { try create.conflictTarget(of: $0) }
    return Upsert(entity).statement(slots: slots, target: target.slots, index: index, updated: updated)
  }
}
