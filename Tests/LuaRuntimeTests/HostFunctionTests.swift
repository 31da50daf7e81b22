import CLua
import LuaRuntime
import Testing

private struct CastError: Error, CustomStringConvertible {
  var description: String { "refused" }
}

@Suite("Host functions")
struct HostFunctionTests {
  @Test
  func `A host function gets arguments and gives results`() throws {
    let state = try LuaState()
    let sum = state.function(named: "sum") { call in
      var total = 0.0
      for index in 1...max(call.argumentCount, 1) {
        guard let number = call.number(index) else { throw call.argumentError(index, expected: "number") }
        total += number
      }
      call.push(total)
      call.push("done")
      return 2
    }
    state.setGlobal("sum", .function(sum))
    #expect(try run("return sum(1, 2, 3)", in: state) == [6.0, "done"])
    #expect(try sum.call([1]) == [1.0, "done"])
    #expect(
      failure(of: "sum(1, {})", in: state)?.message == "test:1: bad argument #2 to 'sum' (number expected, got table)")
    #expect(
      failure(of: "sum()", in: state)?.message == "test:1: bad argument #1 to 'sum' (number expected, got no value)")
    #expect(
      failure(of: "local t = { f = sum } t:f()", in: state)?.message
        == "test:1: calling 'f' on bad self (number expected, got table)")
    #expect(failure(of: "pcall(sum) select(2, pcall(sum))()", in: state) != nil)
  }

  @Test
  func `Errors of Swift become errors of Lua with the place of the caller`() throws {
    let state = try LuaState()
    state.setGlobal("a", .function(state.function(named: "a") { _ in throw LuaError("the list is empty") }))
    state.setGlobal("b", .function(state.function(named: "b") { _ in throw CastError() }))
    #expect(failure(of: "\na()", in: state)?.message == "test:2: the list is empty")
    #expect(failure(of: "\n\nb()", in: state)?.message == "test:3: refused")
    #expect(
      try run("local ok, message = pcall(function() b() end) return ok, message", in: state) == [
        false, "test:1: refused",
      ])
    state.encodeError = { error, _ in .integer(42) }
    #expect(try run("return pcall(b)", in: state) == [false, 42])
  }

  @Test
  func `An error value passes through Swift unchanged, with its first traceback`() throws {
    let state = try LuaState()
    let call = state.function(named: "call") { call in
      try call.value(1).function?.call()
      return 0
    }
    state.setGlobal("call", .function(call))
    let results = try run(
      "local e = {} local ok, got = pcall(call, function() error(e) end) return rawequal(e, got)", in: state)
    #expect(results == [true])
    let error = failure(of: "local function deep() error('x') end\ncall(function() call(deep) end)", in: state)
    #expect(error?.message == "test:1: x")
    #expect(error?.traceback?.contains("in upvalue 'deep'") == true || error?.traceback?.contains("test:1:") == true)
  }

  @Test
  func `An error that was caught lends its traceback to no later one that says the same`() throws {
    let state = try LuaState()
    let call = state.function(named: "call") { call in
      try call.value(1).function?.call()
      return 0
    }
    state.setGlobal("call", .function(call))
    let error = failure(
      of: """
        pcall(call, function() error("boom", 0) end)
        local function later()
          call(function() error("boom", 0) end)
        end
        later()
        """, in: state)
    let traceback = try #require(error?.traceback)
    #expect(
      traceback.contains("test:3:") && traceback.contains("test:5:") && !traceback.contains("test:1:"), "\(traceback)")
  }

  @Test
  func `A host function runs on the stack of the coroutine that calls it`() throws {
    let state = try LuaState()
    let echo = state.function(named: "echo") { call in
      let main = slua_main(call.state.interruptionTarget)
      call.push(call.stack.pointer != main)
      call.push(try call.value(1).function?.call().first ?? .nil)
      return 2
    }
    state.setGlobal("echo", .function(echo))
    #expect(
      try run("return coroutine.wrap(function() return echo(function() return 5 end) end)()", in: state) == [true, 5])
    #expect(
      failure(of: "coroutine.wrap(function() echo(coroutine.yield) end)()", in: state)?.message.contains("yield")
        == true)
  }

  @Test
  func `Recursion through Swift ends in an error`() throws {
    let state = try LuaState()
    let call = state.function(named: "call") { call in
      try call.value(1).function?.call([call.value(1)])
      return 0
    }
    state.setGlobal("call", .function(call))
    let error = failure(of: "local function f() call(f) end f()", in: state)
    #expect(error?.message.contains("overflow") == true)
    #expect(isWhole(state))
  }

  @Test
  func `Closures are released when Lua has no more use for them`() throws {
    let state = try LuaState()
    let lives = Lives()
    do {
      let object = Tracked(lives)
      state.setGlobal("f", .function(state.closure { _ in withExtendedLifetime(object) { 0 } }))
    }
    try run("f() f = nil collectgarbage() collectgarbage()", in: state)
    #expect(lives.count == 0)
  }

  @Test
  func `Locations count from the line that called`() throws {
    let state = try LuaState()
    let here = state.function(named: "here") { call in
      call.push(call.location(level: 1)?.line ?? 0)
      call.push(call.location(level: 2)?.line ?? 0)
      call.push(call.location(level: 9)?.line ?? -1)
      return 3
    }
    state.setGlobal("here", .function(here))
    #expect(
      try run(
        "local function f()\n  local a, b, c = here() return a, b, c end\nlocal a, b, c = f() return a, b, c", in: state
      ) == [2, 3, -1])
  }
}

