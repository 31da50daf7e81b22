import Testing

@Suite struct CompanionTests {
  /// Leagues of teams of players with games; `queries(f)` tells how many statements a function runs.
  private static let schema = """
    League = entity "League" { name = text {}, teams = has_many "Team" }
    Team = entity "Team" { name = text {}, league = belongs_to "League", players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, team = belongs_to "Team", games = has_many "Game", passport = has_one "Passport",
    }
    Game = entity "Game" { points = integer {}, player = belongs_to "Player" { on_delete = "cascade" } }
    Passport = entity "Passport" { number = text {}, player = belongs_to "Player" }
    db:create_all()
    for l = 1, 2 do
      local league = League:create { name = "L" .. l }
      for t = 1, 2 do
        local team = Team:create { name = "T" .. l .. t, league = league }
        for p = 1, 3 do
          local player = Player:create { name = "P" .. l .. t .. p, team = team }
          if p < 3 then Passport:create { number = "N" .. player.id, player = player } end
          for g = 1, p - 1 do Game:create { points = g, player = player } end
        end
      end
    end
    Player:create { name = "Lone" }
    function queries(f)
      local count = 0
      db.echo = function() count = count + 1 end
      local result = f()
      db.echo = nil
      return count, result
    end
    """

  @Test func `a relation is one query, however many rows there are`() throws {
    let script = try Script(schema: Self.schema)
    let walk = """
      local t = {}
      for _, p in ipairs(request:fetch()) do
        local games = p.games:fetch()
        local points = 0
        for g in p.games:iterate() do points = points + g.points end
        p.games:each(function(g) assert(g.player_id == p.id) end)
        assert(#games == p.games:count() and (#games > 0) == p.games:exists())
        t[#t + 1] = p.name .. ":" .. tostring(p.team and p.team.league.name) .. #games .. points
          .. tostring(p.passport and p.passport.number)
      end
      return table.concat(t, " ")
      """
    let expected =
      "P111:L100N1 P112:L111N2 P113:L123nil P121:L100N4 P122:L111N5 P123:L123nil P211:L200N7 P212:L211N8 "
      + "P213:L223nil P221:L200N10 P222:L211N11 P223:L223nil Lone:nil00nil"
    for (with, count) in [
      (#":with("team.league", "games", "passport")"#, "5"),
      (#":select("name"):with("team.league", "games", "passport")"#, "5"),
      (#":where(function(p) return true end):with("team", "team.league"):with("games", "passport")"#, "5"),
      ("", "111"),
    ] {
      try script.expect("request = Player:all()\(with) return queries(function() \(walk) end)", "\(count) \(expected)")
    }
    try script.expect(
      """
      return queries(function()
        local n = 0
        for p in Player:all():with("games"):iterate() do n = n + p.games:count() end
        return n
      end)
      """, "2 12")
    try script.expect(
      """
      return queries(function()
        local n = 0
        for p in Player:all():with("games"):iterate() do
          local game = p.games:first()
          n = n + (game and game.points or 0) + #p.games:first(2)
        end
        return n
      end)
      """, "2 20")
  }

  @Test func `what was loaded answers until something changes`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local p = Player:with("games", "team"):where { name = "P113" }:first()
      print(queries(function() return p.games:count() end))
      print(p.games:fetch()[1] == p.games:fetch()[1], rawequal(p.games:fetch()[1], p.games:fetch()[1]))
      print(queries(function() return p.games:where { points = 2 }:count() end))
      Game:create { points = 7, player = p }
      print(queries(function() return p.games:count() end))
      p:reload()
      print(queries(function() return p.games:count() end))
      local p = Player:with("games", "team"):where { name = "P113" }:first()
      db:execute "DELETE FROM game"
      print(p.games:count())
      local p = Player:with("games", "team"):where { name = "P112" }:first()
      pcall(db.transaction, db, function() Game:create { points = 7, player = p } print(p.games:count()) error "x" end)
      print(p.games:count())
      p.team = Team:get(4)
      print(p.team.name)
      p.team_id = 3
      print(p.team.name)
      """,
      """
      0 2
      true true
      1 1
      1 3
      1 3
      0
      1
      0
      T22
      T21
      """)
  }

  @Test func `objects of one parent share it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local list = Player:with("team"):limit(2):fetch()
      print(rawequal(list[1].team, list[2].team), Player:with("team"):count(), Player:with("team"):exists())
      print(Player:with("team"):get(4).team.name, queries(function() return Player:with("games", "team"):where { id = 99 }:first() end))
      """, "true 13 true\nT12 1 nil")
  }

  static let mistakes = [
    ("Player:with()", "with takes names of relations"),
    ("Player:with('gmaes')", "Player has no relation 'gmaes' (in 'gmaes'). Did you mean 'games'?"),
    ("Player:with('name')", "Player: 'name' is a field, not a relation"),
    ("Player:with('team.leage')", "Team has no relation 'leage' (in 'leage'). Did you mean 'league'?"),
  ]

  @Test(arguments: mistakes)
  func `a name that is no relation says so at once`(call: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `the list of what was loaded along is the script's own, its objects are the same each time`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local team = Team:with("players"):where { name = "T11" }:first()
      local mine, other = team.players:fetch(), team.players:fetch()
      print(#mine, rawequal(mine[2], other[2]), rawequal(mine[3], team.players:fetch()[3]))
      mine[2] = nil
      mine[4], mine[2] = other[1], other[3]
      table.insert(mine, 1, other[2])
      print(#mine, mine[1].name, mine[2].name, mine[3].name, #other, other[2].name, #team.players:fetch())
      for p in team.players:iterate() do same = same == nil and rawequal(p, other[1]) end
      table.remove(other)
      print(#other, other[3], #team.players:fetch(), team.players:fetch()[3].name, other:sorted("-name")[1].name)
      """,
      """
      3 true true
      5 P112 P111 P113 3 P112 3
      2 nil 3 P113 P112
      """)
  }

  @Test func `rows that were loaded along come in the order of the relation`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      db:execute "UPDATE game SET player_id = CASE WHEN id % 2 = 0 THEN 2 ELSE 3 END"
      for p in Player:where { id = is.between(2, 3) }:with("games"):iterate() do
        print(p.id, table.concat(p.games:fetch():map("id"), " "), p.games:count())
      end
      """,
      """
      2 2 4 6 8 10 12 6
      3 1 3 5 7 9 11 6
      """)
  }

  /// Teams, players, passports, tags, whose keys have gaps here and there; `walk` says what a request leads to.
  private static func scattered(seed: Int, density: Int) -> String {
    """
    Tag = entity "Tag" { players = many_to_many "Player" }
    Team = entity "Team" { players = has_many "Player" }
    Player = entity "Player" {
      team = belongs_to "Team", passport = has_one "Passport", tags = many_to_many "Tag",
    }
    Passport = entity "Passport" { player = belongs_to "Player" }
    db:create_all()
    math.randomseed(\(seed))
    local function some() return math.random(100) <= \(density) end
    local players = {}
    db:transaction(function()
      for id = 1, 40 do
        if some() then Team:create { id = id } end
        if some() then Tag:create { id = id * 3 } end
      end
      local teams, tags = Team:pluck "id", Tag:pluck "id"
      for id = 1, 200 do
        if some() then
          local team = math.random(10) > 1 and teams[math.random(#teams)] or nil
          local player = Player:create { id = id - 50, team_id = team }
          if some() then Passport:create { player = player } end
          for i = 1, math.random(0, 3) do
            local tag = Tag:get(tags[math.random(#tags)])
            player.tags:remove(tag)
            player.tags:add(tag)
          end
        end
      end
    end)
    local function ids(request)
      local list = {}
      for i, object in ipairs(request:fetch()) do list[i] = object.id end
      table.sort(list)
      return table.concat(list, ",")
    end
    function walk(players, teams)
      local lines = {}
      for _, p in ipairs(players:fetch()) do
        lines[#lines + 1] = p.id .. ":" .. tostring(p.team and p.team.id) .. ":" .. tostring(p.passport and p.passport.id)
          .. ":" .. ids(p.tags)
      end
      for _, t in ipairs(teams:fetch()) do lines[#lines + 1] = t.id .. ":" .. ids(t.players) end
      return table.concat(lines, " ")
    end
    """
  }

  @Test(arguments: [100, 97, 85, 50, 10]) func `what is loaded along is what one would ask for, whatever the keys are`(
    density: Int
  ) throws {
    for seed in 1...4 {
      let script = try Script(schema: Self.scattered(seed: seed, density: density))
      for order in ["", #":sorted_by("-team_id", "id")"#, ":where { id = is.greater(20) }", ":limit(7)"] {
        let same = try script.run(
          """
          local players = Player:all()\(order)
          return walk(players:with("team", "passport", "tags"), Team:all():with "players") == walk(players, Team:all())
          """)
        #expect(same == "true", "seed \(seed), density \(density), \(order)")
      }
    }
  }

  @Test func `keys without large gaps are asked for as a range`() throws {
    let script = try Script(schema: Self.schema)
    let statement = """
      local seen
      db.echo = function(sql, values) if sql:find 'FROM "game"' then seen = sql:match "WHERE (.*) ORDER" .. " " .. #values end end
      request:with("games"):fetch()
      db.echo = nil
      return seen
      """
    try script.expect(
      "request = Player:all() \(statement)", #""player_id" >= ?1 AND "player_id" <= ?2 2"#)
    try script.expect(
      "request = Player:where { id = is.one_of(1, 7, 12) } \(statement)", #""player_id" IN (?1, ?2, ?3, ?4) 4"#)
    try script.expect("request = Player:where { id = is.at_most(2) } \(statement)", #""player_id" IN (?1, ?2) 2"#)
  }
}
