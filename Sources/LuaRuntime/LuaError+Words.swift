extension LuaError {
  static var closed: LuaError { LuaError("the Lua state is closed") }
  static var stackOverflow: LuaError { LuaError("stack overflow") }
  static var noState: LuaError { LuaError(kind: .memory, value: .nil, message: "not enough memory for a Lua state") }
  static var lengthIsNoInteger: LuaError { LuaError("object length is not an integer") }
  package static var tooManyCalls: LuaError { LuaError("too many functions call each other") }

  static func badSelf(function: String, _ words: String) -> LuaError {
    LuaError("calling '\(function)' on bad self (\(words))")
  }

  static func badArgument(_ number: Int, function: String, _ words: String) -> LuaError {
    LuaError("bad argument #\(number) to '\(function)' (\(words))")
  }

  /// What an argument should have been, and is.
  static func words(expected: String, got: String) -> String { "\(expected) expected, got \(got)" }

  static var noTimer: LuaError { LuaError("no timer is left for the time limit") }

  static func words(for kind: Kind) -> String {
    switch kind {
    case .interrupted: return "interrupted"
    case .timeLimit: return "time limit reached"
    case .memory: return "not enough memory"
    case .runtime, .syntax: return "error"
    }
  }
}
