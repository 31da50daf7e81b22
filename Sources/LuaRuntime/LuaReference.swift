import CLua

/// A value that stays in Lua, kept alive until the reference is gone.
///
/// It may outlive its state; then it reads as `nil`.
package class LuaReference {
  let core: LuaCore
  let key: Int32

  /// Takes the value off the top of the stack.
  init(core: LuaCore, taking stack: LuaStack) {
    self.core = core
    key = luaL_ref(stack.pointer, slua_registry_index())
  }

  deinit {
    guard let host = core.host else { return }
    luaL_unref(slua_main(host), slua_registry_index(), key)
  }

  /// Whether the state still exists.
  package var isAlive: Bool { core.host != nil }

  /// The address that tells two values apart, as in `table: 0x55…`.
  package var pointer: UnsafeRawPointer? {
    guard let stack = core.current else { return nil }
    push(to: stack)
    defer { stack.pop(1) }
    return stack.rawPointer(-1)
  }

  package func isSame(as other: LuaReference) -> Bool {
    self === other || (core === other.core && pointer == other.pointer)
  }

  package func push(to stack: LuaStack) {
    lua_rawgeti(stack.pointer, slua_registry_index(), lua_Integer(key))
  }

  /// Runs `body` with room on the stack, and clears up what it leaves there.
  func withStack<R, E: Error>(_ body: (LuaStack) throws(E) -> R) throws(E) -> R? {
    guard let stack = core.current, stack.ensure(8) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    return try body(stack)
  }
}
