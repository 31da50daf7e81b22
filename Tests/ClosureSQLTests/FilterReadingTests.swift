import ClosureSQL
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
    (
      "function(p) local a, b = p.t:match('(%d+)-(%d+)') return b == '3' end",
      "pushed: lua_find(t, '(%d+)-(%d+)') > 0 AND lua_match(t, '%d+-(%d+)') = '3'"
    ),
    (
      "function(p) local a, b, c = p.t:match('(%d)(%d)(%d)') return c == '3' end",
      "pushed: lua_find(t, '(%d)(%d)(%d)') > 0 AND lua_match(t, '%d%d(%d)') = '3'"
    ),
    (
      "function(p) local a, b = p.t:find('%d+') return b == 3 end",
      "pushed: lua_find(t, '%d+') > 0 AND (lua_find(t, '%d+') + (lua_len(lua_match(t, '%d+')) - 1)) = 3"
    ),
    (
      "function(p) local a, b, c, d = p.t:find('(%d)(%d)') return d == '3' end",
      "pushed: lua_find(t, '(%d)(%d)') > 0 AND lua_match(t, '%d(%d)') = '3'"
    ),
    (
      "function(p) return select(2, p.t:match('(%d)(%d)')) == '3' end",
      "pushed: lua_find(t, '(%d)(%d)') > 0 AND lua_match(t, '%d(%d)') = '3'"
    ),
    ("function(p) return string.format('%s: %s', 'a', p.t) == 'a: b' end", "pushed: (('a: ' || t) || '') = 'a: b'"),
    ("function(p) return string.format('%s %s', 1.5, true) == p.t end", "pushed: t = '1.5 true'"),
    ("function(p) return string.format('%s', p.s or '') == 'x' end", "pushed: (('' || s) || '') = 'x'"),
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
    (
      "function(p) seen = p.t return true end",
      "closure: closure.lua:1: it assigns the global 'seen': write local before it"
    ),
    (
      "function(p) return p.unknown == 3 end",
      "closure: closure.lua:1: 'unknown' is no field of Row, and no method of its objects"
    ),
  ]

  @Test func `What stands behind the first result is asked for where its pattern means more, and said`() throws {
    let laboratory = try Laboratory()
    let reason = "a further result of a function is used, and SQL has only the first of this one"
    for body in [
      "local a, b = p.t:match('(.)(%1)') return b == 'a'",
      "local a, b = p.t:match('(a)*(b)') return b == 'b'", "local a, b = p.t:match('(a)(b)(c$)') return b == 'b'",
    ] {
      let function = try laboratory.function("return function(p) \(body) end")
      let reasons: [ClosureReason]
      switch try laboratory.translator.filter(function, laboratory.world) {
      case .prefilter(_, _, let found): reasons = found
      case .closure(let found): reasons = [found]
      case .pushed: reasons = []
      }
      #expect(reasons.map(\.text) == [reason], "\(body)")
    }
  }

  @Test(arguments: readings)
  func `A closure becomes the SQL that means the same`(_ source: String, _ expected: String) throws {
    let reading = try Laboratory().reading(source)
    #expect(reading == expected)
  }
}
