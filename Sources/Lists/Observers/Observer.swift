import LuaRuntime

/// Something that a function of a script wants to know of: what it is now, and whether a commit changed it.
package class Observer {
  let function: LuaFunction
  var isEnded = false
  /// Whether it began in a transaction that is still open: what it knows may be undone.
  var isUncertain = false

  init(_ function: LuaFunction) {
    self.function = function
  }

  /// What it is, for reports: `Player.name`.
  var subject: String { "" }

  /// The tables that it depends on, in lower case.
  func tables() throws -> Set<String> { [] }

  /// Reads anew: the arguments of the function (new, old) when there is a change, else nil.
  func changes() throws -> [LuaValue]? { nil }
}
