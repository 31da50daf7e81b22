import Testing

@Suite struct HasManyTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, games = has_many "Game", cards = has_many "Card" }
    Game = entity "Game" { title = text { required = true }, player = belongs_to "Player" }
    Card = entity "Card" { player = belongs_to("Player", { required = true }) }
    db:create_all()
    p, q = Player:create { name = "Ann" }, Player:create { name = "Bob" }
    function titles(request) return table.concat(request:pluck "title", " ") end
    """

  @Test func `adding sets the key of children and saves them`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local a, b = Game { title = "a" }, Game:create { title = "b", player = q }
      p.games:add(a, b)
      p.games:add { a, Game { title = "c" } }
      print(titles(p.games), q.games:count(), a.player.name, b.player.name, Game:count())
      p.games:remove(a, b)
      print(titles(p.games), a.player, Game:count(), a:changes().player_id)
      """,
      """
      b a c 0 Ann Ann 3
      c nil 3 nil
      """)
  }

  @Test func `or_where stays within the relation`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      for _, t in ipairs { "a", "b", "c" } do Game:create { title = t, player = p } end
      for _, t in ipairs { "a", "x", "c" } do Game:create { title = t, player = q } end
      local r = p.games:where { title = "a" }:or_where { title = "c" }:or_where { title = "x" }
      print(titles(r), r:count(), titles(r:where { title = is.greater("a") }:or_where { title = "b" }))
      print(titles(p.games:or_where { title = "x" }), titles(p.games:where_not { title = "a" }:or_where(function(g) return #g.title == 1 end)))
      print(p.games:where { title = "b" }:or_where { title = "x" }:delete(), Game:count())
      """,
      """
      a c 2 b c
      a b c a b c
      1 5
      """)
  }

  @Test func `a child of another is left alone`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local g = Game:create { title = "g", player = q }
      p.games:remove(g)
      print(g:reload().player.name)
      """,
      "Bob")
  }

  @Test func `all children are added, or none, and objects are what they were`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local a, bad = Game:create { title = "a", player = q }, Game {}
      print(pcall(function() p.games:add(a, bad) end))
      print(a.player.name, a:changes().player_id, bad.player, bad:is_new(), p.games:count())
      db:begin() p.games:add(a) print(a.player.name) db:rollback()
      print(a.player.name, a.player_id, q.games:count())
      print(pcall(function() p.games:add(Card {}) end))
      """,
      """
      false Game: title: is required
      Bob nil nil true 0
      Ann
      Bob 2 1
      false Player.games: a Game was expected, not a Card
      """)
  }

  @Test func `a child that needs its parent cannot be taken out`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local c = Card {}
      p.cards:add(c)
      print(pcall(function() p.cards:remove(c) end))
      q.cards:add(c)
      print(p.cards:count(), q.cards:count())
      """,
      """
      false Player.cards: a Card cannot be without 'player', which is required: delete it, or add it to another Player
      0 1
      """)
  }

  @Test func `the owner must be there`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("Player {}.games:move(1, 2)").hasPrefix("this Player is not saved: games has no move"))
    #expect(
      script.failure("local g = p.games p:delete() g:add(Game { title = 'x' })") == "Game: player: there is no Player 1"
    )
    #expect(script.failure("p.games:links()") == "Player.games has no links: the key is in Game itself")
  }
}
