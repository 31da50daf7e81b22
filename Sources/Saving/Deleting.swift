import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saver {
  /// Deletes the objects' rows, all or none.
  package func delete(_ source: ObjectSource, _ stack: LuaStack, in database: ScriptDatabase?) throws {
    guard source.count > 1 else {
      if source.count == 1 { try deleteOne(source, 0, stack, in: database) }
      return
    }
    source.push(0)
    let own = stack.rowObject(-1)?.context(as: ObjectContext.self)?.database
    stack.pop(1)
    try (database ?? own ?? session.databases.main).store().atomically {
      for place in 0..<source.count { try deleteOne(source, place, stack, in: database) }
    }
  }

  private func deleteOne(_ source: ObjectSource, _ place: Int, _ stack: LuaStack, in database: ScriptDatabase?) throws {
    source.push(place)
    defer { stack.pop(1) }
    guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(.argument, "an object of an entity was expected, not \(stack.value(-1).described)")
    }
    if object.isDraft {
      throw ScriptError(.state, "a draft cannot be deleted: discard() it, or delete what it was made of")
    }
    switch object.state {
    case .saved: break
    case .new: throw ScriptError(.state, "this \(context.name) is not saved: there is nothing to delete")
    case .deleted: throw ScriptError(.state, "this \(context.name) was deleted already")
    case .discarded: throw ScriptError(.state, "this draft was discarded")
    case .embedded: throw object.partOfAnother(context)
    case .lent, .returned:
      throw ScriptError(.state, "a row that a function tests cannot be deleted: fetch() the rows first")
    }
    _ = try context.database.store()
    try context.checkBelongs(to: database ?? context.database)
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
    return ScriptError(
      .constraint,
      "\(entity.name) \(entity.words(key: key)) cannot be deleted: rows of"
        + " \(users.joined(separator: " or ")) still refer to it",
      [("entity", .string(LuaString(entity.name)))])
  }
}
