import TestSupport
import Testing

@testable import Scripting

/// Plain tables that come at once: lists show and tell the same of them as of rows that come one by one.
@Suite struct PlainTableTests {
  private static let prelude =
    resultSetHarness + """

      local random = math.random
      local function value()
        local kind = random(8)
        if kind == 1 then return nil end
        if kind == 2 then return random(5) + 0.5 end
        if kind == 3 then return random(5) + 0.0 end
        if kind == 4 then return string.rep("long", 12) .. random(3) end
        return random(5)
      end
      function rows(n)
        local result = {}
        for i = 1, n do
          result[i] = {
            id = i, name = ({ "ann", "Bob", "Ärger", "", "cid" })[random(5)], team = random(3) > 1 and "T" .. random(4) or nil,
            score = value(), isThere = random(2) == 1, [7] = random(2),
          }
        end
        return result
      end
      function pick(...) return (select(random(select("#", ...)), ...)) end
      function one_by_one(rs, rows) for _, row in ipairs(rows) do rs:insert(row) end return rs end
      function copied(rows)
        local result = {}
        for i, row in ipairs(rows) do
          result[i] = {}
          for name, value in pairs(row) do result[i][name] = value end
        end
        return result
      end
      """

  private func script() throws -> Script { try Script(schema: Self.prelude) }

  @Test func `rows that come at once are shown as those that come one by one, and edited alike`() throws {
    let seed = Dice.seed()
    let failure = try script().failure(
      """
      math.randomseed(\(seed))
      local random = math.random
      for n = 1, 60 do
        local rules = {
          unique = "id",
          sort = pick(nil, "score", "-name", { "team", "-score" }, function(a, b) return a.name < b.name end,
            function(row) return row.name:lower() end, desc("name", { ignore_case = true })),
          section = pick(nil, "team", initial "name", function(row) return #row.name end, "isThere"),
          filter = pick(nil, function(row) return row.id % 3 ~= 0 end, { name = is.not_equal("Bob") }),
          sort_sections = pick(nil, "-name", "appearance"),
        }
        local given = rows(40 + random(40))
        local one, other = result_set(rules):load(given), one_by_one(result_set(rules), given)
        assert(as_text(picture(one)) == as_text(picture(other)), "loaded")
        local check = watched(one)
        for step = 1, 6 do
          local id, score = random(#given), random(9)
          for _, rs in ipairs { one, other } do rs:update(id, function(row) row.score = score end) end
          check("update")
          assert(as_text(picture(one)) == as_text(picture(other)), "updated")
        end
        local next = rows(30 + random(60))
        one:apply(next) other:apply(next)
        check("apply")
        assert(as_text(picture(one)) == as_text(picture(other)), "applied")
        assert(one:apply(copied(next)) == nil, "the same again")
        one:resort() other:resort()
        check("resort")
        assert(as_text(picture(one)) == as_text(picture(other)), "sorted")
      end
      """)
    #expect(failure == "no error, but: ", "seed \(seed)")
  }

  @Test func `the difference of plain tables is that of any rows`() throws {
    let seed = Dice.seed()
    let failure = try script().failure(
      """
      math.randomseed(\(seed))
      local random = math.random
      for n = 1, 100 do
        local old, new = rows(random(30)), rows(random(30))
        for i = 1, math.min(#old, #new) do if random(2) == 1 then new[i] = old[i] end end
        for i = 1, #new do local j = random(#new) new[i], new[j] = new[j], new[i] end
        local options = { section = pick(nil, "team", initial "name"), sort = pick(nil, "name", "-score") }
        local fast = tostring(diff(old, new, options))
        options.unique = function(row) return row.id end
        assert(fast == tostring(diff(old, new, options)), fast)
      end
      """)
    #expect(failure == "no error, but: ", "seed \(seed)")
  }

