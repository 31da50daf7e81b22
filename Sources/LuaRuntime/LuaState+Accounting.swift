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

  /// Lets the limit of memory hold for all that this process holds for scripts: rows and the database's own memory, too.
  ///
  /// Of one state at a time, until it is closed.
  package func shareMemoryLimit() {
    if memoryLimit != nil { slua_share_budget(host) }
  }

  /// Throws where what was made for a script goes beyond the limit, and collecting garbage does not help.
  ///
  /// Loops of the host ask it: while they work, nothing is refused.
  package func checkMemory() throws(LuaError) {
    guard slua_is_out_of_memory(host) else { return }
    let words = LuaError.words(for: .memory)
    throw LuaError(kind: .memory, value: .string(words), message: words)
  }
}

/// Memory that the host holds for a script for a while, counted as if it were Lua's.
package final class HeldMemory {
  private let lua: LuaState
  private var bytes = 0

  package init(_ lua: LuaState) {
    self.lua = lua
  }

  /// Counts so many bytes more; false where they are too many.
  package func take(_ count: Int) -> Bool {
    bytes += count
    slua_hold(count)
    return !slua_is_out_of_memory(lua.host)
  }

  /// Counts them no more.
  package func giveBack() {
    slua_hold(-bytes)
    bytes = 0
  }
}
