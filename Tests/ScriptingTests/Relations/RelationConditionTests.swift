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
        names(Player:where { tags = { red, 3 } }), "/", names(Player:where { tags = is.one_of {} }))
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

  @Test func `tests take objects, which mean their keys`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(names(Player:where { tags = is.one_of(red) }), "/", names(Player:where { tags = is.one_of { red, blue } }), "/",
        names(Player:where { tags = is.none_of(red) }), "/", names(Player:where { tags = is.not_equal(blue) }))
      print(names(Player:where { tags = is.equal(red) }), "/", names(Player:where { tags = is.one_of(Tag:fetch()) }), "/",
        names(Player:where("tags", "one_of", { red, green })))
      """,
      """
      Ann / Ann Bob / Bob Cid / Cid
      Ann / Ann Bob / Ann
      """)
    let teams = try Script(schema: fivePlayers)
    try teams.expect(
      """
      print(names(Player:where { team = is.one_of(red) }:fetch()), "/", names(Player:where { team = is.none_of(red) }:fetch()))
      print(names(Player:where { team = is.one_of(Team:fetch()) | is.absent }:fetch()), "/",
        names(Player:where { team = ~is.equal(red) }:fetch()), "/", names(Player:where("team", "one_of", { red }):fetch()))
      print(names(Player:fetch():filter { team = is.one_of(red) }))
      """,
      """
      Ann Bob / Cid Dan
      Ann Bob Cid Dan Eve / Cid Dan / Ann Bob
      Ann Bob
      """)
    #expect(
      teams.failure("Player:where { team = is.one_of(red, Player:get(1)) }")
        == "team: a Team was expected, not a Player")
    #expect(
      teams.failure("Player:where { age = is.one_of(red) }")
        == "field 'age' is integer: it cannot be compared with a Team (expected an integer)")
    #expect(
      teams.failure("entity 'X' { n = integer { validate = is.one_of(red) } }")
        == "schema.lua:1: entity 'X', field 'n': it is integer: it cannot be compared with a Team (expected an integer)"
    )
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

  /// Predicates as text with the rows that they select.
  private static let predicates: [(text: String, rows: String)] = [
    ("tags.name == 'red'", "Ann"),
    ("tags.name ~= 'red'", "Ann Bob"),
    ("not (tags.name == 'red')", "Bob Cid"),
    ("tags.name == 'red' and tags.name == 'blue'", ""),
    ("any(tags, name == 'red') and any(tags, name == 'blue')", "Ann"),
    ("tags.name == 'red' or name == 'Cid'", "Ann Cid"),
    ("'blue' == tags.name and name > 'Ann'", "Bob"),
    ("tags.name:prefix('b')", "Ann Bob"),
    ("not tags.name:prefix('r')", "Bob Cid"),
    ("tags.name .. '!' == 'red!'", "Ann"),
    ("tags.rank == nil", "Ann"),
    ("tags.rank > 1", "Ann Bob"),
    ("tags.rank + 1 > low", "Ann Bob"),
    ("tags.rank > tags.id", "Ann Bob"),
    ("tags.players.name == 'Bob'", "Ann Bob"),
    ("not (tags.players.name == 'Ann')", "Cid"),
    ("tags == nil", "Cid"),
    ("tags ~= nil", "Ann Bob"),
    ("tags:absent()", "Cid"),
    ("tags:present() and name ~= 'Ann'", "Bob"),
    ("tags == which", "Ann"),
    ("tags ~= 2", "Cid"),
    ("tags.players == nil", ""),
  ]

  @Test(arguments: predicates)
  func `a predicate as text asks for one of the many`(text: String, rows: String) throws {
    let script = try Script(schema: Self.schema + "\nblue.rank = 3 blue:save()")
    let parameters = text.contains("low") ? "{ low = 1 }" : text.contains("which") ? "{ which = red }" : nil
    let call = parameters.map { "(\"\(text)\", \($0))" } ?? " \"\(text)\""
    try script.expect("return names(Player:where\(call))", rows)
    try script.expect("return Player:where\(call):count()", "\(rows.split(separator: " ").count)")
  }

  @Test func `text, tables and operators agree on the many, also over other relations`() throws {
    let script = try Script(
      schema: fivePlayers + """
          Country = entity "Country" { name = text {}, team = belongs_to "Team" }
          Passport = entity "Passport" { holder = has_one "Holder" }
          Holder = entity "Holder" { passport = belongs_to "Passport" }
          db:create_all()
          Country:create { name = "X", team = red } Country:create { name = "Y" }
          local p = Passport:create {} Passport:create {} Holder:create { passport = p }
          function teams(r) return table.concat(r:pluck "name", " ") end
        """)
    try script.expect(
      """
      print(teams(Team:where "players.active"), teams(Team:where "not players.active"))
      print(teams(Team:where "players.rank == 'pro'"), teams(Team:where { ["players.rank"] = "pro" }),
        teams(Team:where("players.rank", "==", "pro")))
      print(teams(Team:where "players.age > 21"), teams(Team:where { ["players.age"] = is.greater(21) }))
      print(teams(Team:where "players.team.name == 'Red'"), teams(Team:where "players.team == 1"))
      print(teams(Country:where "team.players.name == 'Ann'"), teams(Country:where "team.players == 3"))
      print(Passport:where "holder == 1":count(), Passport:where "holder == nil":count())
      """,
      """
      Red Blue
      Blue Blue Blue
      Blue Blue
      Red Red
      X 
      1 1
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
    ("Player:where { tags = ann }", "tags: a Tag was expected, not a Player"),
    ("Player:where { tags = is.one_of(ann) }", "tags: a Tag was expected, not a Player"),
    (
      "Player:where { tags = is.one_of(red, Tag { name = 'x' }) }",
      "is.one_of: this Tag is not saved: it has no key yet"
    ),
    ("Player:where { name = is.one_of(red) }", "field 'name' is text: it cannot be compared with a Tag"),
    ("Player:where { name = is.equal(red) | is.absent }", "field 'name' is text: it cannot be compared with a Tag"),
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
    (
      "is.odd = test(function(v) return true end) Player:where 'tags.name:odd()'",
      "a function tests the rows of the request, not those that they lead to"
    ),
    (
      "Player:where 'tags.players.name == name'",
      "'name' is no field of the rows that 'tags.players' leads to: those compare with values and with fields of their own"
    ),
    ("Player:where 'tags > 1'", "rows compare with == and ~= only: name a field of them, as in 'tags.name'"),
    ("Player:where 'tags == name'", "'tags' leads to rows: they compare with nil, with an object or its key"),
    ("Player:where 'tags + 1 == 2'", "'tags' leads to rows, which are no value"),
    ("Player:where \"tags == 'red'\"", "field 'id' is integer"),
    ("Player:where 'tags'", "Player: 'tags' is a relation, not a field. Name a field of it: 'tags.…'"),
    (
      "Player:where 'tags:greater(1)'",
      "'tags' leads to rows, which this test is not for, only present, absent, equal, one_of and none_of: name a field of them, as in 'tags.name'"
    ),
    ("Player:where 'tags.nam == 1'", "Tag has no field 'nam'. Did you mean 'name'?"),
    ("Player:where 'name:prefix(tags.name)'", "the values of a test are literals or parameters"),
  ]) func `what cannot be asked says why`(call: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }
}
