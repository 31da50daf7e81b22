import LuaRuntime
import Testing

@Suite("Accounting")
struct AccountingTests {
  private let state: LuaState
  private let lives = Lives()

  init() throws { state = try LuaState() }

  /// Sets the global `kept` to a function that holds an object of the host, and lets it grow old.
  private func keep() throws {
    let object = Tracked(lives)
    state.setGlobal("kept", .function(state.closure { _ in withExtendedLifetime(object) { 0 } }))
    try run("collectgarbage() collectgarbage()", in: state)
    #expect(lives.count == 1)
  }

  @Test(arguments: ["incremental", "generational"])
  func `What grew old and was dropped is collected when the host holds as much as Lua has`(mode: String) throws {
    try run("collectgarbage '\(mode)'", in: state)
    try keep()
    try run("kept = nil", in: state)
    let held = HeldMemory(state)
    #expect(held.take(4 << 20))
    state.account(forBytes: 4 << 20)
    #expect(lives.count == 0)
  }

  @Test
  func `What the host took and gave back makes the collector look at what is new only`() throws {
    // More than other tests on this thread may have left held.
    try run("large = {} for i = 1, 400000 do large[i] = {} end", in: state)
    try keep()
    // What Lua has of its own grew since it began, which it goes through once more.
    try run("collectgarbage 'step'", in: state)
    try run("kept = nil", in: state)
    for _ in 0..<64 {
      let held = HeldMemory(state)
      #expect(held.take(1 << 20))
      held.giveBack()
      state.account(forBytes: 1 << 20)
    }
    #expect(lives.count == 1)
  }

  @Test
  func `Garbage goes bit by bit under a limit, and by what is new without`() throws {
    let mode = "return collectgarbage 'generational'"
    #expect(try run(mode, in: state) == ["generational"])
    let limited = try LuaState(memoryLimit: 64 << 20)
    #expect(try run(mode, in: limited) == ["incremental"])
    limited.memoryLimit = nil
    #expect(try run(mode, in: limited) == ["generational"])
  }

  @Test
  func `Lists of Lua that are larger than what the host takes are not gone through each time`() throws {
    try run("large = {} for i = 1, 200000 do large[i] = {} end", in: state)
    try keep()
    try run("kept = nil", in: state)
    let held = HeldMemory(state)
    #expect(held.take(1 << 20))
    state.account(forBytes: 1 << 20)
    #expect(lives.count == 1)
    for _ in 0..<32 {
      #expect(held.take(1 << 20))
      state.account(forBytes: 1 << 20)
    }
    #expect(lives.count == 0)
  }
}
