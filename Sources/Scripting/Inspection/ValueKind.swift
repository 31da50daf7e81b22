import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

/// What a value of a script is, for those who ask about it without running anything.
package enum ValueKind: Sendable {
  case entity(Entity)
  case request(Entity)
  case list(Entity)
  case object(Entity)
  case groups
  case database
  case other
}

extension Session {
  /// What a value is; no code of the script runs.
  package func nature(of value: LuaValue) -> ValueKind {
    guard case .userdata(let userdata) = value else { return .other }
    if let handle = userdata.object(as: EntityHandle.self) { return .entity(handle.model.entity) }
    if let request = userdata.object(as: RequestHandle.self) { return .request(request.context.model.entity) }
    if userdata.object(as: GroupHandle.self) != nil { return .groups }
    if userdata.object(as: ScriptDatabase.self) != nil { return .database }
    let stack = lua.stack
    stack.push(value)
    defer { stack.pop(1) }
    if let context = stack.rowObject(-1)?.context(as: ObjectContext.self) { return .object(context.model.entity) }
    if let context = stack.rowList(-1)?.context(as: ObjectContext.self) { return .list(context.model.entity) }
    return .other
  }

  /// The columns of groups: what they are made by, and what is counted of each; nil where the value is something else.
  package func groupColumns(of value: LuaValue) throws -> (keys: [String], values: [Field])? {
    guard let groups = value.userdata?.object(as: GroupHandle.self) else { return nil }
    let fields = try groups.entity.fields
    return (fields.prefix(groups.keyCount).map(\.name), Array(fields.dropFirst(groups.keyCount)))
  }

  /// What a value is, for messages: `a table`, `the text 'x'`.
  package func described(_ value: LuaValue) -> String { value.described }

  /// The entity of that name as a value of the language.
  package func entity(named name: String) -> LuaValue? {
    guard let model = context.entities.model(name) else { return nil }
    lua.stack.push(EntityHandle(model, database: nil), as: context.types.entity)
    defer { lua.stack.pop(1) }
    return lua.stack.value(-1)
  }

  /// The names of the methods that a script added to the objects of an entity.
  package func addedMethods(of entity: Entity) -> [String] {
    context.entities.model(entity.name)?.methods.entries().compactMap { $0.0.text }.sorted() ?? []
  }

  /// The names of the scopes that a script added to an entity and its requests.
  package func scopes(of entity: Entity) -> [String] {
    context.entities.model(entity.name)?.scopes.names ?? []
  }
}
