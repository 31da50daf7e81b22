import LuaRuntime
import Query
import Schema

/// An entity as a value of Lua, in the main database or in another (`Player:on(other)`).
package final class EntityHandle {
  private var known: EntityModel
  private let database: ScriptDatabase?

  package init(_ model: EntityModel, database: ScriptDatabase?) {
    known = model
    self.database = database
  }

  /// Another one once an entity that it extends is there, or once others share its table.
  package var model: EntityModel { known.current }

  /// The one that was asked for last: it is asked for whenever an object is made.
  private var latest: ObjectContext?

  package var context: ObjectContext {
    if let latest, latest.model.isCurrent { return latest }
    let context = model.context(in: database ?? model.session.databases.main)
    latest = context
    return context
  }

  /// An entity makes objects when it is called, answers its own methods, and those of a request for all its rows.
  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__call": { [unowned session] call in
        guard let handle = call.object(1, as: EntityHandle.self) else { return 0 }
        try Objects(session).makeObject(handle.context, values: 2, call)
        return 1
      },
      "__index": { call in
        guard let handle = call.object(1, as: EntityHandle.self), let name = call.string(2) else { return 0 }
        call.push(try handle.member(name))
        return 1
      },
      "__newindex": { call in
        guard let handle = call.object(1, as: EntityHandle.self) else { return 0 }
        throw ScriptError(EntityError.isAnEntity(entity: handle.model.entity.name))
      },
      "__tostring": { call in
        call.returning("entity \(call.object(1, as: EntityHandle.self)?.model.entity.name ?? "")")
      },
    ]
  }

  package func checkHasTable() throws(ScriptError) {
    if model.hasTable { return }
    throw ScriptError(EntityError.isAbstract(entity: model.entity.name))
  }

  /// What is no method.
  private func member(_ name: String) throws -> LuaValue {
    if name == "methods" { return .table(model.methods) }
    if name == "scopes" { return .table(model.scopes.table) }
    if let scope = model.scopes.callable(name) { return .function(scope) }
    if name == "name" { return .string(LuaString(model.entity.name)) }
    if name == "update" || name == "delete" {
      throw ScriptError(EntityError.concernsAllRows(entity: model.entity.name, method: name))
    }
    if model.entity.objectMemberNames.contains(name) {
      throw ScriptError(EntityError.fieldOfObjects(entity: model.entity.name, field: name))
    }
    let names = model.session.types.methods(of: "entity").map(\.name) + ["update", "delete"] + model.scopes.names
    throw ScriptError(EntityError.noMethod(entity: model.entity.name, name: name, known: names))
  }
}

extension LuaCall {

  package func entity(_ index: Int = 1) throws -> EntityHandle {
    if let entity = object(index, as: EntityHandle.self) { return entity }
    throw ScriptError(EntityError.noEntity(found: value(index).described))
  }
}

extension HostTypes {
  package var entity: LuaHostType { self["entity"] }
}
