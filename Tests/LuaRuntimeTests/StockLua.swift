import CLua
import LuaRuntime

/// The library as it is, to compare with.
final class StockLua {
  private let pointer: OpaquePointer

  init?() {
    guard let pointer = luaL_newstate() else { return nil }
    self.pointer = pointer
    luaL_openlibs(pointer)
  }

  deinit {
    lua_close(pointer)
  }

  /// The text that the script returns, or its error.
  func text(of script: String) -> String {
    defer { lua_settop(pointer, 0) }
    if luaL_loadbufferx(pointer, script, script.utf8.count, "=test", "t") == LUA_OK {
      _ = lua_pcallk(pointer, 0, 1, 0, 0, nil)
    }
    var count = 0
    guard let bytes = slua_bytes(pointer, -1, &count) else { return "no text" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// Compares what one script answers here and there.
struct Comparison {
  let state: LuaState
  let stock: StockLua

  init() throws {
    state = try LuaState()
    guard let stock = StockLua() else { throw LuaError("no second Lua") }
    self.stock = stock
  }

  func ours(_ script: String) -> String {
    do {
      guard case .string(let text)? = try run(script, in: state).first else { return "no text" }
      return text.lossyText
    } catch {
      return (error as? LuaError)?.message ?? "\(error)"
    }
  }
}

/// Functions that describe the outcome of any call of the pattern functions as text.
let outcomes = #"""
  local function show(ok, ...)
    local t = table.pack(...)
    for i = 1, t.n do
      t[i] = math.type(t[i]) or type(t[i]) == 'string' and string.format('%q', t[i]) or tostring(t[i])
    end
    return (ok and 'ok ' or 'error ') .. table.concat(t, ' ')
  end
  local function try(f, ...) return show(pcall(f, ...)) end
  local function all(s, p, init)
    local found = {}
    for a, b in string.gmatch(s, p, init) do found[#found + 1] = tostring(a) .. '/' .. tostring(b) end
    return table.concat(found, ';')
  end
  local function every(s, p)
    return table.concat({
      try(string.find, s, p), try(string.find, s, p, 2), try(string.match, s, p), try(string.match, s, p, -2),
      try(string.gsub, s, p, '<%0|%1>'), try(string.gsub, s, p, '%2%%'), try(string.gsub, s, p, '', 1),
      try(string.gsub, s, p, string.upper), try(string.gsub, s, p, { a = 1, b = false, ab = 'x' }),
      try(string.find, s, p, 1, true), try(all, s, p), try(all, s, p, 3),
    }, '\n')
  end

  """#
