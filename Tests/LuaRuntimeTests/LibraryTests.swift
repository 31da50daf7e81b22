import LuaRuntime
import Testing

@Suite("Replaced functions of the libraries")
struct LibraryTests {
  @Test(
    "Errors name the function and the argument as Lua does",
    arguments: [
      ("('x'):find()", "test:1: bad argument #1 to 'find' (string expected, got no value)"),
      ("string.find({}, 'x')", "test:1: bad argument #1 to 'find' (string expected, got table)"),
      ("string.rep('x', 'y')", "test:1: bad argument #2 to 'rep' (number expected, got string)"),
      ("string.rep('x', 1 << 40)", "test:1: resulting string too large"),
      (
        "string.gsub('x', 'x', true)", "test:1: bad argument #3 to 'gsub' (string/function/table expected, got boolean)"
      ),
      ("table.insert({}, 5, 1)", "test:1: bad argument #2 to 'insert' (position out of bounds)"),
      ("table.insert({}, 1, 2, 3)", "test:1: wrong number of arguments to 'insert'"),
      ("table.insert(1, 2)", "test:1: bad argument #1 to 'insert' (table expected, got number)"),
      ("table.remove({}, 7)", "test:1: bad argument #1 to 'remove' (position out of bounds)"),
      ("table.concat({ {} })", "test:1: invalid value (table) at index 1 in table for 'concat'"),
      (
        "table.concat(setmetatable({ 1, {} }, {}))",
        "test:1: invalid value (table) at index 2 in table for 'concat'"
      ),
      ("table.move({}, 1, 1 << 62, math.maxinteger)", "test:1: bad argument #4 to 'move' (destination wrap around)"),
      ("table.move({}, -1, math.maxinteger, 1)", "test:1: bad argument #3 to 'move' (too many elements to move)"),
      ("table.unpack({}, 1, 1e7)", "test:1: too many results to unpack"),
      ("coroutine.wrap(1)", "test:1: bad argument #1 to 'wrap' (function expected, got number)"),
      ("coroutine.close(coroutine.running())", "test:1: cannot close a running coroutine"),
    ])
  func messages(script: String, message: String) throws {
    let state = try LuaState()
    #expect(failure(of: script, in: state)?.message == message)
  }

  @Test(arguments: ["resume", "close"]) func `what is no coroutine is refused in Lua's words`(name: String) throws {
    let comparison = try Comparison()
    for value in ["", "1", "{}"] {
      let script = outcomes + "return try(function() return coroutine.\(name)(\(value)) end)"
      #expect(comparison.ours(script) == comparison.stock.text(of: script))
    }
  }

  @Test
  func `Big tables and tables with metamethods give the same results`() throws {
    let state = try LuaState()
    let results = try run(
      """
      local n = 300000
      local t = {}
      for i = 1, n do t[i] = i end
      table.insert(t, 1, 0)
      assert(#t == n + 1 and t[1] == 0 and t[2] == 1 and t[n + 1] == n)
      assert(table.remove(t, 1) == 0 and #t == n and t[1] == 1 and t[n] == n)
      local u = table.move(t, 1, n, 3, {})
      assert(u[3] == 1 and u[n + 2] == n and u[1] == nil)
      table.move(t, 1, n, 2)
      assert(t[1] == 1 and t[2] == 1 and t[n + 1] == n)
      table.move(t, 2, n + 1, 1)
      assert(t[1] == 1 and t[2] == 2 and t[n] == n)
      assert(#table.concat(t, ',', 1, 10) == 20)
      assert(#table.concat(t, '') == #table.concat(t, '', 1, n + 1))
      local p = setmetatable({}, { __index = function(_, i) return i * i end, __len = function() return 4 end })
      assert(table.concat(p, ' ') == '1 4 9 16')
      assert(select('#', table.unpack(p)) == 4 and select(4, table.unpack(p)) == 16)
      local log = {}
      local q = setmetatable({}, {
        __index = function(_, i) return i end, __newindex = function(_, i, v) log[#log + 1] = i .. '=' .. tostring(v) end,
        __len = function() return 3 end })
      table.insert(q, 2, 'x')
      table.remove(q, 1)
      assert(table.concat(log, ' ') == '4=3 3=2 2=x 1=2 2=3 3=nil', table.concat(log, ' '))
      local s = {}
      for i = 1, 900000 do s[i] = (i * 7919) % 1000003 end
      table.sort(s)
      for i = 2, #s do assert(s[i - 1] <= s[i]) end
      return true
      """, in: state)
    #expect(results == [true])
  }

  @Test
  func `A long chain of closing coroutines is an error, and no crash`() throws {
    let state = try LuaState()
    let results = try run(
      """
      local co
      for i = 1, 30000 do
        local previous = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if previous then assert(coroutine.close(previous)) end
          end })
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      local ok, message = coroutine.close(co)
      return ok, message:match('C stack overflow')
      """, in: state)
    #expect(results == [false, "C stack overflow"])
  }

  @Test
  func `Functions of the host hide their upvalues, others show them`() throws {
    let state = try LuaState()
    state.setGlobal("host", .function(state.function(named: "host") { _ in 0 }))
    state.setGlobal("closure", .function(state.closure(named: "closure") { _ in 0 }))
    let results = try run(
      """
      local x = 1
      assert(debug.setupvalue(closure, 1, 2) == nil and debug.setupvalue(host, 1, 2) == nil)
      return select('#', debug.getupvalue(host, 1)), select('#', debug.getupvalue(closure, 1)),
        debug.getupvalue(function() return x end, 1)
      """, in: state)
    #expect(results == [0, 0, "x", 1])
    _ = try run("host() closure()", in: state)
  }
}
