import LuaRuntime

/// The value that says NULL where `nil` cannot be written.
package final class NullValue: Sendable {
  static let shared = NullValue()

  /// The value as a script has it: one and the same in all of a session.
  func value(_ session: SessionContext) -> LuaValue {
    session.lua.stack.push(self, as: session.types.null)
    defer { session.lua.stack.pop(1) }
    return session.lua.stack.value(-1)
  }
}
