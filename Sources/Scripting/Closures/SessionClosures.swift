import ClosureSQL
import LuaRuntime
import Query
import Schema

/// What the reading of closures must know of a session: its objects, and the functions that scripts gave entities.
final class SessionClosures: ClosureHost {
  private let context: ObjectContext
  private var session: Session { context.session }

  init(_ context: ObjectContext) {
    self.context = context
  }

  func method(_ name: String, of entity: String) -> LuaValue {
    var methods = session.model(entity)?.methods
    while let table = methods {
      let method = table[name]
      if !method.isNil { return method }
      // What is not among them is the parent's.
      methods = table.metatable?["__index"].table
    }
    return .nil
  }

  func watchesReading(of entity: String) -> Bool { session.model(entity)?.hooks.afterLoad != nil }

  func decimal(_ object: LuaUserdata) -> DecimalNumber? { object.object(as: DecimalValue.self)?.number }

  /// `decimal "0.10"` is a value; with a table it would be a field.
  func isPure(_ function: LuaFunction) -> Bool {
    session.constructors.contains { $0.name == "decimal" && $0.function.isSame(as: function) }
  }

  func key(_ object: LuaUserdata) -> (entity: String, key: Value)? {
    let stack = session.lua.stack
    stack.push(reference: object)
    defer { stack.pop(1) }
    guard let row = stack.rowObject(-1), let owner = row.context(as: ObjectContext.self), row.state == .saved,
      owner.database === context.database
    else { return nil }
    let hooks = owner.model.hooks
    guard hooks.equals == nil, hooks.equalFields.isEmpty,
      let key = try? ObjectRows(session: session, stack: stack).savedKey(of: row, owner.model.entity), key.count == 1
    else { return nil }
    return (owner.name, key[0])
  }
}

extension ObjectContext {
  /// What its closures are read for.
  func closureWorld() throws -> ClosureTranslator.World {
    ClosureTranslator.World(
      entity: try entity, catalog: try catalog, dialect: try database.dialect(), host: SessionClosures(self))
  }
}
