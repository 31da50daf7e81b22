import Testing

/// Functions that a function makes itself: what they say of the rows of a relation may name the row around.
@Suite struct InnerFunctionTests {
  private static let schema = """
    Team = entity "Team" { name = text {}, players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, age = integer {}, team = belongs_to "Team", boss = belongs_to("Player", { inverse = "reports" }),
      reports = has_many("Player", { inverse = "boss" }), games = has_many "Game", tags = many_to_many "Tag",
    }
    Game = entity "Game" { score = integer {}, title = text {}, player = belongs_to "Player", rounds = has_many "Round" }
    Round = entity "Round" { points = integer {}, game = belongs_to "Game" }
    Tag = entity "Tag" { name = text {}, level = integer {} }
    db:create_all()
    local red, blue = Team:create { name = "Red" }, Team:create { name = "Blue" }
    local ann = Player:create { name = "Ann", age = 3, team = red }
    local bob = Player:create { name = "Bob", team = red, boss = ann }
    local cid = Player:create { name = "Cid", age = 40, team = blue, boss = ann }
    local dan = Player:create { name = "Dan", age = 5, boss = cid }
    local g = Game:create { score = 3, title = "Ann", player = ann }
    local h = Game:create { score = 5, title = "two", player = ann }
    Game:create { score = 2, player = bob }
    Game:create { title = "Dan", player = dan }
    Round:create { points = 3, game = g }
    Round:create { points = 5, game = h }
    Round:create { points = 7, game = h }
    ann.tags:add(Tag:create { name = "Ann", level = 3 })
    bob.tags:add(Tag:create { name = "Bob", level = 9 })
    local function names(rows, options) return table.concat(rows:fetch(options):map "name", " ") end
    function agree(rows)
      local ok, found = pcall(names, rows)
      local same, expected = pcall(names, rows, { pushdown = false })
      if ok ~= same or found ~= expected then return tostring(found) .. ", and not " .. tostring(expected) end
      return tostring(rows:explain()):match "^[^\\n:]*" .. ": " .. found
    end
    function any(list, f) for _, x in ipairs(list) do if f(x) then return true end end return false end
    """

  @Test(arguments: [
    ("p.games:where(function(g) return (g.score or 0) > 2 end):exists()", "pushed: Ann"),
    ("p.games:where(function(g) return g.score == p.age end):exists()", "pushed: Ann"),
    ("p.games:where(function(g) return g.title == p.name end):count() == 1", "pushed: Ann Dan"),
    ("p.games:where(function(g) return p.age and (g.score or 0) < p.age end):exists()", "pushed: Dan"),
    ("p.games:where(function(g) return p.team and p.team.name == 'Red' end):count() > 0", "pushed: Ann Bob"),
    ("p.games:where(function(g) return g.player == p end):exists()", "pushed: Ann Bob Dan"),
    ("p.games:sum(function(g) return (g.score or 0) * 2 end) > 10", "prefilter: Ann"),
    ("p.games:sum(function(g) return p.age or 1 end) == 6", "pushed: Ann"),
    ("(p.games:max(function(g) return (g.title or '') .. p.name end) or '') > 'D'", "pushed: Ann Dan"),
    (
      "p.reports:where(function(r) return r.games:where(function(g) return g.score == p.age - 1 end):exists() end):exists()",
      "pushed: Ann"
    ),
    ("p.reports:where(function(r) return r.team == p.team end):exists()", "pushed: Ann"),
    ("p.reports:where(function(r) return (r.age or 0) > (p.age or 0) and #r.games == 0 end):exists()", "pushed: Ann"),
    ("p.tags:where(function(t) return t.name == p.name and t.level == p.age end):exists()", "pushed: Ann"),
    ("p.tags:where(function(t) return t.name == p.name end):count() == 1", "pushed: Ann Bob"),
    ("any({ 3, 5 }, function(n) return p.age == n end)", "pushed: Ann Dan"),
    ("(function() return p.age end)() == 3", "pushed: Ann"),
    ("p.team and p.team.players:where(function(q) return q.name > p.name end):exists()", "prefilter: Ann"),
  ])
  func `a function inside is said in SQL, and selects the same rows`(condition: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    let found = try script.run("return agree(Player:where(function(p) return \(condition) end))")
    #expect(found.asSelected == result.asSelected)
  }

  @Test(arguments: [
    ("for g in p.games:iterate() do if g.score == p.age then return true end end", "pushed: Ann"),
    (
      "for g in p.games:iterate() do if p.age and (g.title or '') > p.name then return false end end return true",
      "pushed: Bob Cid Dan"
    ),
    (
      "for g in p.games:iterate() do for r in g.rounds:iterate() do if r.points == p.age then return true end end end",
      "pushed: Ann"
    ),
    (
      "local low = p.age or 0 for g in p.games:iterate() do if (g.score or 9) > low then return true end end",
      "pushed: Ann Bob Dan"
    ),
    (
      "for q in p.team and p.team.players:iterate() or function() end do if q.name > p.name then return true end end",
      "prefilter: Ann"
    ),
  ])
  func `a loop over rows may compare them with the row around`(body: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    let found = try script.run("return agree(Player:where(function(p) \(body) end))")
    #expect(found.asSelected == result.asSelected)
  }

  @Test func `a row about which the function inside is asked has the whole one asked`() throws {
    let script = try Script(schema: Self.schema)
    guard TestEngine.chosen == .sqlite else { return }
    try script.expect(
      """
      print(agree(Player:where(function(p) return p.games:where(function(g) return g.score > p.age end):exists() end)))
      print(agree(Player:where(function(p) return p.id ~= 4 and p.id ~= 2
        and p.games:where(function(g) return g.score > p.age end):exists() end)))
      print(agree(Player:where(function(p) return p.id ~= 2 and p.games:where(function(g) return p.age > 2 end):exists() end)))
      """,
      """
      prefilter: schema.lua:1: attempt to compare nil with number
      prefilter: Ann
      pushed: Ann Dan
      """)
  }

  @Test func `a variable that changes after it was captured is read row by row`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(agree(Player:where(function(p)
        local low = 9
        local function f(g) return (g.score or 0) > low end
        low = 2
        return p.games:where(f):exists()
      end)))
      print(agree(Player:where(function(p)
        local n = 0
        local function count(g) n = n + 1 return true end
        return p.games:where(count):exists() and n == 0
      end)))
      print(agree(Player:where(function(p)
        local low = 9
        low = 2
        local function f(g) return (g.score or 0) > low end
        return p.games:where(f):exists()
      end)))
      """, "closure: Ann\nclosure: \npushed: Ann")
  }

  @Test func `it gives keys, members and orders`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function more(p) return p.games:where(function(g) return (g.score or 0) >= (p.age or 0) end):count() end
      print(agree(Player:sorted_by(function(p) return -more(p) end)))
      local function later(p) return p.games:where(function(g) return g.id > p.id end):count() end
      print(agree(Player:sorted_by(function(a, b) return later(a) > later(b) end)))
      for _, p in ipairs(Player:annotate { more = more }:sorted_by "-more":fetch()) do print(p.name, p.more) end
      print(table.concat(Player:fetch():filter(function(p) return more(p) > 0 end):map "name", " "))
      """, "pushed: Ann Bob Cid Dan\npushed: Ann Bob Cid Dan\nAnn 2\nBob 1\nCid 0\nDan 0\nAnn Bob")
  }
}
