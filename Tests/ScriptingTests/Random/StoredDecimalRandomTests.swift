import TestSupport
import Testing

/// Random arithmetic of decimals that another program stores as numbers: what the database says of it is what the function
/// says of each row, digits and errors included.
@Suite struct StoredDecimalRandomTests {
  /// `MOONSHELL_SEEDS` sets how many tables are tried, with 25 functions each.
  private static let seeds = RandomWorld.count("MOONSHELL_SEEDS", usual: 16)

  private static func world(_ dice: inout Dice) -> String {
    let rows = (1...24).map { place -> String in
      let price = dice.pick(["0.99", "1.99", "0", "-0.5", "100", "25.2", "9999999999.99", "0.1", "NULL", "7.25"])
      let tax = dice.pick(["0.19", "0.0725", "0", "1", "-0.25", "0.3333", "1e-4"])
      let n = dice.pick(["1", "2", "3", "-4", "0", "1000", "NULL", "9007199254740993"])
      return "(\(place), \(price), \(tax), \(n))"
    }
    return """
      db:execute "CREATE TABLE line (id INTEGER PRIMARY KEY, price NUMERIC(12,2), tax DECIMAL(6,4), n BIGINT)"
      db:execute "INSERT INTO line VALUES \(rows.joined(separator: ", "))"
      \(TestEngine.chosen == .postgresql ? "" : dirt(&dice))
      db:reflect()
      """
  }

  /// What only columns hold that take anything.
  private static func dirt(_ dice: inout Dice) -> String {
    let values = ["1.23456", "'x'", "0.1 + 0.2", "12345678901234.25", "x'01'", "9e999", "9223372036854775807"]
    return (0..<dice.roll(4)).map { _ in
      "db:execute \"UPDATE line SET \(dice.pick(["price", "tax", "n"])) = \(dice.pick(values)) WHERE id = \(1 + dice.roll(24))\""
    }.joined(separator: "\n")
  }

  private static func number(_ depth: Int, _ dice: inout Dice) -> String {
    if depth == 0 || dice.roll(4) == 0 {
      return dice.pick([
        "l.price", "l.tax", "l.n", "l.price", "l.price", "2", "1", "-1", "decimal '0.5'", "decimal '1.50'", "0.5",
      ])
    }
    let (left, right) = (number(depth - 1, &dice), number(depth - 1, &dice))
    if dice.roll(8) == 0 { return "-(\(left))" }
    return "(\(left) \(dice.pick(["+", "-", "*", "*", "*", "/"])) \(right))"
  }

  private static func guarded(_ body: String, orElse other: String, _ dice: inout Dice) -> String {
    let known = dice.roll(4) == 0 ? "" : "if l.price == nil or l.n == nil then return \(other) end "
    return "function(l) \(known)return \(body) end"
  }

  private static func call(_ dice: inout Dice) -> String {
    let value = number(1 + dice.roll(2), &dice)
    if dice.roll(3) == 0 { return "keyed(\(guarded(value, orElse: "nil", &dice)))" }
    let other = number(dice.roll(2), &dice)
    return
      "filtered(\(guarded("\(value) \(dice.pick(["<", "<=", ">", ">=", "==", "~="])) \(other)", orElse: "false", &dice)))"
  }

  private static let tools = """
    kinds = { pushed = 0, prefilter = 0, closure = 0 }
    local function same(run)
      local ran, first = pcall(run)
      local kept, second = pcall(run, { pushdown = false })
      -- A database adds up decimals as integers, of which it says so where they are too large.
      if not ran and tostring(first):find "larger than an integer can be" then return end
      if ran ~= kept or ran and first ~= second then return tostring(first) .. " pushed, " .. tostring(second) .. " by row" end
    end
    function filtered(f)
      local kind = tostring(Line:where(f):explain()):match "^%l+"
      kinds[kind] = kinds[kind] + 1
      return same(function(options) return table.concat(Line:where(f):fetch(options):map "id", " ") end)
    end
    -- Its values, their order and their sum, beside the same of each object.
    function keyed(f)
      local wrong = same(function(options) return table.concat(Line:sorted_by(f, "id"):fetch(options):map "id", " ") end)
      if wrong then return wrong end
      return same(function(options)
        local values = {}
        if not options then values = Line:sorted_by "id":pluck(f)
        else
          for place, l in ipairs(Line:sorted_by "id":fetch()) do
            local value = f(l)
            values[place] = value == nil and null or value
          end
        end
        -- The sum of decimals; those of other numbers have rules of their own.
        local sum, areDecimals = nil, true
        for place, value in ipairs(values) do
          if value ~= null and type(value) ~= "userdata" then areDecimals = false
          elseif value ~= null and areDecimals then sum = sum == nil and value or sum + value end
          values[place] = tostring(value)
        end
        if not areDecimals then sum = nil elseif not options and sum ~= nil then sum = Line:sum(f) end
        return table.concat(values, " ") .. " " .. tostring(sum)
      end)
    end
    """

  @Test func `arithmetic of stored decimals is what it is row by row`() throws {
    var kinds = [0, 0, 0]
    for part in 0..<Self.seeds {
      let seed = Dice.seed(part)
      var dice = Dice(seed: seed)
      let script = try Script(schema: Self.world(&dice))
      try script.run(Self.tools)
      for _ in 0..<25 {
        let call = Self.call(&dice)
        let wrong = try script.run("return \(call)")
        #expect(wrong == "", "\(call), seed \(seed)")
      }
      let counts = try script.run("return kinds.pushed, kinds.prefilter, kinds.closure").split(
        whereSeparator: \.isWhitespace)
      for (place, count) in counts.enumerated() { kinds[place] += Int(count) ?? 0 }
    }
    print("stored decimals: pushed \(kinds[0]), prefiltered \(kinds[1]), by row \(kinds[2])")
    #expect(kinds[2] < kinds[0] + kinds[1])
  }
}
