import CLua

extension LuaState {
  /// Tells the collector of memory that hangs on a Lua object without being Lua's: it collects as if Lua had taken it.
  ///
  /// Without this, a loop that fetches large lists and drops them would look to Lua like a few small objects.
  package func account(forBytes bytes: Int) {
    // Small amounts come with Lua objects of their own, which drive the collector anyway.
    guard bytes >= 1 << 18 else { return }
    slua_account(stack.pointer, Int32(clamping: bytes >> 10))
  }
}
