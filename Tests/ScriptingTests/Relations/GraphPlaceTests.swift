import Testing

/// An error within a graph names its place, whoever finds it: a test, a rule, the database.
@Suite struct GraphPlaceTests {
  private let schema = """
    Team = entity "Team" { name = text { unique = true }, players = has_many "Player" }
    Player = entity "Player" {
      name = text { unique = true }, age = integer { validate = is.at_least(0) }, team = belongs_to "Team",
      games = has_many "Game", tags = many_to_many "Tag", check = { "age < 100" }, badge = has_one "Badge",
    }
    Game = entity "Game" { score = integer { unique = true }, player = belongs_to "Player" }
    Tag = entity "Tag" { name = text { unique = true }, players = many_to_many "Player" }
    Badge = entity "Badge" { code = text { unique = true }, player = belongs_to "Player" }
    db:create_all()
    a = Player:create { name = "A", age = 1, games = { { score = 5 } }, tags = { { name = "x" } }, badge = { code = "c" } }
    function fails(f) print(select(2, pcall(f))) print(Team:count(), Player:count(), Game:count()) end
    """

  @Test(arguments: [
    (
      #"Team:create { name = "T", players = { { name = "X" }, { name = "A" } } }"#,
      "Team: players[2]: name: 'A' exists already (id 1)"
    ),
    (
      #"db:add(Team { name = "T", players = { { name = "X" }, { name = "X" } } })"#,
      "Team: players[2]: name: 'X' exists already (id 2)"
    ),
    (
      #"Team:create { name = "T", players = { { name = "X", age = 200 }, { name = "Y" } } }"#,
      "Team: players[1]: age < 100 does not hold"
    ),
    (
      #"Team:create { name = "T", players = { { name = "X" }, { name = "Y", games = { { score = 1 }, { score = 5 } } } } }"#,
      "Team: players[2]: games[2]: score: 5 exists already (id 1)"
    ),
    (
      #"Team:create { name = "T", players = { { name = "X", games = { { score = 1 }, { score = 1 } } } } }"#,
      "Team: players[1]: games[2]: score: 1 exists already (id 2)"
    ),
    (
      #"db:add(Team { name = "T" }, Team { name = "U", players = { { name = "A" } } })"#,
      "Team: players[1]: name: 'A' exists already (id 1)"
    ),
    (#"Team:create { name = "U", players = { name = "A" } }"#, "Team: players: name: 'A' exists already (id 1)"),
    (#"Team:create { name = "U", players = { { age = -1 } } }"#, "Team: players[1]: age: -1 is not at least 0"),
    (#"a.games:add { { score = 5 } }"#, "Player: games[1]: score: 5 exists already (id 1)"),
    (#"a.games:add { score = 5 }"#, "Player: games: score: 5 exists already (id 1)"),
    (#"Game:create { score = 9, player = { name = "A" } }"#, "Game: player: name: 'A' exists already (id 1)"),
    (#"Game:create { score = 9, player = { name = "Z", age = 200 } }"#, "Game: player: age < 100 does not hold"),
    (
      #"db:add(Game { score = 8 }, Game { score = 9, player = { name = "B", team = { name = "T" } } }, Game { score = 8 })"#,
      "Game: score: 8 exists already (id 2)"
    ),
    (
      #"Player:create { name = "Z", tags = { { name = "n" }, { name = "x" } } }"#,
      "Player: tags[2]: name: 'x' exists already (id 1)"
    ),
    (#"Player:create { name = "Z", badge = { code = "c" } }"#, "Player: badge: code: 'c' exists already (id 1)"),
    (#"a.games:create { { score = 6 }, { score = 5 } }"#, "Player: games[2]: score: 5 exists already (id 1)"),
    (#"a.games:create { score = 5 }"#, "Player: games: score: 5 exists already (id 1)"),
    (#"a.games:add({ score = 6 }, { score = 7 }, { score = 5 })"#, "Player: games[3]: score: 5 exists already (id 1)"),
    (#"a.tags:add { { name = "n" }, { name = "x" } }"#, "Player: tags[2]: name: 'x' exists already (id 1)"),
  ])
  func `a conflict says where in what was given`(call: String, words: String) throws {
    try Script(schema: schema).expect("fails(function() \(call) end)", "\(words)\n0 1 1")
  }

  @Test func `a way over several to one is told whole`() throws {
    try Script(schema: schema + "\nTeam:create { name = 'T' }").expect(
      """
      print(select(2, pcall(function() Game:create { score = 9, player = { name = "B", team = { name = "T" } } } end)))
      print(select(2, pcall(function()
        db:add(Game { score = 8 }, Game { score = 9, player = Player { name = "A" } })
      end)))
      """,
      """
      Game: player: team: name: 'T' exists already (id 1)
      Game: player: name: 'A' exists already (id 1)
      """)
  }
}
