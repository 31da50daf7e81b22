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
    for filling in plan.fillings {
      for context in contexts(of: filling.table) {
        guard let slot = try context.entity.fields.firstIndex(where: { $0.column == filling.column }) else { continue }
        switch filling.way {
        case .byDefault: try fillByDefault(slot, of: context)
        case .byType: try rewriteByType(slot, of: context)
        }
      }
    }
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

  /// What the new type does not take stays, and is refused when the rows are looked at.
  private func rewriteByType(_ slot: Int, of context: ObjectContext) throws {
    let field = try context.entity.fields[slot]
    guard field.isVerifiedWhenRead, field.decoder == nil else { return }
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
