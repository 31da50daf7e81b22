import Testing

/// What closures become, one line each.
@Suite struct FilterReadingTests {
  static let readings: [(String, String)] = [
    ("function(p) return p.m == 3 end", "pushed: m = 3"),
    ("function(p) return p.n == 3 end", "pushed: n = 3"),
    ("function(p) return p.n ~= 3 end", "pushed: n IS NULL OR n <> 3"),
    ("function(p) return p.n < 3 end", "prefilter: n < 3 | ask: n IS NULL"),
    ("function(p) return p.n and p.n < 3 end", "pushed: n < 3"),
    ("function(p) return p.n == nil end", "pushed: n IS NULL"),
    ("function(p) return not p.s end", "pushed: s IS NULL"),
    ("function(p) return p.m end", "pushed: 1"),
    ("function(p) return p.c end", "pushed: c = 1"),
    ("function(p) return not p.c end", "pushed: c <> 1"),
    ("function(p) return p.c == 1 end", "pushed: 0"),
    ("function(p) return p.m == '3' end", "pushed: 0"),
    ("function(p) return p.m >= 18 and p.m <= 70 end", "pushed: m >= 18 AND m <= 70"),
    ("function(p) return p.t == 'a' or p.t == 'b' end", "pushed: t = 'a' OR t = 'b'"),
    (
      "function(p) if p.m > 3 then return p.c else return p.t == 'x' end end",
      "pushed: (m > 3 AND c = 1) OR (m <= 3 AND t = 'x')"
    ),
    ("function(p) return p.t:sub(1, 2) == 'ab' end", "pushed: t >= 'ab' AND t < 'ac'"),
    ("function(p) return p.t:find('^ab') end", "pushed: t >= 'ab' AND t < 'ac'"),
    ("function(p) return p.t:sub(-2) == 'ra' end", "pushed: lua_sub(t, -2, -1) = 'ra'"),
    ("function(p) return p.t:find('ra$') ~= nil end", "pushed: lua_sub(t, -2, -1) = 'ra'"),
    ("function(p) return #p.t > 3 end", "pushed: lua_len(t) > 3"),
    ("function(p) return p.t:upper() == 'A' end", "pushed: lua_upper(t) = 'A'"),
    ("function(p) return ({ a = true, b = true })[p.t] end", "pushed: t IN ('a', 'b')"),
    ("function(p) return p.team == nil end", "pushed: team_id IS NULL"),
    ("function(p) return p.team and p.team.name == 'Red' end", "pushed: team_id IS NOT NULL AND name = 'Red'"),
    ("function(p) return p.m * 2 > 10 end", "prefilter: (m * 2) > 10 | ask: NOT (typeof((m * 2)) = 'integer')"),
    ("function(p) return p.y / 2 > 1.5 end", "pushed: (CAST(y AS REAL) / 2) > 1.5"),
    (
      "function(p) print(p.t) return true end",
      "closure: closure.lua:1: it calls 'print', which may have effects of its own"
    ),
    ("function(p) seen = p.t return true end", "closure: closure.lua:1: it assigns the global 'seen'"),
    ("function(p) return p.unknown == 3 end", "closure: closure.lua:1: 'unknown' is no field of Row"),
  ]

  @Test(arguments: readings)
  func `A closure becomes the SQL that means the same`(_ source: String, _ expected: String) throws {
    let reading = try Laboratory().reading(source)
    #expect(reading == expected)
  }
}
