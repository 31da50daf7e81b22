import LuaRuntime
import Schema

/// All entities of a session, as they were written: relations are tied together when they are first needed.
package final class EntityRegistry {
  unowned let session: SessionContext
  package private(set) var catalog = Catalog()
  private(set) var models: [String: EntityModel] = [:]
  /// Those that were replaced: objects of theirs may still be in use, and know them by address only.
  private(set) var formerModels: [EntityModel] = []
  /// Grows with every definition, so that what was derived from the catalog knows its age.
  package private(set) var version = 0
  /// The entities that wait for one that they extend.
  var pendingEntities: [PendingEntity] = []
  /// The entities that refer to one which is not there yet: how many columns that takes is not known.
  var entitiesBeforeTargets: [(reader: EntityReader, handle: EntityHandle)] = []
  /// The entities that are kept in the table of one that they extend.
  var sharingEntities: [PendingEntity] = []
  /// Those of plain rows, by their columns.
  var plainModels: [[String]: EntityModel] = [:]
  private(set) lazy var methodKeeper = makeMethodKeeper()
  /// Pushes the request that a scope makes of the entity or request at the first argument; the room of requests sets it.
  package var callScope: (_ name: String, _ function: LuaFunction, LuaCall) throws -> Int = { _, _, _ in 0 }

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// The names of all entities, in the order of their definition.
  package var names: [String] { catalog.names }

  package func model(_ name: String) -> EntityModel? { models[name] }

  /// Makes an entity known, replacing one of its name, and returns its model.
  @discardableResult
  package func define(
    _ definition: EntityDefinition, former: EntityModel? = nil, parent: EntityModel? = nil
  ) -> EntityModel {
    let model = EntityModel(definition, former: former, parent: parent, session: session)
    catalog.define(definition.entity)
    if let former = models.updateValue(model, forKey: definition.entity.name) { formerModels.append(former) }
    version += 1
    return model
  }

  /// Makes the entities known that were made of tables, each by a name and of a table of its own.
  func define(reflected entities: [Entity]) -> [EntityModel] {
    catalog.define(reflected: entities)
    version += 1
    return entities.map { entity in
      let model = EntityModel(EntityDefinition(entity: entity), former: nil, parent: nil, session: session)
      if let former = models.updateValue(model, forKey: entity.name) { formerModels.append(former) }
      return model
    }
  }

  /// Notes that tables were made or changed: relations may have their links elsewhere.
  package func noteTables() { version += 1 }

  /// Forgets the entities that were made of the tables of a file that is open no more.
  package func forgetReflected() {
    for entity in catalog.entities where entity.isReflected {
      models[entity.name] = nil
      let value = session.lua.global(entity.name)
      if let handle = value.userdata?.object(as: EntityHandle.self), handle.model.entity == entity {
        session.lua.setGlobal(entity.name, .nil)
      }
    }
    catalog = Catalog(catalog.entities.filter { !$0.isReflected })
    version += 1
  }

  /// Forgets an entity that nothing refers to, and its variable.
  package func forget(_ name: String) {
    guard let model = models.removeValue(forKey: name) else { return }
    formerModels.append(model)
    if session.lua.global(name).userdata?.object(as: EntityHandle.self)?.model === model {
      session.lua.setGlobal(name, .nil)
    }
    catalog = Catalog(catalog.entities.filter { $0.name != name })
    version += 1
  }

  /// Forgets what waits for entities that will not come.
  package func forgetPending() {
    pendingEntities = []
    entitiesBeforeTargets = []
    sharingEntities = []
  }
}

extension SessionContext {
  /// All entities of the session.
  package var entities: EntityRegistry { part(EntityRegistry.self) }
}
