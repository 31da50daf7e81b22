import LuaRuntime
import Query
import Schema
import Store

extension EntityRegistry {
  /// Makes entities of the tables of a database; an entity that a script defined keeps its own definition.
  package func reflect(_ database: ScriptDatabase) throws {
    for model in define(reflected: try undeclared(in: database)) { publish(model) }
  }

  /// Makes entities of the tables that a statement has made in the session's database, or made other ones.
  ///
  /// An entity that is what its table says stays; objects of one that is another now go on working.
  package func follow(_ statement: String, in database: ScriptDatabase) throws {
    guard SchemaStatement.is(statement), database === session.databases.main else { return }
    for entity in try undeclared(in: database) where catalog[entity.name] != entity {
      let former = model(entity.name)
      let model = define(EntityDefinition(entity: entity), former: former)
      former?.become(model)
      publish(model)
    }
  }

  /// The entities that the tables of a database are, but for those that a script has defined.
  private func undeclared(in database: ScriptDatabase) throws -> [Entity] {
    let declared = catalog.entities.filter { !$0.isReflected }
    let (names, taken) = (Set(declared.map(\.name)), Set(declared.map(\.table)))
    return Reflection(try database.tables()).entities().filter { !names.contains($0.name) && !taken.contains($0.table) }
  }

  private func publish(_ model: EntityModel) {
    let handle = EntityHandle(model, database: nil)
    publish(session.lua.makeUserdata(handle, as: session.types.entity), as: model.entity.name)
  }

  /// Makes an entity a global, unless the script has given the name to something else.
  package func publish(_ value: LuaValue, as name: String) {
    switch session.lua.global(name) {
    case .nil: session.lua.setGlobal(name, value)
    case .userdata(let userdata) where userdata.object(as: EntityHandle.self) != nil: session.lua.setGlobal(name, value)
    default: break
    }
  }
}
