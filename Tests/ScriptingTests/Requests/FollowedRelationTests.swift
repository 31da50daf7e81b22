import Testing

/// Functions that are asked about rows follow relations: one query for some hundred rows, not one for each.
@Suite struct FollowedRelationTests {
  private static let schema = """
    League = entity "League" { name = text {}, teams = has_many "Team" }
    Team = entity "Team" { name = text {}, league = belongs_to "League", players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, team = belongs_to "Team", games = has_many "Game", passport = has_one "Passport",
      tags = many_to_many "Tag",
    }
    Game = entity "Game" { points = integer {}, player = belongs_to "Player" }
    Passport = entity "Passport" { number = integer {}, player = belongs_to "Player" }
    Tag = entity "Tag" { name = text {} }
    db:create_all()
    local leagues, teams, tags = {}, {}, {}
    for i = 1, 3 do leagues[i] = League:create { name = "l" .. i } end
    for i = 1, 40 do teams[i] = Team:create { name = "t" .. i, league = leagues[i % 3 + 1] } end
    for i = 1, 4 do tags[i] = Tag:create { name = "g" .. i } end
    db:transaction(function()
      for i = 1, 300 do
        local p = Player:create { name = "p" .. i, team = i % 50 > 0 and teams[i % 40 + 1] or nil }
        for g = 1, i % 4 do Game:create { points = g, player = p } end
        if i % 3 == 0 then Passport:create { number = i, player = p } end
        if i % 5 == 0 then p.tags:add(tags[i % 4 + 1]) end
      end
    end)
    function asks(request)
      local count = 0
      db.echo = function() count = count + 1 end
      local list = request:fetch()
      db.echo = nil
      local plain = {}
      for _, p in ipairs(Player:all():fetch()) do if wanted(p) then plain[#plain + 1] = p.id end end
      assert(table.concat(list:map "id", " ") == table.concat(plain, " "), "other rows")
      return #list, count
    end
    """

  @Test(arguments: [
    ("p.team ~= nil and p.team.name == 't3'", "8 6"),
    ("p.team ~= nil and p.team.league.name == 'l2'", "102 10"),
    ("#p.games:fetch() == 3", "75 5"), ("p.games:count() == 3", "75 5"), ("p.games:exists() == false", "75 5"),
    ("p.games:first() ~= nil and #p.games:first(2) == 1", "75 6"),
    ("p.passport ~= nil and p.passport.number > 100", "67 5"), ("p.tags:count() > 0", "60 5"),
    ("(function() for g in p.games:iterate() do if g.points > 2 then return true end end end)()", "75 5"),
    ("p.team and p.team.players:count() > 8 or false", "0 10"),
  ])
  func `what a function follows is loaded for many rows at once`(condition: String, found: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      function wanted(p) return \(condition) end
      local rows, queries = asks(Player:where(function(p) return os.time() > 0 and wanted(p) end))
      print(rows, queries)
      """, found)
  }

  @Test func `a request that is narrowed loads nothing for others`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      function wanted(p) return p.games:where { points = 3 }:exists() end
      local rows, queries = asks(Player:where(function(p) return os.time() > 0 and wanted(p) end))
      print(rows, queries)
      """, "75 301")
  }

  @Test func `orders, members and sums of functions load along, too`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function count(f)
        local count = 0
        db.echo = function() count = count + 1 end
        local result = f()
        db.echo = nil
        return result, count
      end
      local function team(p) return os.time() > 0 and p.team and p.team.name or "" end
      print(count(function() return Player:sorted_by(team):fetch()[1].name end))
      print(count(function() return Player:annotate { t = team }:fetch()[2].t end))
      print(count(function() return Player:sum(function(p) return os.time() > 0 and p.games:count() end) end))
      print(count(function()
        local n = 0
        for p in Player:where(function(p) return team(p) == "t3" end):iterate() do n = n + 1 end
        return n
      end))
      """,
      """
      p50 2
      t3 2
      450 2
      8 6
      """)
  }

  @Test func `what a function writes is seen by the next, and what it keeps reads anew`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local seen = {}
      local list = Player:where { id = is.at_most(40) }:where(function(p)
        if p.id == 20 then db:execute "UPDATE team SET name = 'new'" end
        local name = p.team.name
        seen[#seen + 1] = name
        return name == "new"
      end):fetch()
      print(#list, seen[19], seen[20])
      local kept
      Player:where(function(p) kept = p.team or kept return os.time() > 0 end):first(30)
      db:execute "UPDATE league SET name = 'other'"
      print(kept.league.name, kept.players:count())
      """,
      """
      21 t20 new
      other 6
      """)
  }
}
