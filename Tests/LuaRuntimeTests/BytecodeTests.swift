import Glibc
import LuaRuntime
import TestSupport
import Testing

@Suite struct BytecodeTests {
  @Test func `what string dump gave runs, however it comes`() throws {
    let state = try LuaState()
    let results = try run(
      """
      local code = string.dump(function(...) return select("#", ...), _ENV and 7 end)
      local bare = string.dump(function() return 8 end, true)
      local file = os.tmpname()
      local function write(text) local f <close> = assert(io.open(file, "wb")) f:write(text) end
      local function pieces(text, size)
        local from = 1
        return function() from = from + size return text:sub(from - size, from - 1) end
      end
      local found = {}
      local function note(f, ...) found[#found + 1] = select(2, assert(f, ...)()) end
      note(load(code))
      note(load(code, "=x", "b"))
      note(load(pieces(code, 1)))
      note(load(pieces(code, 7), "=x", "bt", _ENV))
      write(code) note(loadfile(file)) note(loadfile(file, "b", _ENV))
      write("#!moonshell\\n" .. code) note(loadfile(file))
      write(bare) assert(dofile(file) == 8)
      package.path = file
      assert(require "anything" == 8)
      os.remove(file)
      return table.concat(found, " ")
      """, in: state)
    #expect(results == ["7 7 7 7 7 7 7"])
  }

  @Test func `other bytecode gives nil and a message, however it comes`() throws {
    let state = try LuaState()
    let results = try run(
      """
      local code = string.dump(function() return 7 end)
      local other = code:sub(1, -2) .. string.char((code:byte(-1) + 1) % 256)
      local file = os.tmpname()
      do local f <close> = io.open(file, "wb") f:write(other) end
      local function reader() local sent return function() if not sent then sent = true return other end end end
      local lines = {}
      local function note(...)
        for place = 1, select("#", ...) do
          lines[#lines + 1] = tostring((select(place, ...))):gsub("\\27.*", "bytes"):gsub(file, "FILE")
        end
      end
      note(load(other)) note(load(other, "@name")) note(load(code .. "x", "=other")) note(load(code:sub(1, 40), "cut"))
      note(load(reader())) note(load(reader(), "=r", "b")) note(load(reader(), "=r", "t")) note(load(code, "=c", "t"))
      note(loadfile(file)) note(pcall(dofile, file))
      package.path = file
      note(pcall(require, "anything"))
      os.remove(file)
      return table.concat(lines, "\\n")
      """, in: state)
    let cut = "truncated precompiled chunk"
    let expected = """
      nil
      binary string: \(cut)
      nil
      name: \(cut)
      nil
      other: \(cut)
      nil
      cut: \(cut)
      nil
      (load): \(cut)
      nil
      r: \(cut)
      nil
      attempt to load a binary chunk (mode is 't')
      nil
      attempt to load a binary chunk (mode is 't')
      nil
      FILE: \(cut)
      false
      FILE: \(cut)
      false
      error loading module 'anything' from file 'FILE':
      \tFILE: \(cut)
      """
    #expect(results.first?.text == expected)
  }

  @Test func `a thousand corrupt chunks are refused, and the sound ones still run`() throws {
    let state = try LuaState()
    var dice = Dice(seed: 7)
    for _ in 0..<50 {
      let script = """
        local a, b = ...
        local code = string.dump(load("local t = {} for i = 1, 10 do t[i] = i * " .. a .. " end return #t + " .. b))
        for place = 1, #code, 9 do
          local changed = code:sub(1, place - 1) .. string.char((code:byte(place) + b) % 256) .. code:sub(place + 1)
          assert(not load(changed, "=c", "b"))
        end
        return load(code)()
        """
      let (factor, more) = (dice.roll(1000), 1 + dice.roll(254))
      let results = try state.enter {
        try state.load(script, name: "=t").call([.integer(Int64(factor)), .integer(Int64(more))])
      }
      #expect(results == [.integer(Int64(10 + more))])
    }
  }

  @Test func `bytecode of another session is refused`() throws {
    let code = try run("return string.dump(function() return 7 end)", in: LuaState())
    let state = try LuaState()
    let loaded = try state.enter { try state.load("return (load(...))", name: "=t").call(code) }
    #expect(loaded == [nil])
  }

  @Test(arguments: [
    "", "return 1", "#!/bin/sh\\nreturn 1, debug.getinfo(1, 'l').currentline", "\\xEF\\xBB\\xBFreturn 2",
    "\\xEF\\xBB\\xBF# x\\nreturn 3", "\\xEF\\xBBreturn 4", "\\xEF\\xBB", "# no end", "return ...", "x = = 1",
    "return\\0",
    "\\nreturn _ENV.y",
  ]) func `files of text load as Lua loads them`(text: String) throws {
    let comparison = try Comparison()
    let script = """
      local file = os.tmpname()
      do local f <close> = io.open(file, "wb") f:write("\(text)") end
      local lines = {}
      local function note(...)
        for place = 1, select("#", ...) do
          local value = select(place, ...)
          lines[#lines + 1] = (type(value) == "function" and "f" or tostring(value)):gsub(file, "FILE")
        end
      end
      note(loadfile(file)) note(pcall(dofile, file)) note(pcall(loadfile(file, "t", { y = 5 }) or print, 6))
      note(loadfile(file, "b")) note(loadfile(file, "x"))
      os.remove(file)
      note(loadfile(file)) note(pcall(dofile, file)) note(loadfile("/"))
      package.path = file .. ";" .. file .. ".no"
      note(pcall(require, "m.n"))
      package.path = nil
      note(pcall(require, "m.n"))
      return table.concat(lines, "\\n")
      """
    #expect(comparison.ours(script) == comparison.stock.text(of: script))
  }

  @Test(arguments: [
    "load()", "load(1)", "load({})", "load('return 1', nil, 1)",
    "load(function() return {} end)", "load(function() error('e') end)", "load(function() coroutine.yield() end)",
    "load('x = ', '=chunk')", "load('return 1', 'c', 'b')", "load('return x', 'c', 't', { x = 2 })()",
    "load(function() end)", "load(coroutine.wrap(function() coroutine.yield('return ') coroutine.yield('9') end))()",
    "string.dump(print)", "string.dump()", "loadfile('no such file')", "loadfile(nil, {})", "dofile({})",
  ]) func `loading answers and raises as Lua does`(call: String) throws {
    let comparison = try Comparison()
    let script = outcomes + "return try(function() return \(call) end)"
    // A stock function is known by its address, too.
    func plain(_ text: String) -> String { text.replacing(/0x[0-9a-f]+/, with: "ADDRESS") }
    #expect(plain(comparison.ours(script)) == plain(comparison.stock.text(of: script)))
  }
}
