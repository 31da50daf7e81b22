import TestSupport
import Testing

/// Expressions mean the same in memory and in SQL: of random rows, with NULL, what overflows, and text that is a number.
@Suite struct ExpressionRandomTests {
  private static let seed: UInt64 = 0x5EED_4422

  private static let schema = """
    Row = entity "Row" {
      n = integer {}, m = integer {}, x = real {}, price = decimal { scale = 2 }, s = text {}, at = datetime {},
      day = date {}, good = boolean {}, rank = enum { "low", "high" }, j = json {},
      g = text { \(TestEngine.named == .postgresql ? "" : "collation = 'nocase'") },
    }
    db:create_all()
    function same(a, b)
      if type(a) == "table" and type(b) == "table" then
        for key, value in pairs(a) do if not same(value, b[key]) then return false end end
        for key in pairs(b) do if a[key] == nil then return false end end
        return true
      end
      if math.type(a) == "float" and type(b) == "number" then
        return a == b or a ~= a and b ~= b or math.abs(a - b) <= 1e-9 * math.max(math.abs(a), math.abs(b))
      end
      return a == b or tostring(a) == tostring(b) and type(a) == type(b)
    end
    function shown(value)
      if type(value) ~= "table" then return tostring(value) end
      local parts = {}
      for key, v in pairs(value) do parts[#parts + 1] = tostring(key) .. "=" .. shown(v) end
      table.sort(parts)
      return "{" .. table.concat(parts, " ") .. "}"
    end
    """

  private static func maybe(_ value: String, _ dice: inout Dice) -> String { dice.roll(5) == 0 ? "null" : value }

  private static func row(_ dice: inout Dice) -> String {
    var integers = ["0", "1", "-1", "2", "3", "10", "-7", "math.maxinteger", "math.mininteger", "1 << 53"]
    var reals = ["0.0", "0.5", "-1.5", "2.5", "1e20", "-0.1", "3.0", "1e300", "9007199254740993.0"]
    // What goes beyond integers stays exact there, and what goes beyond real numbers is refused (`EngineException`).
    if TestEngine.named == .postgresql {
      integers.removeAll { $0.hasPrefix("math") || $0.contains("<<") }
      reals.removeAll { ["1e20", "1e300", "9007199254740993.0"].contains($0) }
    }
    let texts = ["''", "'a'", "'Ab'", "'10'", "' 2 '", "'1e2'", "'é'", "'zz'"]
    let prices = ["'0.10'", "'2.25'", "'-3.99'", "'100'", "'0'", "'99999999999.99'"]
    let moments = ["'2024-02-29T11:30:05Z'", "'1999-12-31T23:59:59Z'", "'2023-06-04T00:00:00Z'"]
    let days = ["'2024-02-29'", "'1970-01-01'", "'2023-06-04'"]
    let (n, m) = (maybe(dice.pick(integers), &dice), maybe(dice.pick(integers), &dice))
    let (x, s) = (maybe(dice.pick(reals), &dice), maybe(dice.pick(texts), &dice))
    let (price, at) = (maybe(dice.pick(prices), &dice), maybe(dice.pick(moments), &dice))
    let (day, good) = (maybe(dice.pick(days), &dice), maybe(dice.pick(["true", "false"]), &dice))
    let rank = maybe(dice.pick(["'low'", "'high'"]), &dice)
    let (g, word) = (maybe(dice.pick(texts + ["'AB'", "'ZZ'"]), &dice), dice.pick(texts))
    let part = dice.pick(["0", "1", "3000", "-2", "2.5", "1.0", "'1'", "'x'", "true", "false", "null", "{ 1 }"])
    let j = maybe("{ n = \(part), s = \(word) }", &dice)
    return """
      { n = \(n), m = \(m), x = \(x), s = \(s), price = \(price), at = \(at), day = \(day), good = \(good), rank = \(rank),
        g = \(g), j = \(j) }
      """
  }

  // MARK: Expressions

