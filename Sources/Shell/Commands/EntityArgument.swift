import LuaRuntime
import Model
import Schema
import Scripting

extension Runner {
  /// The entity that is the argument of a command: by its name, or by that of its table.
  func entity(_ name: String, for command: String) throws -> (value: LuaValue, entity: Entity) {
    guard !name.isEmpty else { throw CommandError.noEntity(command) }
    let entities = session.context.entities.catalog.entities
    let close = entities.first { $0.table == name } ?? entities.first { $0.name.isSame(name) || $0.table.isSame(name) }
    if let entity = session.context.entities.catalog[name] ?? close,
      let value = session.entity(named: entity.name)
    {
      return (value, entity)
    }
    // Whatever else it is, it may be an entity in another variable.
    if case .entity(let entity) = session.nature(of: session.lua.global(name)) {
      return (session.lua.global(name), entity)
    }
    throw CommandError.unknownEntity(command, name, among: entities.map(\.name))
  }
}
