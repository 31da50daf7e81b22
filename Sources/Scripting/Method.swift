import LuaRuntime

/// One method of a type of the language: its name, what `.help` says of it, and what it does.
package struct Method: Sendable {
  package let name: String
  package let summary: String
  package let example: String
  let body: @Sendable (Session, LuaCall) throws -> Int

  init(
    _ name: String, _ summary: String, _ example: String, body: @escaping @Sendable (Session, LuaCall) throws -> Int
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.body = body
  }

  /// The methods as the functions of a host type.
  static func functions(_ methods: [Method], _ session: Session) -> HostFunctions {
    HostFunctions(
      methods.map { method in
        let body = method.body
        return (
          method.name,
          { [unowned session] call in
            let count = try body(session, call)
            // What the method committed is told once it is done, and its objects are what they became.
            if session.isObserved { try session.tellObservers() }
            return count
          }
        )
      })
  }

  /// The methods as a table of functions.
  static func table(_ methods: [Method], _ session: Session) -> LuaTable {
    let table = session.lua.makeTable()
    for (name, function) in functions(methods, session).entries {
      table[name] = .function(session.lua.function(named: name, function))
    }
    return table
  }
}