  @Test func `a list keeps copies of plain tables, and sees what differs in them`() throws {
    try script().expect(
      """
      local given = rows(50)
      for i, row in ipairs(given) do row.score, row.n, row.isThere = i, 1, true end
      local rs = result_set { unique = "id", sort = "id" } rs:load(given)
      given[1].score = "changed"
      print(rs:at(1).score, rawequal(rs:at(1), given[1]), rawequal(rs:at(2), rs:at(2)))
      given[1].score = 1.0
      print(rs:apply(given))
      given[2].n, given[3].isThere, given[4].new, given[5].name = 1.5, false, "x", nil
      local changes = rs:apply(given)
      for _, entry in ipairs(changes.updated) do print(entry.object.id, table.concat(entry.fields, " ")) end
      given[7].list = { 1 }
      print(#rs:apply(given).updated, rs:at(7).list[1], rs:apply(given))
      """,
      """
      1 false true

      2 n
      3 isThere
      4 new
      5 name
      1 1
      """)
  }

  /// Short and long texts, numbers and truths as keys; more of them than are kept by columns, and none in common.
  @Test func `tables with keys of any kind are copied whole`() throws {
    let failure = try script().failure(
      """
      local long = ("k"):rep(50)
      local makers = {
        function(i) return { [long] = i, [long .. i % 3] = true, [i % 2 == 0 and "even" or "odd"] = "text" } end,
        function(i) local row = {} for k = 1, 40 do row["c" .. k] = i * k end return row end,
        function(i) return { ["only" .. i] = i } end,
        function(i) return { "a", i, [2.5] = true, [false] = i + 0.5 } end,
        function(i) return { "a", i, [-1] = "\0", [math.maxinteger] = "" } end,
        function(i) return { x = i % 2 == 0 and i or i + 0.0, y = 0/0, z = i % 5 == 0 and -0.0 or nil, w = i % 2 == 0 } end,
      }
      local function is_in(row, other)
        for key, value in pairs(row) do
          local found = other[key]
          assert(found == value or found ~= found and value ~= value, key)
          assert(math.type(found) == math.type(value) and type(found) == type(value), key)
          assert(value ~= 0 or 1 / found == 1 / value, key)
        end
      end
      for number, make in ipairs(makers) do
        local given = {}
        for i = 1, 80 do given[i] = make(i) given[i].id = i end
        local rs = result_set { unique = "id", sort = "id" }
        rs:load(given)
        for i, row in ipairs(given) do
          is_in(row, rs:at(i))
          is_in(rs:at(i), row)
          assert(rawequal(rs:at(i), rs:at(i)))
        end
        assert(rs:apply(copied(given)) == nil, number)
        -- A table with elements would be taken for a list of rows.
        if not given[1][1] then one_by_one(rs, copied(given)) end
        assert(#rs == 80 and rs:apply(copied(given)) == nil, number)
        -- Compared as a whole, with members that come, go and change, and where a function reads each row.
        for _, options in ipairs { {}, { unique = function(row) return row.id end } } do
          local others = copied(given)
          assert(#diff(given, others, options).updated == 0, number)
          others[7].id, others[8].more, others[9].id = 7.0, true, "9"
          for key in pairs(others[11]) do if key ~= "id" then others[11][key] = nil break end end
          for key in pairs(others[13]) do if key ~= "id" then others[13][key] = "changed" end end
          local changes = diff(given, others, options)
          local told = {}
          for i, entry in ipairs(changes.updated) do told[i] = entry.object.id end
          assert(table.concat(told, " ") == "8 11 13" and #changes.deleted == 1, number .. ": " .. table.concat(told, " "))
        end
      end
      """)
    #expect(failure == "no error, but: ")
  }

  @Test func `rows of one identity that come at once are merged into one`() throws {
    try script().expect(
      """
      local given = rows(50)
      given[10].id, given[20].id = 5, 5
      local rs = result_set { unique = "id", merge = function(old, new) new.n = (old.n or 0) + 1 return new end }
      rs:load(given)
      print(#rs, rs:at(5).n, rs:find { id = 5 }[1].n)
      print(pcall(diff, given, {}, { unique = "id" }))
      """,
      """
      48 2 2
      false diff: two rows of the first list have the same identity
      """)
  }
}
