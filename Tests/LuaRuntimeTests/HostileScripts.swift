import Testing

/// A script that does not end by itself.
struct HostileScript: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  var testDescription: String { name }

  /// Loops of Lua, in every place where hooks are easily lost.
  static let loops: [HostileScript] = [
    .init("loop", "while true do end"),
    .init("pcall in a loop", "while true do pcall(function() while true do end end) end"),
    .init("pcall of itself", "local function f() return pcall(f) end while true do f() end"),
    .init("looping handler", "xpcall(function() while true do end end, function() while true do end end)"),
    .init("handler of error", "while true do xpcall(error, function() while true do end end) end"),
    .init("coroutine", "coroutine.wrap(function() while true do end end)()"),
    .init(
      "coroutine in a loop", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"),
    .init(
      "chain of coroutines",
      """
      local function chain(n)
        return coroutine.wrap(function() if n > 0 then chain(n - 1)() else while true do end end end)
      end
      while true do pcall(chain(50)) end
      """),
    .init(
      "__close in a stopped coroutine",
      """
      coroutine.wrap(function()
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        while true do end
      end)()
      """),
    .init(
      "__close of a coroutine that is closed",
      """
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        coroutine.yield()
      end)
      coroutine.resume(co)
      coroutine.close(co)
      """),
    .init(
      "finalizer", "setmetatable({}, { __gc = function() while true do end end }) collectgarbage() while true do end"),
    .init(
      "2000 finalizers",
      """
      for i = 1, 2000 do setmetatable({}, { __gc = function() while true do end end }) end
      while true do collectgarbage() end
      """),
    .init("looping hook", "debug.sethook(function() while true do end end, '', 1) local x = 1 while true do end"),
    .init(
      "hook taken away by __close",
      """
      local function f()
        local x <close> = setmetatable({}, { __close = debug.sethook })
        while true do end
      end
      while true do pcall(f) end
      """),
    .init("comparator", "while true do table.sort({ 3, 2, 1 }, function() while true do end end) end"),
    .init("reader of load", "load(function() while true do end end)"),
    .init("__index", "local x = setmetatable({}, { __index = function() while true do end end }).x"),
    .init("tostring", "tostring(setmetatable({}, { __tostring = function() while true do end end }))"),
    .init("required module", "package.preload.m = function() while true do end end require('m')"),
  ]

  /// Functions of the libraries that would run for hours.
  static let libraries: [HostileScript] = [
    .init("move", "table.move({}, 1, 1 << 62, 2)"),
    .init("move down", "table.move({}, 2, 1 << 62, 1)"),
    .init("insert", "table.insert(setmetatable({}, { __len = function() return 1 << 62 end }), 1, 2)"),
    .init("remove", "table.remove(setmetatable({}, { __len = function() return 1 << 62 end }), 1)"),
    .init("concat", "table.concat(setmetatable({}, { __len = function() return 1 << 62 end, __index = rawlen }))"),
    .init("unpack", "while true do pcall(table.unpack, setmetatable({}, { __index = rawlen }), 1, 900000) end"),
    .init("sort", "table.sort(setmetatable({}, { __len = function() return 2^31 - 2 | 0 end, __index = rawlen }))"),
    .init("sort by C", "table.sort(setmetatable({}, { __len = function() return 2^31 - 2 | 0 end }), rawequal)"),
    .init("find a*a*a*b", "string.find(('a'):rep(3000), 'a*a*a*b')"),
    .init("find .-b", "string.find(('a'):rep(1000000), '.-b')"),
    .init("match .*.*x", "string.match(('a'):rep(100000), '.*.*x')"),
    .init("find a?", "string.find(('a'):rep(30), ('a?'):rep(30) .. ('a'):rep(30) .. 'b')"),
    .init("find %b()", "string.find(('('):rep(2000000), '%b()')"),
    .init("gmatch %b()", "for _ in string.gmatch(('('):rep(2000000), '%b()') do end"),
    .init("gsub .-b", "string.gsub(('a'):rep(1000000), '.-b', '')"),
    .init("gsub by C", "while true do string.gsub(('a'):rep(1000), '', rawlen) end"),
    .init("rep in a loop", "while true do string.rep('', 1 << 62) end"),
    .init("growing text", "local s = 'x' while true do s = s .. 'x' end"),
  ]
}
