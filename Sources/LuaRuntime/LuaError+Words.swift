extension LuaError {
  static var closed: LuaError { LuaError("the Lua state is closed") }
  static var stackOverflow: LuaError { LuaError("stack overflow") }
  static var noState: LuaError { LuaError(kind: .memory, value: .nil, message: "not enough memory for a Lua state") }
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
