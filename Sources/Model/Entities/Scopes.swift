import LuaRuntime
import Schema

/// The words that a script adds to an entity, to its requests and to the relations that lead to it.
///
///     function Player.scopes:adults(age) return self:where { age = is.at_least(age or 18) } end
///     team.players:adults(21):count()
package final class Scopes {
  private unowned let session: SessionContext
  private let entity: String
  private var functions: [String: LuaFunction] = [:]
  /// What a script calls: the functions with a request of their own before them.
  private var callables: [String: LuaFunction] = [:]
  /// Those of the entity that is extended.
  var parent: Scopes?
  /// What a script assigns them to: `Player.scopes`.
  private(set) lazy var table = makeTable()

  init(of entity: String, _ session: SessionContext) {
    self.entity = entity
    self.session = session
  }

  /// All names, those of the entity that is extended among them.
  package var names: [String] { Set(functions.keys).union(parent?.names ?? []).sorted() }

  /// What a script calls by this name; nil where there is no such scope.
  package func callable(_ name: String) -> LuaFunction? {
    guard let function = functions[name] else { return parent?.callable(name) }
    if let known = callables[name] { return known }
    let callable = session.lua.closure(named: name) { [unowned session] call in
      try session.entities.callScope(name, function, call)
    }
    callables[name] = callable
    return callable
  }

  private func makeTable() -> LuaTable {
    let metatable = session.lua.makeTable()
    metatable["__newindex"] = .function(
      session.lua.closure(named: "scopes") { [unowned self] call in
        try keep(call)
        return 0
      })
    metatable["__index"] = .function(
      session.lua.closure(named: "scopes") { [unowned self] call in
        call.push(call.value(2).text.flatMap { callable($0) }.map { .function($0) } ?? .nil)
        return 1
      })
    metatable["__metatable"] = .string("scopes")
    // The table itself stays empty, so that no assignment to it goes unseen.
    let table = session.lua.makeTable()
    table.setMetatable(metatable)
    return table
  }

  /// Keeps a scope, or forgets one that becomes nil.
  private func keep(_ call: LuaCall) throws {
    let value = call.value(3)
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    let name = session.lua.describe(call.value(2))
    guard call.value(2).text != nil, value.isNil || value.function != nil else {
      throw ScriptError(
        EntityError.scopeIsNoFunction(entity: entity, name: name, found: value.described), at: position)
    }
    if let example = exampleOfWord(name) {
      throw ScriptError(EntityError.scopeNameTaken(entity: entity, name: name, example: example), at: position)
    }
    callables[name] = nil
    functions[name] = value.function
  }

  /// How a word is used that entities or requests have already.
  private func exampleOfWord(_ name: String) -> String? {
    if ["methods", "scopes", "name"].contains(name) { return "\(entity).\(name)" }
    let methods = session.types.methods(of: "request") + session.types.methods(of: "entity")
    return methods.first { $0.name == name }?.example
  }
}
