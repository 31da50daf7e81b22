import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saver {
  /// Deletes the objects' rows, all or none.
  package func delete(_ source: ObjectSource, in database: ScriptDatabase?) throws {
    guard source.count > 0 else { return }
    let context = try source.withObject(0) { $1 }
    if source.count == 1, context?.watchesDeleting != true { return try deleteOne(try source[0], in: database) }
    try (database ?? context?.database ?? session.databases.main).store().atomically {
      for place in 0..<source.count { try deleteOne(try source[place], in: database) }
    }
  }

  /// Deletes the row of the object that a value is, which stands above and is dropped.
  private func deleteOne(_ value: BorrowedValue, in database: ScriptDatabase?) throws {
    defer { value.drop() }
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(SavingError.noObject(found: value.value.described))
    }
    if object.isDraft {
      throw ScriptError(SavingError.draftCannotBeDeleted)
    }
    switch object.state {
    case .saved: break
    // The database never had it: there it is as if it were deleted.
    case .new: return
    case .deleted: throw ScriptError(SavingError.deletedAlready(entity: context.name))
    case .discarded: throw ScriptError(SavingError.draftWasDiscarded)
    case .embedded: throw object.partOfAnother(context)
    case .lent, .returned:
      throw ScriptError(SavingError.lentCannotBeDeleted)
    }
    _ = try context.database.store()
    try context.checkBelongs(to: database ?? context.database)
    try DeletionHooks(session: session).around(object, context) { try deleteRow(of: object, context) }
  }

  private func deleteRow(of object: LuaRowObject, _ context: ObjectContext) throws {
    let entity = try context.entity
    let key = try ObjectRows(session: session, stack: object.place.stack).findableKey(of: object, entity)
    let text = try context.text(.delete) { Delete($0).statement() }
    let store = try context.database.store()
    do {
      try store.run(RenderedSQL(text: text, bindings: key))
    } catch {
      throw referenced(error, context, entity, key)
    }
    object.state = .deleted
    context.database.journal.deleted(object)
    context.database.noteChangedRows(of: entity.name)
  }

  private func referenced(
    _ error: StoreError, _ context: ObjectContext, _ entity: Entity, _ key: [Value]
  ) -> ScriptError {
    guard case .constraint(let constraint) = error.kind, constraint.rule == .foreignKey else {
      return ScriptError(error)
    }
    let users = (try? Referrers(context: context).names(key: key)) ?? []
    return ScriptError(SavingError.stillReferred(entity: entity.name, key: entity.words(key: key), users: users))
  }
}

extension ObjectRows {
  /// The key by which the row of an object is found to be changed or deleted.
  ///
  /// - Throws: where NULL is in it: SQLite lets tables of other programs have such rows, and no statement finds them.
  func findableKey(of object: LuaRowObject, _ entity: Entity) throws -> [Value] {
    let key = try savedKey(of: object, entity)
    guard !key.contains(.null) else {
      throw ScriptError(SavingError.keyIsNull(entity: entity.name, table: entity.table))
    }
    return key
  }
}
