/// Functions that are made to take long to read: each family in several sizes, two hundred and more in all.
enum HostileClosures {
  /// A chunk that gives a function, which makes a function of a text; what it captures: large tables, tables with functions of their own, long texts, coroutines.
  static let captured = """
    local many, names, deep, long = {}, {}, {}, ("ab"):rep(200000)
    for i = 1, 100000 do many[i] = i names["k" .. i] = i end
    local place = deep
    for i = 1, 20000 do place.next = {} place = place.next end
    local watched = setmetatable({}, { __index = function(t, k) return k end, __call = function() return true end })
    local round = {} round.self = round
    local chain = setmetatable({}, { __index = setmetatable({}, { __index = many }) })
    local thread = coroutine.wrap(function() while true do coroutine.yield(true) end end)
    local function recurse(n) if n == 0 then return true end return recurse(n - 1) end
    local function both(n) return n == 0 or both(n - 1) and both(n - 1) end
    local even, odd
    function even(n) if n == 0 then return true end return odd(n - 1) end
    function odd(n) if n == 0 then return false end return even(n - 1) end
    local function forever() return forever() end
    local function twice(f, x) return f(f(x)) end
    local head = "local many, names, deep, long, watched, round, chain, thread, recurse, both, even, forever, twice = ... return "
    return function(text)
      return assert(load(head .. text))(
        many, names, deep, long, watched, round, chain, thread, recurse, both, even, forever, twice)
    end
    """

  static let all: [String] =
    families.flatMap { family in sizes.map { family.replacing("SIZE", with: "\($0)") } } + written

  private static let sizes = [1, 7, 40, 300, 5000, 1_000_000]

  /// Families whose size is a number in them.
  private static let families = [
    "function(p) local x = p.m for i = 1, SIZE do x = x % 2 == 0 and x // 2 or 3 * x + 1 end return x == 1 end",
    "function(p) local x = p.m for i = 1, SIZE do x = x * x end return x == 1 end",
    "function(p) local x = p.t for i = 1, SIZE do x = x .. x end return x == 'a' end",
    "function(p) local x = 'x' for i = 1, SIZE do x = x .. x end return p.t == x end",
    "function(p) local c = 0 for i = 1, SIZE do if p.m // (i + 1) % 2 == 1 then c = c + 1 end end return c == 1 end",
    "function(p) local x = p.m local i = 0 ::again:: x = x + 1 i = i + 1 if i < SIZE then goto again end return x > 3 end",
    "function(p) local i = 0 ::again:: i = i + 1 if p.m > i and i < SIZE then goto again end return i == 3 end",
    "function(p) local i = 0 while i < SIZE do i = i + 1 if many[i] == p.m then return true end end return false end",
    "function(p) local t = {} for i = 1, SIZE do t[i] = i end return t[p.m] end",
    "function(p) local t = {} for i = 1, SIZE do t[i] = p.m end return #t > 0 end",
    "function(p) return recurse(SIZE) and p.m > 3 end",
    "function(p) return both(SIZE) and p.m > 3 end",
    "function(p) return even(SIZE) and p.m > 3 end",
    "function(p) return p.t == ('x'):rep(SIZE) end",
    "function(p) return p.t:rep(SIZE) == 'x' end",
    "function(p) return p.t == string.format('%0' .. math.min(SIZE, 99) .. 'd', 3) end",
    "function(p) local d = deep for i = 1, SIZE do d = d and d.next end return d ~= nil and p.m > 3 end",
    "function(p) local d = round for i = 1, SIZE do d = d.self end return d == round and p.m > 3 end",
    "function(p) local x = p.n or 0 for i = 1, SIZE do x = math.max(x, p.m - i) end return x > 3 end",
    "function(p) local a, b = p.m, p.m for i = 1, SIZE do a, b = b, a + b end return a > b end",
    "function(p) for i = 1, SIZE do for j = 1, SIZE do if p.m == i * j then return true end end end return false end",
    "function(p) local s = p.t for i = 1, SIZE do s = s:gsub('a', 'b'):upper():lower() end return s == 'b' end",
    "function(p) local c = 0 for _, v in ipairs(many) do c = c + v if c > SIZE then return p.m > 3 end end end",
    "function(p) for k, v in pairs(names) do if p.t == k then return true end if v > SIZE then break end end end",
    "function(p) for i = SIZE, 1, -1 do if p.s and p.s:sub(i, i) == 'a' then return true end end end",
    "function(p) local x = p.m for i = 1, SIZE do x = (x << 3) ~ (x >> 2) & i end return x == 7 end",
    "function(p) local f = p.x or 0.5 for i = 1, SIZE do f = f / 3 - f ^ 2 end return f > 0 end",
    "function(p) local x = p.m for i = 1, SIZE do if x > i then x = x - 1 elseif x < i then x = x + 2 end end return x > 0 end",
    "function(p) local b = p.b for i = 1, SIZE do b = not b or p.c end return b end",
    "function(p) local r = p for i = 1, SIZE do if r.team then r = r.team end end return r.id == 3 end",
  ]

