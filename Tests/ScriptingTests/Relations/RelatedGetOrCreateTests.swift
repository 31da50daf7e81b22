import Testing

/// `get_or_create` of a relation: among its rows, and what is made belongs to it.
@Suite struct RelatedGetOrCreateTests {
  private let schema = """
    Player = entity "Player" { name = text {}, games = has_many "Game", tags = many_to_many "Tag" }
    Game = entity "Game" { title = text {}, score = integer { default = 1 }, player = belongs_to "Player" }
    Tag = entity "Tag" { name = text { unique = true }, players = many_to_many "Player" }
    db:create_all()
    a, b = Player:create { name = "A" }, Player:create { name = "B" }
    """

  @Test func `what is found belongs to the owner, and so does what is made`() throws {
    try Script(schema: schema).expect(
      """
      local function say(game, made) print(game.title, game.score, game.player.name, made) end
      say(a.games:get_or_create({ title = "Go" }, { score = 5 }))
      say(a.games:get_or_create({ title = "Go" }, { score = 7 }))
      say(b.games:get_or_create { title = "Go" })
      print(a.games:count(), b.games:count(), Game:count())
      local tag, made = a.tags:get_or_create { name = "x" }
      local again, second = a.tags:get_or_create { name = "x" }
      print(tag == again, made, second, a.tags:count(), b.tags:count())
      """,
      """
      Go 5 A true
      Go 5 A false
      Go 1 B true
      1 1 2
      true true false 1 0
      """)
  }

  @Test func `what cannot be looked for or made is an error that says so`() throws {
    try Script(schema: schema).expect(
      """
      local function say(f) print(select(2, pcall(f))) end
      say(function() a.games:get_or_create "Go" end)
      say(function() a.games:where { score = 1 }:get_or_create { title = "Go" } end)
      say(function() a:draft().games:get_or_create { title = "Go" } end)
      say(function() a.games:get_or_create({ title = "Go" }, { score = "x" }) end)
      print(Game:count())
      """,
      """
      get_or_create takes a table of values to look for, and one of values for a new object, not the text 'Go'
      get_or_create: this is a request for some rows of Player.games: say it of games itself
      this is a draft of Player, which holds changes back: say games:add { … }, and it is saved with the draft
      Player: games[1]: score: expected an integer, not the text 'x'
      0
      """)
  }
}
