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

  /// The same for what comes often and is small, of which the collector hears when it is enough to be worth it.
  ///
  /// An object of some bytes for Lua may keep a list as it was: without this, a loop of edits left 12 KB of garbage each.
  package func account(forSmallBytes bytes: Int) {
    smallBytes += bytes
    guard smallBytes >= 1 << 18 else { return }
    account(forBytes: smallBytes)
    smallBytes = 0
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
    if slua_is_out_of_memory(host) { throw .noMemory }
  }

  /// Throws where so many bytes more would go beyond the limit: before the host makes what is large.
  package func checkRoom(for bytes: Int) throws(LuaError) {
    guard hasRoom(for: bytes) else { throw .noMemory }
  }

  /// A state that is closed has no limit any more.
  fileprivate func hasRoom(for bytes: Int) -> Bool { core.host.map { slua_has_room($0, bytes) } ?? true }
}

extension LuaError {
  /// What a script gets that asked for too much.
  package static var noMemory: LuaError {
    let words = words(for: .memory)
    return LuaError(kind: .memory, value: .string(words), message: words)
  }
}

/// Memory that the host holds for a script for a while, counted as if it were Lua's.
package final class HeldMemory {
  /// What is counted may hang on an object of the state itself.
  private unowned let lua: LuaState
  private var bytes = 0
  /// Whether there was no room for something.
  package private(set) var isRefused = false

  package init(_ lua: LuaState) {
    self.lua = lua
  }

  deinit { giveBack() }

  /// Counts so many bytes more; false, and nothing, where they are too many.
  package func take(_ count: Int) -> Bool {
    if isRefused { return false }
    guard lua.hasRoom(for: count) else {
      isRefused = true
      return false
    }
    bytes += count
    slua_hold(count)
    return true
  }

  /// Counts so many bytes in place of those before; false, and as before, where they are too many.
  package func become(_ count: Int) -> Bool {
    isRefused = false
    guard count < bytes else { return take(count - bytes) }
    slua_hold(count - bytes)
    bytes = count
    return true
  }

  /// Notes that the system has no memory; false.
  package func refuse() -> Bool {
    isRefused = true
    return false
  }

  /// Throws where there was no room for something.
  package func check() throws(LuaError) {
    if isRefused { throw .noMemory }
  }

  /// Counts them no more.
  package func giveBack() {
    slua_hold(-bytes)
    bytes = 0
  }
}