  private static func number(_ depth: Int, _ dice: inout Dice) -> String {
    guard depth > 0 else {
      return dice.pick(["n", "m", "x", "price", "n", "m", "1", "2", "-3", "0", "0.5", "length(s)"])
    }
    func part(_ dice: inout Dice) -> String { number(depth - 1, &dice) }
    switch dice.roll(18) {
    case 13: return "coalesce(j.n, \(dice.pick(["0", "1", "n", "'1'", "true"])))"
    case 14: return dice.pick(["abs(j.n)", "round(j.n)", "j.n", "if(n > 0, j.n, 1)"])
    case 15: return "(j.n \(dice.pick(["+", "-", "*", "/", "//", "%"])) \(part(&dice)))"
    case 16: return "length(\(dice.pick(["j.n", "j.s", "coalesce(j.n, 1.5)", "if(n > 0, j.n, s)"])))"
    case 17: return "coalesce(j.n, \(dice.pick(["x", "1.5", "n * 2"])))"
    case 0: return "(\(part(&dice)) + \(part(&dice)))"
    case 1: return "(\(part(&dice)) - \(part(&dice)))"
    case 2: return "(\(part(&dice)) * \(part(&dice)))"
    case 3: return "(\(part(&dice)) / \(part(&dice)))"
    case 4: return "(\(part(&dice)) // \(part(&dice)))"
    case 5: return "(\(part(&dice)) % \(part(&dice)))"
    case 6: return "-(\(part(&dice)))"
    case 7: return "abs(\(part(&dice)))"
    case 8: return "round(\(part(&dice)), \(dice.pick(["0", "1", "2", "-1"])))"
    case 9: return "if(\(truth(depth - 1, &dice)), \(part(&dice)), \(part(&dice)))"
    case 10: return "coalesce(\(part(&dice)), \(part(&dice)))"
    case 11: return "\(dice.pick(["year", "month", "day", "weekday"]))(\(dice.pick(["at", "day"])))"
    default: return "\(dice.pick(["hour", "minute", "second"]))(at)"
    }
  }

  private static func text(_ depth: Int, _ dice: inout Dice) -> String {
    guard depth > 0 else {
      return dice.pick(["s", "s", "'x'", "''", "'10'", "g", "j.s", "lower(j.n)", "(j.n .. 'x')"])
    }
    switch dice.roll(5) {
    case 0: return "(\(text(depth - 1, &dice)) .. \(dice.pick(["s", "n", "'-'"])))"
    case 1: return "lower(\(text(depth - 1, &dice)))"
    case 2: return "upper(\(text(depth - 1, &dice)))"
    case 3: return "coalesce(\(text(depth - 1, &dice)), \(text(depth - 1, &dice)))"
    default: return "if(\(truth(depth - 1, &dice)), \(text(depth - 1, &dice)), \(text(depth - 1, &dice)))"
    }
  }

  private static func truth(_ depth: Int, _ dice: inout Dice) -> String {
    let comparison = dice.pick(["==", "~=", "<", "<=", ">", ">="])
    guard depth > 0 else { return dice.pick(["good", "n > 0", "s ~= nil", "x == nil", "rank == 'low'", "price >= 1"]) }
    switch dice.roll(6) {
    case 0: return "(\(truth(depth - 1, &dice)) and \(truth(depth - 1, &dice)))"
    case 1: return "(\(truth(depth - 1, &dice)) or \(truth(depth - 1, &dice)))"
    case 2: return "not (\(truth(depth - 1, &dice)))"
    case 3: return "\(text(depth - 1, &dice)) \(comparison) \(text(depth - 1, &dice))"
    default: return "\(number(depth - 1, &dice)) \(comparison) \(number(depth - 1, &dice))"
    }
  }

  private static func expression(_ dice: inout Dice) -> String {
    let depth = 1 + dice.roll(3)
    switch dice.roll(6) {
    case 0: return text(depth, &dice)
    case 1: return truth(depth, &dice)
    case 2: return dice.pick(["date(at)", "coalesce(date(at), day)", "rank", "coalesce(rank, 'low')", "good"])
    default: return number(depth, &dice)
    }
  }

  private static func script(_ rows: Int, _ dice: inout Dice) throws -> Script {
    let script = try Script(schema: schema)
    let list = (0..<rows).map { _ in row(&dice) }.joined(separator: ",\n")
    try script.run("for _, row in ipairs { \(list) } do Row:create(row) end")
    return script
  }

  // MARK: Tests

  @Test func `a condition on an expression selects the same rows in memory and in SQL`() throws {
    var dice = Dice(seed: Self.seed)
    let script = try Self.script(60, &dice)
    for _ in 0..<250 {
      let expression = Self.expression(&dice)
      let comparison = dice.pick(["==", "~=", "<", "<=", ">", ">="])
      let result = try script.run(
        """
        local ok, values = pcall(function() return Row:pluck [[\(expression)]] end)
        if not ok then return "" end
        local all = Row:fetch()
        local function check(condition, parameters)
          local ran, asked = pcall(function() return Row:where(condition, parameters):pluck "id" end)
          local kept, found = pcall(function() return all:filter(condition, parameters):map "id" end)
          if ran ~= kept then return condition .. ": " .. shown(asked) .. " in SQL, " .. shown(found) .. " in memory" end
          if not ran or #asked == #found then
            for place = 1, ran and #asked or 0 do if asked[place] ~= found[place] then ran = nil end end
            if ran ~= nil then return nil end
          end
          return condition .. " [" .. shown(parameters) .. "]: " .. #asked .. " rows in SQL, " .. #found .. " in memory"
        end
        local wrong = check([[(\(expression)) == nil]])
        for _, place in ipairs { 1, 7, 13, 40 } do
          local value = values[place]
          if value ~= null and value == value then
            wrong = wrong or check([[(\(expression)) \(comparison) value]], { value = value })
          end
        end
        return wrong or ""
        """)
      #expect(result == "", "\(expression), seed \(Self.seed)")
    }
  }

