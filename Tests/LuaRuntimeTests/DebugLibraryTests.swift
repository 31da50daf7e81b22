import LuaRuntime
import Testing

/// Scripts that reach for what the host keeps in Lua.
@Suite struct DebugLibraryTests {
  /// A state with a type, an object and a function of the host.
  private func makeState() throws -> LuaState {
    let state = try LuaState()
    let type = LuaHostType(
      name: "thing", state: state,
      methods: [
        "name": { call in
          call.push("thing")
          return 1
        }
      ])
    let make = state.function(named: "make") { call in
      call.push(Thing(), as: type)
      return 1
    }
    state.setGlobal("make", .function(make))
    return state
  }

  @Test(arguments: [
    "for key in pairs(r) do r[key] = nil end", "for key in pairs(r) do r[key] = 7 end",
    "for key in pairs(r) do r[key] = {} end", "for i = 1, 1000 do r[i] = i end", "setmetatable(r, { __index = error })",
    "for _, value in pairs(r) do if type(value) == 'table' and value ~= _G then for key in pairs(value) do "
      + "value[key] = nil end end end",
  ]) func `a registry that was wiped hurts nobody`(wipe: String) throws {
    let state = try makeState()
    let kept = state.makeTable()
    kept["x"] = 5
    try run("thing = make() iterator = ('a b'):gmatch('%a')", in: state)
    try run("local r = debug.getregistry() " + wipe + " collectgarbage()", in: state)
    let results = try run(
      "local other = make() collectgarbage() return thing:name() .. other:name() .. iterator() .. iterator()", in: state
    )
    #expect(results == ["thingthingab"])
    #expect(kept["x"] == 5)
    #expect(try run("io.write('') return load('return 1 + 1')()", in: state) == [2])
    #expect(failure(of: "error('x', 0)", in: state)?.message == "x")
    #expect(isWhole(state))
  }

  @Test func `the registry that scripts see has what Lua's libraries keep there, and keeps what scripts put there`()
    throws
  {
    let state = try LuaState()
    let results = try run(
      """
      local r = debug.getregistry()
      r.mine = 1
      return r[1] == coroutine.running() and r[2] == _G and r._LOADED == package.loaded
        and r._PRELOAD == package.preload and r["FILE*"] == getmetatable(io.stdout) and debug.getregistry().mine == 1
      """, in: state)
    #expect(results == [true])
  }

  @Test func `what functions and objects of C hold is not for scripts to change`() throws {
    let state = try makeState()
    let results = try run(
      """
      local found = {}
      local function note(...) found[#found + 1] = tostring((select(select("#", ...), ...))) end
      local iterator = ("abc"):gmatch("%a")
      note(#{ debug.setupvalue(iterator, 1, 5) }) note(#{ debug.setupvalue(coroutine.wrap(print), 1, 5) })
      note(iterator())
      local text = ("x"):gsub("x", function() note(debug.setlocal(2, 1, nil)) return "y" end)
      note(text)
      note(debug.setuservalue(io.stdout, 1)) note(debug.getuservalue(io.stdout))
      note(pcall(debug.setmetatable, make(), getmetatable(io.stdout)))
      local function f() local a = 1 debug.setlocal(1, 1, 4) return a end
      note(f())
      local co = coroutine.create(function(a) coroutine.yield() return a end)
      coroutine.resume(co, 1)
      note(debug.setlocal(co, 1, 1, 9)) note(coroutine.resume(co))
      local n = 1
      note(debug.setupvalue(function() return n end, 1, 2)) note(n)
      return table.concat(found, " ")
      """, in: state)
    #expect(results.first?.text == "0 0 a nil y nil nil only the library makes files 4 a 9 n 2")
  }

  @Test func `functions of C that a script finds on the stack take anything`() throws {
    let state = try makeState()
    let found = state.makeTable()
    state.setGlobal("found", .table(found))
    let catcher = try run(
      """
      local function note() for level = 1, 20 do
        local frame = debug.getinfo(level, "f")
        if not frame then break end
        if debug.getinfo(frame.func, "S").what == "C" then found[#found + 1] = frame.func end
      end return 1 end
      local t = setmetatable({}, { __index = note, __newindex = note, __len = note, __lt = note, __tostring = function()
        note() return "" end })
      return t
      """, in: state)
    let stack = state.stack
    try state.enter {
      stack.push(catcher[0])
      try stack.get(-1, "a")
      stack.push(true)
      try stack.set(-3, "b")
      _ = try stack.length(-2)
      _ = try stack.less(-2, -2)
      _ = stack.describe(-2)
      stack.pop(2)
    }
    #expect(found.rawLength >= 5)
    let calls = """
      for _, f in ipairs(found) do
        for _, arguments in ipairs { {}, { 1 }, { {} }, { {}, {} }, { 1, 2, 99 }, { print, {}, {}, -1, 1 << 40 } } do
          pcall(f, table.unpack(arguments))
        end
      end
      pcall(getmetatable(_G) and getmetatable(_G).__newindex or print, 1, 2, 3)
      return "alive"
      """
    #expect(try run(calls, in: state) == ["alive"])
  }
}

private final class Thing {}
