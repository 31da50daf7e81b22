import TestSupport
import Testing

/// Lists sorted by functions that are read, not called: as if they were called.
@Suite struct ReadOrderTests {
  /// Rows of every kind of value, a list of them of which some objects were given values, and orders by functions.
  private static let rows = """
    Row = entity "Row" {
      t = text {}, i = integer {}, r = real {}, n = integer { required = true }, s = text { required = true },
      b = boolean {}, d = decimal { scale = 2 }, e = enum { "zz", "aa" }, data = data {},
    }
    db:create_all()
    local random = math.random
    local texts = { "", "a", "b", "a\\1", "a b", "é", "seven77", "seven77 ", "seven778", "long enough to go on", "long enough to go off" }
    local numbers = { 0, -0.0, 1, 1.0, 0.5, 2^53, -7, 1e300, math.huge }
    local function maybe(value) if random(3) > 1 then return value end end
    local function given(lacks, value) if lacks then return maybe(value) end return value end

    function a_list(lacks, assigned)
      Row:all():delete()
      db:transaction(function()
        for i = 1, 70 + random(60) do
          local integer, number = random(-3, 3), numbers[random(#numbers)]
          local text = texts[random(2) + random(3)]
          Row:create {
            t = given(lacks, text), i = given(lacks, integer),
            r = given(lacks, number), n = random(4), s = texts[random(#texts)],
            b = maybe(random(2) == 1), d = maybe(tostring(random(9)) .. ".5"), e = maybe "aa" or "zz",
          }
        end
      end)
      local list = Row:fetch()
      for _ = 1, assigned do
        local row = list[random(#list)]
        row.n, row.t, row.r = random(4), texts[random(#texts)], numbers[random(#numbers)]
        if lacks then row.i = maybe(random(-3, 3)) end
      end
      return list
    end

    calls = 0
    keys = {
      function(x) return x.t end, function(x) return x.i end, function(x) return x.r end, function(x) return x.n end,
      function(x) return x.b end, function(x) return x.d end, function(x) return x.e end, function(x) return x.id end,
      function(x) return x.s:upper() end, function(x) return x.n + 1 end, function(x) return x.data end,
      function(x) return x.n > 2 and x.s or x.t end,
    }
    comparators = {
      function(a, b) return a.n < b.n end, function(a, b) return a.s > b.s end,
      function(a, b) return a.t < b.t end, function(a, b) return a.r > b.r end, function(a, b) return a.i < b.i end,
      function(a, b) if a.n ~= b.n then return a.n > b.n end return a.s < b.s end,
      function(a, b) if a.t ~= b.t then return a.t < b.t end return a.n > b.n end,
      function(a, b) return a.r < b.r or a.r == b.r and a.n < b.n end,
      function(a, b) return a.e < b.e end, function(a, b) return #a.s < #b.s end,
      function(a, b) if a.s ~= b.s then return a.s < b.s end if a.r ~= b.r then return a.r > b.r end return a.id < b.id end,
    }
    -- The same functions, as nobody reads them: they change a global variable.
    function called(f)
      if debug_parameters(f) == 2 then return function(a, b) calls = calls + 1 return f(a, b) end end
      return function(x) calls = calls + 1 return f(x) end
    end

    function answer(list, ...)
      local ok, sorted = pcall(list.sorted, list, ...)
      if not ok then return false end
      local ids = {}
      for i, row in ipairs(sorted) do ids[i] = row.id end
      return table.concat(ids, " ")
    end
    """

