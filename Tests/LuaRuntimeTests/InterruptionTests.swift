import CLua
import LuaRuntime
import Testing

@Suite("Interruptions")
struct InterruptionTests {
  @Test
  func `This library's handlers and finalizers can be reached`() throws {
    let state = try LuaState()
    #expect(slua_reaches_handlers(state.interruptionTarget))
    #expect(isWhole(state))
  }

  @Test(
    "A time limit ends a script, and the state stays whole", arguments: HostileScript.loops + HostileScript.libraries)
  func timeLimit(script: HostileScript) throws {
    let state = try LuaState(memoryLimit: 256 << 20)
    #expect(failure(of: script.text, in: state, timeLimit: 0.05)?.kind == .timeLimit)
    #expect(isWhole(state))
  }

  @Test(
    "Another thread ends a script, and the state stays whole", arguments: HostileScript.loops + HostileScript.libraries)
  func interruption(script: HostileScript) throws {
    let state = try LuaState(memoryLimit: 256 << 20)
    let error = interrupting(state, after: 30_000) { failure(of: script.text, in: state) }
    #expect(error?.kind == .interrupted)
    #expect(isWhole(state))
  }

  @Test
  func `The message says where the script was stopped`() throws {
    let state = try LuaState()
    let error = failure(of: "local x = 1\nwhile true do end", in: state, timeLimit: 0.02)
    #expect(error?.message == "test:2: time limit reached")
    #expect(error?.position?.line == 2)
  }

  @Test
  func `Nothing can be interrupted outside of an entry`() throws {
    let state = try LuaState()
    state.interrupt()
    #expect(isWhole(state))
  }

  @Test
  func `A call without an entry is an entry itself`() throws {
    let state = try LuaState()
    let function = try state.load("while true do end", name: "=test")
    #expect(throws: LuaError.self) { try interrupting(state, after: 30_000) { try function.call() } }
    #expect(isWhole(state))
  }

  @Test
  func `The host sees the interruption, and its callers are stopped`() throws {
    let state = try LuaState()
    let wait = state.function(named: "wait") { call in
      while true { try call.state.checkInterruption() }
    }
    state.setGlobal("wait", .function(wait))
    #expect(failure(of: "while true do pcall(wait) end", in: state, timeLimit: 0.03)?.kind == .timeLimit)
    #expect(isWhole(state))
  }

  @Test
  func `The thread of the script can interrupt it, as a signal handler does`() throws {
    let state = try LuaState()
    state.setGlobal(
      "stop",
      .function(
        state.function(named: "stop") { call in
          call.state.interrupt()
          return 0
        }))
    #expect(failure(of: "pcall(stop) while true do end", in: state)?.kind == .interrupted)
    let inCoroutine = "coroutine.wrap(function() pcall(stop) while true do end end)()"
    #expect(failure(of: inCoroutine, in: state)?.kind == .interrupted)
    #expect(isWhole(state))
  }

  @Test
  func `A loop below a host function is stopped`() throws {
    let state = try LuaState()
    let again = state.function(named: "again") { call in
      while true {
        guard let function = call.value(1).function else { return 0 }
        try function.call()
      }
    }
    state.setGlobal("again", .function(again))
    #expect(failure(of: "again(function() while true do end end)", in: state, timeLimit: 0.03)?.kind == .timeLimit)
    #expect(isWhole(state))
  }

  @Test
  func `A coroutine that was made while stopping runs afterwards`() throws {
    let state = try LuaState()
    let script = """
      suspended = {}
      while true do
        local co = coroutine.create(function() while true do coroutine.yield() end end)
        coroutine.resume(co)
        suspended[#suspended % 100 + 1] = co
      end
      """
    #expect(failure(of: script, in: state, timeLimit: 0.03)?.kind == .timeLimit)
    let results = try run(
      """
      local n = 0
      for _, co in ipairs(suspended) do if coroutine.resume(co) then n = n + 1 end end
      return n >= #suspended - 1
      """, in: state)
    #expect(results == [true])
  }

  @Test
  func `A file that is held by <close> is closed`() throws {
    let state = try LuaState()
    let script = """
      file = io.tmpfile()
      local held <close> = file
      while true do end
      """
    #expect(failure(of: script, in: state, timeLimit: 0.03)?.kind == .timeLimit)
    #expect(try run("return io.type(file)", in: state) == ["closed file"])
  }

  @Test
  func `Endless finalizers do not keep a state from closing`() throws {
    let state = try LuaState()
    try run("for i = 1, 50 do setmetatable({}, { __gc = function() while true do end end }) end", in: state)
    state.close(timeLimit: 0.05)
    #expect(state.memoryUsed == 0)
  }

  @Test
  func `Only the outermost entry has a limit`() throws {
    let state = try LuaState()
    let results = try state.enter {
      try state.enter(timeLimit: 0.001) { try state.load("for i = 1, 1e6 do end return 1", name: "=test").call() }
    }
    #expect(results == [1])
  }
}
