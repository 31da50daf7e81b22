import LuaRuntime
import TestSupport
import Testing

@testable import Model

/// Random documents of every type of field: what is saved is what is read, and SQL selects and sorts as Lua does.
@Suite struct DocumentRandomTests {
  /// `random(kind)` gives a value for a field; `same(a, b)` compares deeply.
  private static let tools = #"""
    function assert(holds, what)
      if not holds then error(("seed %d: %s"):format(seed, what), 2) end
      return holds
    end
    local words = { "", "a", "Zürich", "日本語", "👩‍👩‍👧", "e\u{301}", "\u{e9}", "\"quoted\\\"", "line\nend\ttab", "\u{1}\u{1f}\u{7f}",
      "null", "true", "1.5", "{}", "[1]", "'; DROP TABLE part; --", "$.a.b", "\u{10FFFF}\u{2028}", ("x"):rep(300) }
    local integers = { 0, 1, -1, math.maxinteger, math.mininteger, 2^53 | 0, (2^53 | 0) + 1, 255 }
    local reals = { 0.0, 0.1, 1 / 3, -2.5, 5e-324, 1.7976931348623157e308, 1e16, 123456789.125, -1e-7, 3.0 }
    local function pick(list) return list[math.random(#list)] end
    local function bytes() local t = {} for i = 1, math.random(0, 9) do t[i] = string.char(math.random(0, 255)) end return table.concat(t) end
    local function hex(n) local t = {} for i = 1, n do t[i] = ("%x"):format(math.random(0, 15)) end return table.concat(t) end
    local function json(depth)
      local kind = math.random(depth > 3 and 5 or 7)
      if kind == 1 then return pick(words) elseif kind == 2 then return pick(integers) elseif kind == 3 then return pick(reals)
      elseif kind == 4 then return math.random(2) == 1 elseif kind == 5 then return null end
      local t = {}
      for i = 1, math.random(3) do t[kind == 6 and i or "k" .. i] = json(depth + 1) end
      return t
    end
    function random(kind, depth)
      depth = depth or 0
      if kind == "text" then return pick(words)
      elseif kind == "integer" then return pick(integers)
      elseif kind == "small" then return math.random(-32768, 32767)
      elseif kind == "real" then return pick(reals)
      elseif kind == "money" then return decimal(("%d.%03d"):format(math.random(-999999999999, 999999999999), math.random(0, 999)))
      elseif kind == "flag" then return math.random(2) == 1
      elseif kind == "day" then return ("%04d-%02d-%02d"):format(math.random(0, 9999), math.random(12), math.random(28))
      elseif kind == "moment" then return ("%04d-%02d-%02dT%02d:00:59Z"):format(math.random(0, 9999), math.random(12), math.random(28), math.random(0, 23))
      elseif kind == "bytes" then return bytes()
      elseif kind == "token" then return ("%s-%s-%s-%s-%s"):format(hex(8), hex(4), hex(4), hex(4), hex(12))
      elseif kind == "link" then return "https://example.org/" .. math.random(1000)
      elseif kind == "rank" then return pick { "pro", "amateur" }
      elseif kind == "free" then return { json(0) }
      elseif kind == "part" then return part(depth + 1)
      elseif kind == "parts" then local t = {} for i = 1, math.random(0, 3) do t[i] = part(depth + 1) end return t
      elseif kind == "named" then local t = {} for i = 1, math.random(0, 3) do t[pick(words) .. i] = part(depth + 1) end return t
      elseif kind == "numbers" then local t = {} for i = 1, math.random(0, 4) do t[i] = pick(integers) end return t
      elseif kind == "choice" then
        local case = math.random(4)
        if case == 1 then return { number = pick(reals) } elseif case == 2 then return { nothing = true }
        elseif case == 3 then return { part = part(depth + 1) } else return { list = { pick(words), pick(words) } } end
      end
      error(kind)
    end
    kinds = { "text", "integer", "small", "real", "money", "flag", "day", "moment", "bytes", "token", "link", "rank", "free" }
    deep = { "part", "parts", "named", "numbers", "choice" }
    function part(depth)
      local t = {}
      for _, kind in ipairs(kinds) do if math.random(4) > 1 then t[kind] = random(kind) end end
      if depth < 3 then for _, kind in ipairs(deep) do if math.random(3) == 1 then t[kind] = random(kind, depth) end end end
      return t
    end
    function same(a, b)
      if type(a) ~= type(b) then return false end
      if type(a) == "userdata" then return tostring(a) == tostring(b) end
      if type(a) ~= "table" then return a == b and math.type(a) == math.type(b) end
      for k, v in pairs(a) do if not same(v, b[k]) then return false, k end end
      for k in pairs(b) do if a[k] == nil then return false, k end end
      return true
    end
    """#

  private static let schema = #"""
    Part = entity "Part" { abstract = true,
      text = text {}, integer = integer {}, small = integer { bits = 16 }, real = real {}, money = decimal { scale = 3 },
      flag = boolean {}, day = date {}, moment = datetime {}, bytes = data {}, token = uuid {}, link = url {},
      rank = enum { { "pro", 1 }, { "amateur", 2 } }, free = json {},
      part = embedded "Part", parts = list_of "Part", named = map_of "Part", numbers = list_of(integer {}),
      choice = variant { number = real {}, part = "Part", nothing = true, list = list_of(text {}) },
    }
    Holder = entity "Holder" { n = integer {}, one = embedded "Part", many = list_of "Part", named = map_of "Part" }
    db:create_all()
    """#

  @Test func `random documents come back as they were`() throws {
    let seed = Int64(Dice.seed())
    let script = try Script(schema: Self.schema + Self.tools)
    script.session.lua.setGlobal("seed", .integer(seed))
    let result = try script.run(
      #"""
      math.randomseed(seed)
      for i = 1, 30 do
        local given = { one = part(0), many = random "parts", named = random "named" }
        local h = Holder(given)
        assert(same(h:to_table(), given), "assigned")
        h:save()
        assert(next(h:changes()) == nil, "changes after saving")
        local read = Holder:get(h.id)
        local t = read:to_table()
        t.id = nil
        local ok, key = same(t, given)
        assert(ok, "read " .. tostring(key))
        assert(read.one == h.one and read.one:key() == h.one:key(), "equal")
        assert(next(read:changes()) == nil, "changes after reading")
        -- A copy of a copy, through a draft, is the same, too.
        local d = read:draft()
        d.n = i
        assert(d.one == h.one, "draft")
        d:save()
        t = Holder:get(h.id):to_table()
        t.id, t.n = nil, nil
        assert(same(t, given), "saved again")
      end
      """#)
    #expect(result.isEmpty, "seed \(seed)")
  }

  @Test(arguments: ["text", "integer", "small", "real", "money", "flag", "day", "moment", "bytes", "token", "rank"])
  func `SQL inside documents selects and sorts as Lua does`(kind: String) throws {
    let seed = Int64(Dice.seed())
    let script = try Script(schema: Self.schema + Self.tools)
    script.session.lua.setGlobal("seed", .integer(seed))
    script.session.lua.setGlobal("kind", .string(LuaString(kind)))
    let result = try script.run(
      #"""
      math.randomseed(seed)
      local all = {}
      for i = 1, 60 do
        local one = math.random(6) > 1 and { part = { [kind] = math.random(5) > 1 and random(kind) or nil } } or nil
        all[i] = Holder { n = i, one = one }
      end
      db:add(all)
      local function value(h) if h.one then return h.one.part[kind] end end
      local path = "one.part." .. kind
      local function ids(keep)
        local t = {}
        for _, h in ipairs(all) do if keep(value(h)) then t[#t + 1] = h.id end end
        return table.concat(t, " ")
      end
      local function sql(condition) return table.concat(Holder:where(condition):sorted_by "n":pluck "id", " ") end
      local list = Holder:sorted_by "n":fetch()
      local function check(condition, keep, what)
        assert(table.concat(list:filter { [path] = condition }:map "id", " ") == sql { [path] = condition }, what .. " in memory")
        assert(sql { [path] = condition } == ids(function(v) if v == nil then return false end return keep(v) end), what)
      end
      assert(sql { [path] = is.absent } == ids(function(v) return v == nil end), "absent")
      for i = 1, 25 do
        local x, y = random(kind), random(kind)
        check(x, function(v) return v == x end, "equal")
        check(is.not_equal(x), function(v) return v ~= x end, "not equal")
        check({ x, y }, function(v) return v == x or v == y end, "one of")
        if kind ~= "flag" and kind ~= "rank" then
          check(is.less(x), function(v) return v < x end, "less")
          check(is.at_least(x), function(v) return v >= x end, "at least")
          if y < x then x, y = y, x end
          check(~is.between(x, y), function(v) return not (v >= x and v <= y) end, "between")
        end
      end
      if kind ~= "rank" then
        local function rank(v) if v == true then return 1 elseif v == false then return 0 else return v end end
        table.sort(all, function(a, b)
          local v, w = rank(value(a)), rank(value(b))
          if v == nil or w == nil then if (v == nil) ~= (w == nil) then return v == nil end return a.id < b.id end
          if v == w then return a.id < b.id end
          return v < w
        end)
        local t = {}
        for i, h in ipairs(all) do t[i] = h.id end
        assert(table.concat(Holder:sorted_by(path, "id"):pluck "id", " ") == table.concat(t, " "), "order")
        assert(same(Holder:all():fetch():sorted(path, "id"):map "id", t), "order in memory")
        local plucked = Holder:sorted_by(path, "id"):pluck(path)
        for i, h in ipairs(all) do
          local found = plucked[i]
          if found == null then found = nil end
          assert(same(found, value(h)), "plucked")
        end
      end
      """#)
    #expect(result.isEmpty, "seed \(seed)")
  }
}