  @Test func `aggregates of an expression are the same in memory and in SQL`() throws {
    var dice = Dice(seed: Self.seed &+ 1)
    let script = try Self.script(40, &dice)
    for _ in 0..<250 {
      let (value, key) = (Self.expression(&dice), Self.expression(&dice))
      let words = dice.pick(["count", "count distinct", "min", "max", "sum", "avg", "median", "list", "sum distinct"])
      let result = try script.run(
        """
        local function all() return Row:aggregate { v = [[\(words) \(value)]] } end
        local function groups(rows)
          return rows:group_by { k = [[\(key)]] }:aggregate { v = [[\(words) \(value)]], n = "count" }:fetch()
        end
        local asked = Row:where(function(r) return os.time() > 0 end)
        local wrong = {}
        local function check(one, other, what)
          local ran, first = pcall(one)
          local kept, second = pcall(other)
          if ran ~= kept or ran and not same(first, second) then
            wrong[#wrong + 1] = what .. ": " .. shown(first) .. " in SQL, " .. shown(second) .. " in memory"
          end
        end
        check(all, function() return asked:aggregate { v = [[\(words) \(value)]] } end, "all")
        check(function() return groups(Row:all()) end, function() return groups(asked) end, "groups")
        return table.concat(wrong, "; ")
        """)
      #expect(result == "", "\(words) \(value) by \(key), seed \(Self.seed)")
    }
  }

  @Test func `rows sorted by an expression come in the same order in memory and in SQL`() throws {
    var dice = Dice(seed: Self.seed &+ 2)
    let script = try Self.script(40, &dice)
    for _ in 0..<150 {
      let expression = Self.expression(&dice)
      let result = try script.run(
        """
        local ran, sql = pcall(function() return Row:sorted_by([[-(\(expression))]], "id"):pluck "id" end)
        local asked = Row:where(function(r) return os.time() > 0 end)
        local kept, memory = pcall(function() return asked:sorted_by([[-(\(expression))]], "id"):pluck "id" end)
        if ran ~= kept then return shown(sql) .. " and " .. shown(memory) end
        if not ran then return "" end
        local set = result_set { unique = "id", sort = { [[-(\(expression))]], "id" } }
        set:load(Row:fetch())
        local shown = {}
        for place = 1, #set do shown[place] = set:at(place).id end
        local orders = { asked = memory, sorted = Row:fetch():sorted([[-(\(expression))]], "id"):map "id", set = shown }
        for name, order in pairs(orders) do
          if table.concat(sql, " ") ~= table.concat(order, " ") then return "another order: " .. name end
        end
        return ""
        """)
      #expect(result == "", "\(expression), seed \(Self.seed)")
    }
  }

  @Test func `sections by an expression are the same of a request and in memory`() throws {
    var dice = Dice(seed: Self.seed &+ 3)
    let script = try Self.script(40, &dice)
    for _ in 0..<100 {
      let expression = Self.expression(&dice)
      let result = try script.run(
        """
        local ran, bound = pcall(function() return Row:sectioned_by([[(\(expression))]]):results() end)
        local kept, memory = pcall(function()
          local set = result_set { unique = "id", section = [[(\(expression))]] }
          set:load(Row:fetch())
          return set
        end)
        if not ran or not kept then return ran == kept and "" or tostring(bound) .. " and " .. tostring(memory) end
        if bound:section_count() ~= memory:section_count() then return "other sections" end
        for place = 1, bound:section_count() do
          local one, other = bound.sections[place], memory.sections[place]
          if not same(one.name, other.name) or #one ~= #other then return shown(one.name) .. " and " .. shown(other.name) end
        end
        return ""
        """)
      #expect(result == "", "\(expression), seed \(Self.seed)")
    }
  }

  @Test func `an expression in the place of a name asks what it asks as text`() throws {
    var dice = Dice(seed: Self.seed &+ 4)
    let script = try Self.script(40, &dice)
    for _ in 0..<100 {
      let expression = Self.number(1 + dice.roll(2), &dice)
      let (word, comparison) = dice.pick([("greater", ">"), ("at_most", "<="), ("not_equal", "~=")])
      let result = try script.run(
        """
        local function ids(list) return table.concat(list:map "id", " ") end
        local text, name = [[(\(expression)) \(comparison) 2]], [[(\(expression))]]
        local ran, all = pcall(function() return ids(Row:where(text):fetch()) end)
        if not ran then return "" end
        local ways = {
          table = Row:where { [name] = is.\(word)(2) }:fetch(), triple = Row:where(name, "\(comparison)", 2):fetch(),
          filter = Row:fetch():filter { [name] = is.\(word)(2) },
        }
        for way, list in pairs(ways) do if ids(list) ~= all then return way .. ": " .. ids(list) .. " for " .. all end end
        return ""
        """)
      #expect(result == "", "\(expression), seed \(Self.seed)")
    }
  }
}
