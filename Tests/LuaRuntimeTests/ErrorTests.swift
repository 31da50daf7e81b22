import LuaRuntime
import Testing

@Suite("Errors")
struct ErrorTests {
  @Test
  func `An error has its message, its place and a traceback`() throws {
    let state = try LuaState()
    let error = try #require(failure(of: "local function f()\n  error('no')\nend\nf()", in: state))
    #expect(error.kind == .runtime && error.message == "test:2: no" && error.value == "test:2: no")
    #expect(error.position?.source == "test" && error.position?.line == 2)
    #expect(error.traceback?.contains("test:4: in main chunk") == true)
  }

  @Test(
    "Any value can be an error",
    arguments: [
      ("error({ code = 7 })", "(error object is a table value)"), ("error(nil)", "(error object is a nil value)"),
      ("error()", "(error object is a nil value)"),
      ("error(12)", "12"), ("error(true)", "(error object is a boolean value)"),
      ("error(setmetatable({}, { __tostring = function() return 'mine' end }))", "mine"),
      ("error(setmetatable({}, { __tostring = function() error('bad') end }))", "(table)"),
      ("error(setmetatable({}, { __tostring = function() return 1 end }))", "1"),
      ("error(setmetatable({}, { __tostring = function() return {} end }))", "(table)"),
      ("error(setmetatable({}, { __tostring = function() while true do pcall(error) end end }))", "(table)"),
    ])
  func values(script: String, message: String) throws {
    let state = try LuaState()
    #expect(failure(of: script, in: state)?.message == message)
    #expect(isWhole(state))
  }

  @Test
  func `An error table arrives as itself`() throws {
    let state = try LuaState()
    #expect(failure(of: "error({ code = 7 })", in: state)?.value.table?["code"] == 7)
  }

  @Test(
    "Text that only has to go on is told from text that is wrong",
    arguments: [
      ("for i = 1, 3 do", true), ("x = ", true), ("f(", true), ("return [[a", true), ("x = = 1", false), ("end", false),
      ("'a", true), ("'a\nb'", false),
    ])
  func incomplete(text: String, expected: Bool) throws {
    let state = try LuaState()
    let error = failure(of: text, in: state)
    #expect(error?.kind == .syntax)
    #expect(error.map(isIncomplete) == expected)
  }

  @Test(
    "The place is read from a message whatever the source is called",
    arguments: [
      ("a.lua:3: x", "a.lua", 3), ("C:/a.lua:12: x: 4: y", "C:/a.lua", 12),
      (#"[string "x:1: y"]:2: z"#, #"[string "x:1: y"]"#, 2),
      ("no place", nil, 0), ("time: 12:30", nil, 0),
    ] as [(String, String?, Int)])
  func position(message: String, source: String?, line: Int) {
    let position = LuaError(value: .nil, message: message).position
    #expect(position?.source == source && (position?.line ?? 0) == line)
  }

  @Test
  func `Loading takes text only, and skips a first line for the shell`() throws {
    let state = try LuaState()
    #expect(try state.load("#!/usr/bin/moonshell\nreturn 1", name: "@a.lua").call() == [1])
    #expect(try state.load([0xEF, 0xBB, 0xBF] + Array("return 2".utf8), name: "@a.lua").call() == [2])
    #expect(failure(of: "# x\nerror('y')", in: state)?.message == "test:2: y")
    let dumped = try run("return string.dump(function() end)", in: state)
    guard case .string(let chunk)? = dumped.first else { throw LuaError("no chunk") }
    #expect(throws: LuaError.self) { try state.load(chunk.bytes, name: "=x") }
    #expect(try run("return load(string.dump(function() return 3 end))()", in: state) == [3])
  }

  @Test
  func `Any value has a description`() throws {
    let state = try LuaState()
    #expect(state.describe(.nil) == "nil" && state.describe(1.0) == "1.0" && state.describe("x") == "x")
    let endless = try run("return setmetatable({}, { __tostring = function() while true do end end })", in: state)
    #expect(state.describe(try #require(endless.first)) == "(table)")
    #expect(isWhole(state))
  }
}

@Suite("Memory")
struct MemoryTests {
  @Test(
    "A script that wants too much memory gets an error",
    arguments: [
      "local t = {} for i = 1, 1e9 do t[i] = i end", "local s = 'x' while true do s = s .. s end",
      "return ('x'):rep(1 << 30)",
      "return table.concat(setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return 'abcdefgh' end }))",
      "local function f() return { f() } end f()", "string.rep('x', 1 << 20):gsub('.', ('y'):rep(1000))",
      "local t = {} while true do t = { t, ('x'):rep(1000) } end",
      "coroutine.wrap(function() local s = 'x' while true do s = s .. s end end)()",
    ])
  func cap(script: String) throws {
    let state = try LuaState(memoryLimit: 8 << 20)
    let error = try #require(failure(of: script, in: state))
    #expect(error.message.contains("not enough memory") || error.message.contains("overflow"))
    #expect(state.memoryUsed <= 8 << 20)
    #expect(isWhole(state))
  }

  @Test func `after the cap was met the next entries work`() throws {
    let state = try LuaState(memoryLimit: 4 << 20)
    let fill = "while true do all = { all, ('x'):rep(40) } end"
    for _ in 1...20 {
      #expect(failure(of: fill, in: state)?.kind == .memory)
      #expect(state.memoryUsed <= 11 << 19)
      #expect(try run("x = nil", in: state) == [])
      #expect(try run("return 1 + 1", in: state) == [2])
    }
    try run("all = nil", in: state)
    #expect(failure(of: "local t = {} while true do t = { t } end", in: state)?.kind == .memory)
    #expect(state.memoryUsed < 1 << 20)
    #expect(try run("return #('x'):rep(3 << 19)", in: state) == [.integer(3 << 19)])
  }

  @Test func `what a finalizer frees is given back when the cap was met`() throws {
    let state = try LuaState(memoryLimit: 4 << 20)
    try run("freed = 0", in: state)
    let script = """
      local keep = setmetatable({ ('a'):rep(1 << 20), ('b'):rep(1 << 20) }, { __gc = function() freed = freed + 1 end })
      return keep, ('y'):rep(2 << 20)
      """
    #expect(failure(of: script, in: state)?.kind == .memory)
    #expect(try run("return freed, #('y'):rep(3 << 19)", in: state) == [1, .integer(3 << 19)])
  }

  @Test
  func `The cap can be caught, and changed`() throws {
    let state = try LuaState(memoryLimit: 4 << 20)
    #expect(try run("return pcall(string.rep, 'x', 8 << 20)", in: state) == [false, "not enough memory"] as [LuaValue])
    #expect(failure(of: "return ('x'):rep(8 << 20)", in: state)?.kind == .memory)
    state.memoryLimit = nil
    #expect(try run("return #('x'):rep(8 << 20)", in: state) == [.integer(8 << 20)])
  }

  @Test
  func `Host code goes over the cap without an error`() throws {
    let state = try LuaState(memoryLimit: 1 << 20)
    let fill = state.function(named: "fill") { call in
      call.pushBytes(Array(repeating: 65, count: 4 << 20))
      return 1
    }
    state.setGlobal("fill", .function(fill))
    #expect(
      failure(of: "local s = fill() local t = {} for i = 1, 1000 do t[i] = {} end", in: state)?.message
        == "not enough memory")
    #expect(isWhole(state))
  }
}
