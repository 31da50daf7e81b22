import LuaRuntime

/// The value that says NULL where `nil` cannot be written.
package final class NullValue: Sendable {
  package static let shared = NullValue()

  /// Makes the value that scripts of a session have: one and the same in all of it.
  package func install(in session: SessionContext) {
    session.null = session.lua.makeUserdata(self, as: session.types.null)
  }
}
