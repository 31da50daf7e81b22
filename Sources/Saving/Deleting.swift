import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saver {
  /// Deletes the objects' rows, all or none.
  package func delete(_ source: ObjectSource, _ stack: LuaStack, in database: ScriptDatabase?) throws {
    guard source.count > 0 else { return }
    source.push(0)
    let context = stack.rowObject(-1)?.context(as: ObjectContext.self)
    let own = context?.database
    stack.pop(1)
    if source.count == 1, context?.watchesDeleting != true { return try deleteOne(source, 0, stack, in: database) }
    try (database ?? own ?? session.databases.main).store().atomically {
      for place in 0..<source.count { try deleteOne(source, place, stack, in: database) }
    }
  }

  private func deleteOne(_ source: ObjectSource, _ place: Int, _ stack: LuaStack, in database: ScriptDatabase?) throws {
    source.push(place)
    defer { stack.pop(1) }
    guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(SavingError.noObject(found: stack.value(-1).described))
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
    try DeletionHooks(session: session).around(object, context) { try deleteRow(of: object, context, stack) }
  }

  private func deleteRow(of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = try context.entity
    let key = try ObjectRows(session: session, stack: stack).savedKey(of: object, entity)
    let text = try context.text(.delete) { Delete($0).statement() }
    let store = try context.database.store()
    do {
      try store.run(RenderedSQL(text: text, bindings: key))
    } catch {
      throw referenced(error, context, entity, key)
    }
    object.state = .deleted
    context.database.journal.deleted(object)
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
