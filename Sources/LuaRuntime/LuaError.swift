import CLua

/// An error that was raised in Lua, or is to be.
///
///     throw LuaError("the list is empty")   // report.lua:3: the list is empty
///
/// Thrown out of a host function with words only, it gets the place of the caller in front.
/// Not more sendable than its state: both belong to one thread.
package struct LuaError: Error, @unchecked Sendable {
  package enum Kind: Sendable {
    case runtime, syntax, memory, interrupted, timeLimit
  }

  package var kind: Kind
  /// The error value, unchanged.
  package var value: LuaValue
  /// What the error value says.
  package var message: String
  /// The calls under way when it was raised, if it was raised in Lua.
  package var traceback: String?
  /// Whether the place of the caller is still to be added.
  var needsPlace = false

  /// An error in words, raised at the place that calls the host function.
  package init(_ message: String) {
    kind = .runtime
    value = .string(message)
    self.message = message
    needsPlace = true
  }

  package init(kind: Kind = .runtime, value: LuaValue, message: String, traceback: String? = nil) {
    self.kind = kind
    self.value = value
    self.message = message
    self.traceback = traceback
  }

  /// Where the message says that it happened: `("report.lua", 3)` for `report.lua:3: …`.
  package var position: (source: String, line: Int)? { LuaPosition.read(from: message) }
}

extension LuaError: CustomStringConvertible {
  package var description: String { message }
}

extension LuaError.Kind {
  init(status: Int32) {
    switch status {
    case LUA_ERRSYNTAX: self = .syntax
    case LUA_ERRMEM: self = .memory
    case Int32(SLUA_STATUS_INTERRUPTED): self = .interrupted
    case Int32(SLUA_STATUS_TIME_LIMIT): self = .timeLimit
    default: self = .runtime
    }
  }

  /// Whether the script was stopped from outside.
  package var isInterruption: Bool { self == .interrupted || self == .timeLimit }
}

/// Whether the text only has to go on: a syntax error at its end.
package func isIncomplete(_ error: LuaError) -> Bool {
  error.kind == .syntax && error.message.hasSuffix("<eof>")
}
