import LuaRuntime
import Schema

extension EntityRegistry {
  /// What keeps a method that a script adds: `function Player.methods:title() … end`.
  ///
  /// - Throws: `ScriptError` for a name that objects have already: their own methods must go on working, and a field is
  ///   found before a method.
  func makeMethodKeeper() -> LuaFunction {
    session.lua.function(named: "methods") { [unowned session] call in
      guard let methods = call.value(1).table else { return 0 }
      if call.kind(2) == .string, let name = call.string(2), !call.isNil(3),
        let entity = methods.metatable?["entity"].text
      {
        try session.entities.checkMethod(name, of: entity, call)
      }
      methods[call.value(2)] = call.value(3)
      return 0
    }
  }

  private func checkMethod(_ name: String, of entity: String, _ call: LuaCall) throws {
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    if let method = session.types.methods(of: "object").first(where: { $0.name == name && !$0.givesWay }) {
      throw ScriptError(
        EntityError.methodOfObjects(entity: entity, name: name, example: method.example), at: position)
    }
    // The columns of keys are read as fields are.
    guard let known = catalog[entity], known.field(name) != nil || known.objectMemberNames.contains(name) else {
      return
    }
    throw ScriptError(EntityError.methodIsField(entity: entity, name: name), at: position)
  }
}