@Suite("Host types", .serialized)
struct HostTypeTests {
  private final class Counter {
    var count = 0
    private let tracked: Tracked

    init(_ lives: Lives = Lives()) {
      tracked = Tracked(lives)
    }
  }

  private func makeType(_ state: LuaState) -> LuaHostType {
    LuaHostType(
      name: "counter", state: state,
      methods: [
        "next": { call in
          guard let counter = call.object(1, as: Counter.self) else { throw call.argumentError(1, expected: "counter") }
          counter.count += 1
          call.push(counter.count)
          return 1
        }
      ],
      metamethods: [
        "__index": { call in
          call.push("no \(call.string(2) ?? "?")")
          return 1
        },
        "__len": { call in
          call.push(call.object(1, as: Counter.self)?.count ?? 0)
          return 1
        },
      ])
  }

  @Test
  func `An object has methods, metamethods and fields`() throws {
    let state = try LuaState()
    let counter = Counter()
    state.stack.push(counter, as: makeType(state))
    let value = state.stack.value(-1)
    state.stack.pop(1)
    state.setGlobal("c", value)
    #expect(
      try run("return c:next(), c:next(), #c, c.color, getmetatable(c), type(c)", in: state) == [
        1, 2, 2, "no color", "counter", "userdata",
      ])
    #expect(try run("return tostring(c):match('^counter: ') ~= nil", in: state) == [true])
    #expect(value.userdata?.object(as: Counter.self) === counter)
    #expect(value.userdata?.object(as: Tracked.self) == nil)
    #expect(
      failure(of: "c.next(io.stdout)", in: state)?.message
        == "test:1: bad argument #1 to 'next' (counter expected, got FILE*)")
    #expect(
      failure(of: "c.next()", in: state)?.message
        == "test:1: bad argument #1 to 'next' (counter expected, got no value)")
    #expect(failure(of: "return c .. 'x'", in: state)?.message.contains("attempt to concatenate") == true)
  }

  @Test
  func `A method that is looked up is made once, and what is no method goes on`() throws {
    let state = try LuaState()
    let lives = Lives()
    var asked: [String] = []
    let type = LuaHostType(
      name: "counter", state: state,
      metamethods: [
        "__index": { call in
          call.push("no \(call.string(2) ?? "?")")
          return 1
        }
      ],
      method: { name in
        asked.append(name)
        guard name == "twice" else { return nil }
        return { call in
          call.push(2 * (call.integer(2) ?? 0))
          return 1
        }
      })
    for name in ["a", "b"] {
      state.stack.push(Counter(lives), as: type)
      state.setGlobal(name, state.stack.value(-1))
      state.stack.pop(1)
    }
    #expect(
      try run("return a:twice(4), b:twice(5), a.twice == b.twice, a.other, a[true]", in: state) == [
        8, 10, true, "no other", "no ?",
      ])
    #expect(asked == ["twice", "other"])
    #expect(
      try run("return select(2, pcall(a.twice, a, 1)), coroutine.wrap(function() return b:twice(1) end)()", in: state)
        == [2, 2])
  }

  @Test
  func `Scripts with the debug library cannot make an object of something else, or release it twice`() throws {
    let state = try LuaState()
    let lives = Lives()
    state.stack.push(Counter(lives), as: makeType(state))
    state.setGlobal("c", state.stack.value(-1))
    state.stack.pop(1)
    try run(
      """
      local meta = debug.getmetatable(c)
      local next = c.next
      assert(not pcall(next, debug.setmetatable(io.tmpfile(), meta)))
      meta.__gc(c) meta.__gc(c) meta.__gc(io.stdout) meta.__gc(1)
      assert(not pcall(next, c))
      """, in: state)
    #expect(lives.count == 0)
  }

  @Test
  func `Objects are released when they are collected, and when the state is closed`() throws {
    let state = try LuaState()
    let lives = Lives()
    let type = makeType(state)
    for _ in 0..<10 {
      state.stack.push(Counter(lives), as: type)
      state.stack.pop(1)
    }
    try run("collectgarbage() collectgarbage()", in: state)
    #expect(lives.count == 0)
    state.stack.push(Counter(lives), as: type)
    state.setGlobal("kept", state.stack.value(-1))
    #expect(lives.count == 1)
    state.close()
    #expect(lives.count == 0)
  }
}
