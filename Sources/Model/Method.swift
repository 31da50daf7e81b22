import LuaRuntime

/// One method of a type of the language: its name, what `.help` says of it, and what it does.
package struct Method: Sendable {
  package let name: String
  package let summary: String
  package let example: String
  /// How many arguments it takes at most; nil where it looks at all that it is given.
  let maximum: Int?
  /// Whether it is about the rows of a request, so that a condition would have to come before it.
  private(set) var isOfRows = false
  /// Whether a member of the same name hides it.
  package private(set) var givesWay = false
  /// Whether its object has more to say about surplus arguments than how many it takes.
  private(set) var judgesItself: @Sendable (LuaCall) -> Bool = { _ in false }
  package typealias Body = @Sendable (SessionContext, LuaCall) throws -> Int
  private(set) var body: Body

  package init(
    _ name: String, takes maximum: Int? = nil, _ summary: String, _ example: String,
    body: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.maximum = maximum
    self.body = body
  }

  /// The same method, for the rows of a request.
  package func ofRows() -> Method {
    var result = self
    result.isOfRows = true
    return result
  }

  /// The same method with something done around what it does.
  package func doing(_ around: (@escaping Body) -> Body) -> Method {
    var result = self
    result.body = around(body)
    return result
  }

  /// The same method, which a member of the same name hides.
  package func givingWay() -> Method {
    var result = self
    result.givesWay = true
    return result
  }

  /// The same method, which looks at surplus arguments itself where `isFor` its object.
  package func judgingItself(_ isFor: @escaping @Sendable (LuaCall) -> Bool) -> Method {
    var result = self
    result.judgesItself = isFor
    return result
  }

  /// The method as a function of Lua.
  func function(_ session: SessionContext) -> HostFunction {
    let body = body
    // The object comes before the arguments.
    let limit = maximum.map { $0 + 1 } ?? .max
    let databases = session.databases
    return { [unowned session, unowned(unsafe) databases] call in
      if call.argumentCount > limit { try checkArguments(call) }
      let count = try body(session, call)
      // What the method committed is told once it is done, and its objects are what they became.
      if databases.haveNews { try databases.tellObservers() }
      return count
    }
  }

  /// The methods as a table of functions.
  package static func table(_ methods: [Method], _ session: SessionContext) -> LuaTable {
    session.lua.table(of: HostFunctions(methods.map { ($0.name, $0.function(session)) }))
  }
}
