import Testing

@Suite struct RelationConditionTests {
  private static let schema =
    ManyToManyTests.schema + """

      ann.tags:add(red, blue) bob.tags:add(blue)
      """

  @Test func `an object, a key or a list asks for one of the many`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(names(Player:where { tags = red }), "/", names(Player:where { tags = 2 }), "/",
        names(Player:where { tags = { red, 3 } }), "/", names(Player:where { tags = {} }))
      print(names(Player:where { tags = null }), "/", names(Player:where { tags = is.present }), "/",
        names(Player:where { tags = is.absent }))
      print(names(Player:where_not { tags = red }), "/", names(Player:where("tags", "==", red)), "/",
        names(Player:where("tags", "~=", blue)))
      print(names(Tag:where { players = bob }), "/", names(ann.tags:where { players = bob }))
      print(names(Player:where { tags = Tag:where { name = "red" }:fetch() }))
      """,
      """
      Ann / Ann Bob / Ann / 
      Cid / Ann Bob / Cid
      Bob Cid / Ann / Cid
      blue / blue
      Ann
      """)
  }

  @Test func `a dotted name asks for one that fits`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(names(Player:where { ["tags.name"] = "red" }), "/", names(Player:where { ["tags.name"] = is.suffix "e" }))
      print(names(Player:where_not { ["tags.name"] = "red" }), "/", names(Player:where("tags.name", "prefix", "b")))
      print(names(Player:where { ["tags.players.name"] = "Bob" }), "/", names(Tag:where { ["players.name"] = { "Bob" } }))
      print(names(Player:where { ["tags.name"] = "blue" }:where { ["tags.name"] = "red" }))
      """,
      """
      Ann / Ann Bob
      Bob Cid / Ann Bob
      Ann Bob / blue
      Ann
      """)
  }

  @Test func `children and partners are asked for alike, over other relations too`() throws {
    let script = try Script(
      schema: fivePlayers + """
          Passport = entity "Passport" { number = text {}, player = belongs_to "Player" }
          Country = entity "Country" { name = text {}, team = belongs_to "Team" }
          Card = entity "Card" { holder = has_one "Pin" }
          Pin = entity "Pin" { card = belongs_to "Card" }
          db:create_all()
          Country:create { name = "X", team = red } Country:create { name = "Y" }
          function teams(r) return table.concat(r:pluck "name", " ") end
        """)
    try script.expect(
      """
      print(teams(Team:where { players = Player:get(1) }), teams(Team:where { players = { 1, 3 } }))
      print(teams(Team:where { ["players.age"] = is.greater(21) }), Team:where { players = null }:count())
      print(teams(Team:where_not { ["players.age"] = is.greater(21) }))
      print(teams(Country:where { ["team.players.name"] = "Ann" }), teams(Country:where { ["team.players"] = 3 }))
      local c = Card:create {} Pin:create { card = c }
      print(Card:where { holder = Pin:first() }:count(), Card:where { holder = null }:count())
      """,
      """
      Red Red Blue
      Blue 0
      Red
      X 
      1 0
      """)
  }

  @Test func `a list in memory is asked alike`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local list = Player:fetch()
      for _, condition in ipairs { { tags = red }, { ["tags.name"] = "blue" }, { tags = null }, { tags = { 1, 3 } } } do
        local t = {}
        for i, p in ipairs(list:filter(condition)) do t[i] = p.name end
        print(table.concat(t, " ") == names(Player:where(condition)), #t)
      end
      """,
      """
      true 1
      true 2
      true 1
      true 1
      """)
  }

  @Test(arguments: [
    ("Player:where { tags = ann }", "tags: a Tag was expected, not an object"),
    ("Player:where { tags = Tag { name = 'x' } }", "tags: this Tag is not saved: it has no key yet"),
    ("Player:where { tags = 'red' }", "field 'id' is integer"),
    (
      "Player:where { tags = is.greater(1) }",
      "where: tags leads to rows, which no test but is.present and is.absent is for: name a field of them, as in [\"tags.…\"]"
    ),
    ("Player:where { ['tags.nam'] = 1 }", "Tag has no field 'nam'. Did you mean 'name'?"),
    (
      "is.odd = test(function(v) return true end) Player:where { ['tags.name'] = is.odd }",
      "where: tags.name: a function tests the rows of the request, not those that they lead to"
    ),
  ]) func `what cannot be asked says why`(call: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }
}