  /// Functions whose size is in how they are written.
  private static let written: [String] =
    [10, 150, 3000].flatMap { size -> [String] in
      func all(_ separator: String, _ part: (Int) -> String) -> String {
        (1...size).map(part).joined(separator: separator)
      }
      let depth = min(size, 60)
      return [
        "function(p) return \(all(" or ") { "p.m == \($0)" }) end",
        "function(p) return \(all(" and ") { "p.m ~= \($0)" }) end",
        "function(p) return \(all(" or ") { "p.n == \($0) and p.x > \($0)" }) end",
        "function(p) return \(String(repeating: "(", count: depth))p.m\(String(repeating: " + 1)", count: depth)) > 3 end",
        "function(p) return \(String(repeating: "not (", count: depth))p.b\(String(repeating: ")", count: depth)) end",
        "function(p) return \(all(" + ") { _ in "p.m" }) > 3 end",
        "function(p) return \((1...min(size, 90)).map { _ in "p.s" }.joined(separator: " .. ")) == 'a' end",
        "function(p) \(all(" ") { "if p.m == \($0) then return p.n == \($0) end" }) return false end",
        "function(p) local t = { \(all(", ") { "[\($0)] = \($0 % 7)" }) } return t[p.m] == 3 end",
        "function(p) local t = { \(all(", ") { "k\($0) = true" }) } return t[p.t] end",
        "function(p) return p.t == '\(all("") { _ in "long text " })' end",
        "function(p) local x = p.m \(all(" ") { _ in "do local y = x x = y + x end" }) return x > 3 end",
      ]
    } + [
      "function(p) return forever() end", "function(p) while true do end end", "function(p) ::a:: goto a end",
      "function(p) repeat until p.m > 3 return true end", "function(p) while p.m > 3 do end return true end",
      "function(p) return watched[p.m] == 3 end", "function(p) return watched.x == p.t end",
      "function(p) return watched(p) end", "function(p) return chain[p.m] end", "function(p) return many[p.m] end",
      "function(p) return names[p.t] end", "function(p) return p.t == long end",
      "function(p) return p.t:find(long) end",
      "function(p) return p.t:find(('a*'):rep(1000)) end", "function(p) return long:find(p.t) end",
      "function(p) return thread() end", "function(p) return coroutine.wrap(function() return p.m end)() end",
      "function(p) return select('#', table.unpack(many)) == p.m end", "function(p) return #long > p.m end",
      "function(p) return twice(function(x) return x + 1 end, p.m) > 3 end",
      "function(p, ...) return select('#', ...) end",
      "function(p) return load('return true')() end", "function(p) return pcall(error, p.m) end",
      "function(p) return setmetatable({}, { __eq = function() return true end }) == p end",
      "function(p) return rawequal(round, p) end", "function(p) return next(many, p.m) end",
      "function(p) return tostring(round) == p.t end", "function(p) return string.format('%99999d', 3) == p.t end",
      "function(p) return debug and debug.getinfo(1) ~= nil end", "function(p) p.m = 3 return true end",
      "function(p) many[1] = 1 return true end", "function(p) limit = p.m return true end",
      "function(p) local x <close> = nil return p.m > 3 end", "function(p) return p.team.team.team.team end",
      "function(p) return (p.t):rep(p.m) == 'x' end", "function(p) return os.date(long) == p.t end",
      "function(p) return utf8.char(p.m) == long end", "function(p) return p.m // 0 == 1 or p.m % 0 == 1 end",
    ]
}