  @Test func `a function that is read sorts as one that is called`() throws {
    let seed = Dice.seed()
    let script = try Script(schema: "function debug_parameters() end " + Self.rows)
    let failure = script.failure(
      """
      math.randomseed(\(seed))
      local random = math.random
      local two = {}
      for _, f in ipairs(comparators) do two[f] = true end
      function debug_parameters(f) return two[f] and 2 or 1 end
      local answered, raised = 0, 0
      for round = 1, 24 do
        local list = a_list(random(2) == 1, random(3) == 1 and random(8) or 0)
        for n = 1, 14 do
          local function any() return random(2) == 1 and keys[random(#keys)] or comparators[random(#comparators)] end
          local first, second = any(), any()
          local down = random(2) == 1 and desc or asc
          local read = answer(list, down(first), second)
          local told = answer(list, down(called(first)), called(second))
          if read ~= told then
            local place = {}
            for i, f in ipairs(keys) do place[f] = "key " .. i end
            for i, f in ipairs(comparators) do place[f] = "comparator " .. i end
            error(("round %d, %s then %s: %s, but called %s"):format(round, place[first], place[second], read, told))
          end
          if read then answered = answered + 1 else raised = raised + 1 end
        end
      end
      assert(answered > 50 and raised > 10, answered .. " answers, " .. raised .. " errors")
      return "done"
      """)
    #expect(failure == "no error, but: done", "seed \(seed)")
  }

  @Test func `a comparator of fields makes no object of the rows that it sorts`() throws {
    let script = try Script(schema: Self.rows)
    try script.expect(
      """
      local function sort(list)
        local one = list:sorted(function(a, b) if a.n ~= b.n then return a.n < b.n end return a.s < b.s end)
        local other = list:sorted(function(x) return x.s:upper() end)
        assert(#one == #list and #other == #list)
      end
      -- What is made once, is made for another list.
      sort(a_list(false, 0))
      local list = a_list(false, 0)
      collectgarbage() collectgarbage()
      local before = collectgarbage "count"
      sort(list)
      collectgarbage() collectgarbage()
      local after = collectgarbage "count"
      for _, x in ipairs(list) do assert(x.id) end
      collectgarbage() collectgarbage()
      local made = collectgarbage "count" - after
      return made > 4 and after - before < made / 4 or ("%g KiB, %g KiB of objects"):format(after - before, made)
      """, "true")
  }

  @Test func `a function that keeps the rows that it sees keeps objects`() throws {
    let script = try Script(schema: Self.rows)
    try script.expect(
      """
      local list, seen = a_list(false, 0), {}
      list:sorted(function(x) seen[#seen + 1] = x return x.n end)
      for i, x in ipairs(seen) do assert(rawequal(x, list[i]) and x.id == list[i].id) end
      return #seen == #list
      """, "true")
  }

  @Test func `a sorted list has the objects of the other, and its own places`() throws {
    let script = try Script(schema: Self.rows)
    try script.expect(
      """
      local list = a_list(false, 0)
      local sorted = list:sorted "-id"
      local last = #list
      assert(rawequal(sorted[1], list[last]) and rawequal(list[2], sorted[last - 1]))
      list[1].n = 99
      assert(sorted[last].n == 99)
      local twice = sorted:sorted "id"
      assert(rawequal(twice[3], list[3]))
      list[1] = list[2]
      assert(sorted[last].id == twice[1].id and sorted[last].id ~= list[1].id, "the list changed alone")
      sorted[last] = nil
      assert(#sorted == last - 1 and #twice == last and twice[1].n == 99, "the sorted list changed alone")
      table.sort(twice, function(a, b) return a.id > b.id end)
      assert(twice[1].id == sorted[1].id and list[last].id == sorted[1].id)
      list[#list + 1] = sorted[5]
      local grown = list:sorted "id"
      assert(#grown == last + 1 and #list == last + 1)
      local count = 0
      for _ in ipairs(grown) do count = count + 1 end
      for _, x in pairs(grown) do assert(x.id) end
      return count == last + 1 and #grown:filter(function(x) return true end) == count
      """, "true")
  }

  @Test func `a function may change the list that it sorts`() throws {
    let script = try Script(schema: Self.rows)
    try script.expect(
      """
      for _, change in ipairs {
        function(list) list[#list] = nil end, function(list) list[#list + 1] = list[1] end,
        function(list) list[1], list[2] = list[2], list[1] end,
      } do
        local list = a_list(false, 0)
        local count = #list
        local sorted = list:sorted(function(x) change(list) return x and x.n or 0 end)
        assert(#sorted <= count)
        for i = 1, #sorted do local x = sorted[i] assert(x == nil or x.id) end
      end
      """, "")
  }
}
