import CLua

/// What references need of a state, and may outlive it.
///
/// A reference holds this object and not the state: a host function that keeps a reference would
/// otherwise keep its own state alive.
final class LuaCore {
  /// The C side; nil once the state is closed.
  var host: OpaquePointer?

  /// Valid while `host` is.
  unowned(unsafe) var state: LuaState?

  /// The host functions that live as long as the state.
  var functions: [HostBody] = []

  /// How a Swift error becomes a Lua value.
  var encodeError: (any Error, LuaCall) -> LuaValue = { error, call in
    .string(call.place(level: 1) + "\(error)")
  }

  /// Makes what a promise is about.
  var fulfil: (LuaPromise, LuaStack) throws -> Void = { _, _ in }

  /// The coroutine that runs now; nil once the state is closed.
  var current: LuaStack? {
    guard let host, let pointer = slua_current(host) else { return nil }
    return LuaStack(pointer: pointer)
  }

  /// The core of the state that a coroutine belongs to.
  static func of(_ pointer: OpaquePointer) -> LuaCore {
    Unmanaged<LuaCore>.fromOpaque(slua_owner(pointer)).takeUnretainedValue()
  }
}
