import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What functions of the script do with the rows that are there: they fill new columns, and renew old documents.
extension Migration {
  /// Fills new columns, and writes those of another type as that has them.
  func fill(_ plan: SchemaPlan) throws {
    for filling in plan.fillings where filling.way == .byDefault {
      try forEachSlot(of: filling) { try fillByDefault($0, of: $1) }
    }
    try rewriteByType(plan)
  }

  private func fillByDefault(_ slot: Int, of context: ObjectContext) throws {
    let tied = try context.tied()
    let stack = session.lua.stack
    let defaults = Defaults(session: session, context: context, stack: stack)
    try rewrite(slot, of: context) { object, cell in
      guard cell.isNull, let value = try defaults.value(slot, for: object, tied) else { return nil }
      return try FieldCoding(session).storedValue(of: tied.entity.fields[slot], from: value)
    }
  }

  /// What the new type does not take stays, and is refused when the rows are looked at: a named step may mend it.
  private func rewriteByType(_ slot: Int, of context: ObjectContext) throws {
    let field = try context.entity.fields[slot]
    guard field.isRewrittenByType else { return }
    try rewrite(slot, of: context) { _, cell in
      guard cell.kind == .text, case .value(let value) = field.stored(.text(cell.bytes)) else { return nil }
      return value == cell.value ? nil : value
    }
  }

  /// Writes the documents of entities that are of another version now as they are read, so that SQL finds what they say.
  func bringUpToDate(_ versions: [SchemaPlan.Version]) throws {
    let names = Set(versions.map(\.entity).filter { session.entities.model($0)?.hooks.migrate != nil })
    if names.isEmpty { return }
    for entity in session.entities.catalog.entities where !entity.isReflected && !entity.isAbstract {
      guard let context = session.entities.model(entity.name)?.context(in: database) else { continue }
      for (slot, field) in entity.fields.enumerated() where field.encoder == nil && field.decoder == nil {
        guard let document = field.document, !Embedding(session).entities(in: document.kind).isDisjoint(with: names)
        else {
          continue
        }
        try bringUpToDate(slot, of: context)
      }
    }
  }

  private func bringUpToDate(_ slot: Int, of context: ObjectContext) throws {
    let tied = try context.tied()
    let field = tied.entity.fields[slot]
    let stack = session.lua.stack
    try rewrite(slot, of: context) { _, cell in
      if cell.isNull { return nil }
      let read = try Embedding(session).reading(.rowUnseen) {
        try FieldCoding(session).borrowed(cell, as: field, of: tied.entity, on: stack)
      }
      let value = try FieldCoding(session).storedValue(of: field, from: read)
      return value == cell.value ? nil : value
    }
  }

  /// Writes what named steps have put into columns of another type as that has it.
  func rewriteByType(_ plan: SchemaPlan) throws {
    for filling in plan.fillings where filling.way == .byType {
      try forEachSlot(of: filling) { try rewriteByType($0, of: $1) }
    }
  }

  /// Calls `body` with the slot that is filled, of each entity that has it.
  func forEachSlot(of filling: SchemaPlan.Filling, _ body: (Int, ObjectContext) throws -> Void) throws {
    for context in contexts(of: filling.table) {
      guard let slot = try context.entity.fields.firstIndex(where: { $0.column == filling.column }) else { continue }
      try body(slot, context)
    }
  }

  /// The declared entities whose rows are in a table.
  private func contexts(of table: String) -> [ObjectContext] {
    session.entities.catalog.entities.compactMap { entity in
      guard !entity.isReflected, !entity.isAbstract, FoldedName(entity.table) == FoldedName(table) else { return nil }
      return session.entities.model(entity.name)?.context(in: database)
    }
  }

  /// Gives a column of each row the value that `value` makes of the row; nil leaves it.
  private func rewrite(
    _ slot: Int, of context: ObjectContext, _ value: (LuaRowObject, Cell) throws -> Value?
  ) throws {
    let tied = try context.tied()
    let entity = tied.entity
    // Written once all rows were read: a scan must not meet what it changes.
    let changed = RowBuffer(columnCount: 1 + tied.keySlots.count)
    func stored(_ slot: Int, _ object: LuaRowObject) -> Value {
      object.cell(slot).map { $0.load(as: Cell.self).value } ?? .null
    }
    try OwnRows(context).forEach { object in
      do {
        let cell = object.cell(slot)?.load(as: Cell.self) ?? .null
        guard let new = try value(object, cell) else { return true }
        changed.append([new] + tied.keySlots.map { stored($0, object) })
      } catch let refusal as CastError {
        throw Objects(session).refused(refusal, entity.fields[slot], entity, .nil)
      }
      return true
    }
    if changed.count == 0 { return }
    let store = try database.store()
    do {
      try store.runMany(Update(entity).statement(slots: [slot]).rendered(for: store.dialect).text, changed) { _, _ in }
    } catch {
      throw explained(error, entity.table)
    }
  }
}

extension Field {
  /// Whether what its column had before it was of this type is written as this has it.
  var isRewrittenByType: Bool { isVerifiedWhenRead && decoder == nil }

  /// What is wrong with a value that is to be one of this type; nil where it is one, or can be written as one.
  ///
  /// Of a moment with more digits than the field has, the texts of others would not compare as times.
  func misfit(of cell: Cell) -> String? {
    if cell.isNull || fallback != nil { return nil }
    let value = "the stored value \(cell.value.excerpt)"
    guard cell.kind == .text else { return "\(value) is no \(type.name)" }
    guard case .refused(let expected) = stored(.text(cell.bytes)) else { return nil }
    return readsMoment(cell) ? "\(value) is not \(expected)" : "\(value) is no \(type.name)"
  }
}
