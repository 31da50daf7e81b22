import ClosureSQL
import Testing

/// What functions that sort and section rows become.
@Suite struct OrderReadingTests {
  static let keys: [(String, String)] = [
    ("function(p) return p.m end", "m"),
    ("function(p) return #p.t end", "lua_len(t)"),
    ("function(p) return p.t:sub(1, 1):upper() end", "lua_upper(lua_sub(t, 1, 1))"),
    ("function(p) return p.n or 0 end", "CASE WHEN n IS NULL THEN 0 ELSE n END"),
    ("function(p) if p.m > 9 then return 'high' end return 'low' end", "CASE WHEN m > 9 THEN 'high' ELSE 'low' END"),
    ("function(p) return -p.y end", "y * -1.0"),
    (
      "function(p) return math.abs(-p.y) end",
      "CASE WHEN (y * -1.0) < 0.0 THEN (y * -1.0) * -1.0 ELSE (y * -1.0) + 0.0 END"
    ),
    ("function(p) return p.c end", "c"),
    ("function(p) return p.team and p.team.name end", "CASE WHEN team_id IS NULL THEN NULL ELSE name END"),
    ("function(p) return -p.m end", "0 - m | ask: NOT (typeof((0 - m)) = 'integer')"),
    (
      "function(p) return p.v end",
      "CASE WHEN v = 1 THEN 'Oslo' WHEN v = 2 THEN 'ab' WHEN v = 3 THEN 'é' WHEN v = 4 THEN '' WHEN v = 5 THEN 'b' ELSE NULL"
        + " END"
    ),
    (
      "function(p) return ({ ab = 1, b = 2, x = 3 })[p.v] end", "CASE WHEN v = 2 THEN 1 WHEN v = 5 THEN 2 ELSE NULL END"
    ),
    (
      "function(p) return p.c and p.t or p.m end",
      "closure: it gives values of different types: give all of one type, as by tostring"
    ),
    ("function(p) return p end", "closure: it gives neither a number nor text: give one of them"),
  ]

  @Test(arguments: keys)
  func `A key function becomes an expression`(_ source: String, _ expected: String) throws {
    let laboratory = try Laboratory()
    let reading: String
    switch try laboratory.translator.key(try laboratory.function("return " + source), laboratory.world) {
    case .pushed(let key): reading = try laboratory.sql(key.expression)
    case .prefilter(let key, let ask, _):
      reading = try laboratory.sql(key.expression) + " | ask: " + laboratory.sql(ask)
    case .closure(let reason): reading = "closure: " + reason.text
    }
    #expect(reading == expected)
  }

  static let comparators: [(String, String)] = [
    ("function(a, b) return a.m < b.m end", "m"),
    ("function(a, b) return a.m > b.m end", "m DESC"),
    ("function(a, b) return b.m < a.m end", "m DESC"),
    ("function(a, b) if a.m ~= b.m then return a.m > b.m end return a.t < b.t end", "m DESC, t"),
    ("function(a, b) return a.m < b.m or a.m == b.m and a.t < b.t end", "m, t"),
    (
      "function(a, b) if a.m < b.m then return true elseif a.m > b.m then return false else return #a.t > #b.t end end",
      "m, lua_len(t) DESC"
    ),
    (
      "function(a, b) return a.v > b.v end",
      "CASE WHEN v = 1 THEN 'Oslo' WHEN v = 2 THEN 'ab' WHEN v = 3 THEN 'é' WHEN v = 4 THEN '' WHEN v = 5 THEN 'b' ELSE NULL"
        + " END DESC"
    ),
    ("function(a, b) return a.n < b.n end", "n | ask: n IS NULL"),
    (
      "function(a, b) if a.n ~= b.n then return a.n > b.n end return a.t < b.t end", "n DESC, t | ask: n IS NULL"
    ),
    ("function(a, b) return (a.n or 0) < (b.n or 0) end", "CASE WHEN n IS NULL THEN 0 ELSE n END"),
    ("function(a, b) return (b.s or '') < (a.s or '') end", "CASE WHEN s IS NULL THEN '' ELSE s END DESC"),
    ("function(a, b) return (a.n or a.m) > (b.n or b.m) end", "CASE WHEN n IS NULL THEN m ELSE n END DESC"),
    (
      "function(a, b) local m, n = a.n or 0, b.n or 0 if m ~= n then return m > n end return a.t < b.t end",
      "CASE WHEN n IS NULL THEN 0 ELSE n END DESC, t"
    ),
    (
      "function(a, b) local m, n = a.n or 0, b.n or 0 if m ~= n then return m > n end return a.s < b.s end",
      "CASE WHEN n IS NULL THEN 0 ELSE n END DESC, s | ask: s IS NULL"
    ),
    ("function(a, b) return (a.n or 0) < (b.n or 1) end", "n | ask: n IS NULL"),
    ("function(a, b) return a.n and b.n and a.n < b.n end", "n | ask: n IS NULL"),
    ("function(a, b) return a.m <= b.m end", "closure"),
    ("function(a, b) return a.m < b.y end", "closure"),
    ("function(a, b) return a.m + b.m > 3 end", "closure"),
    ("function(a, b) return true end", "closure"),
  ]

  @Test(arguments: comparators)
  func `A comparator that goes by one key after the other is read as keys`(_ source: String, _ expected: String) throws
  {
    let laboratory = try Laboratory()
    let reading: String
    switch try laboratory.translator.comparator(try laboratory.function("return " + source), laboratory.world) {
    case .keys(let keys, let ask, _):
      let texts = try keys.map { try laboratory.sql($0.expression) + ($0.isDescending ? " DESC" : "") }
      reading = texts.joined(separator: ", ") + (ask == .or([]) ? "" : " | ask: " + (try laboratory.sql(ask)))
    case .closure: reading = "closure"
    }
    #expect(reading == expected)
  }
}
