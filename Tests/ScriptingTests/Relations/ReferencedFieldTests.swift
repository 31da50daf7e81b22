import Testing

/// `belongs_to("Team", { references = "name" })`: keys that are not the primary key of what they refer to.
@Suite struct ReferencedFieldTests {
  private static let schema = """
    Player = entity "Player" {
      nick = text {}, team = belongs_to("Team", { references = "name", column = "team_name", on_update = "cascade" }),
    }
    Badge = entity "Badge" {
      level = integer {}, team = belongs_to("Team", { references = "name", unique = true, on_update = "cascade" }),
    }
    Team = entity "Team" {
      name = text { required = true, unique = true }, size = integer {},
      players = has_many "Player", badge = has_one "Badge",
    }
    db:create_all()
    red, blue = Team:create { name = "Red", size = 3 }, Team:create { name = "Blue", size = 5 }
    for i = 1, 5 do Player:create { nick = "p" .. i, team = i < 5 and (i % 2 == 0 and red or blue) or nil } end
    Badge:create { level = 7, team = red }
    """

  @Test func `the column holds the field, and the foreign key refers to it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return db:query 'SELECT team_name FROM player WHERE id = 2'[1].team_name", "Red")
    #expect(
      try script.run("return Player:create_sql()").contains(
        #"FOREIGN KEY ("team_name") REFERENCES "team"("name") ON DELETE SET NULL ON UPDATE CASCADE"#))
    try script.expect("return #db:migrate { dry_run = true }", "0")
    #expect(script.failure("db:execute \"UPDATE player SET team_name = 'Green'\"").contains("FOREIGN KEY"))
  }

  @Test func `it is read, assigned, loaded along and followed both ways`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "p = Player:get(2) return p.team.size, p.team == red, red.players:count(), red.badge.level", "3 true 2 7")
    try script.expect(
      "return Player:with('team'):fetch()[1].team.name, #Team:with('players'):fetch()[2].players", "Blue 2")
    try script.expect("p.team = blue p:save() return Player:get(2).team.name, p.team_name", "Blue Blue")
    try script.expect("red.players:create { nick = 'new' } return red.players:pluck('nick')[2]", "new")
    try script.expect(
      "p = Player:create { nick = 'x', team = { name = 'Green' } } return p.team.name, Team:count()", "Green 3")
    try script.expect("red.name = 'Rot' red:save() return Player:where { team = red }:count(), red.badge.level", "2 7")
  }

  @Test func `conditions, texts and orders lead along it`() throws {
    let script = try Script(schema: Self.schema)
    let cases = [
      "where { team = red }", "where { team = { red, blue } }", "where { ['team.size'] = is.greater(3) }",
      "where 'team.size > 3 or team == nil'", "where('team == x', { x = red })",
      "where { team = Team:where { size = 5 } }",
      "where { team = null }", "sorted_by('-team.size')", "where { team = { size = 3 } }",
    ]
    let found = ["2 4", "1 2 3 4", "1 3", "1 3 5", "2 4", "1 3", "5", "1 3 2 4 5", "2 4"]
    for (request, ids) in zip(cases, found) {
      try script.expect("return table.concat(Player:\(request):pluck 'id', ' ')", ids)
    }
    try script.expect(
      "return #Team:where 'any(players, nick == \"p2\")':fetch(), Team:annotate { n = 'count players' }:first().n",
      "1 2")
  }

  @Test(arguments: [
    ("p.team and p.team.size > 3", "1 3"), ("p.team == red", "2 4"), ("p.team ~= nil and p.team.name == 'Red'", "2 4"),
    ("p.team == nil", "5"), ("p.team and #p.team.players == 2", "1 2 3 4"),
    ("p.team and p.team.badge ~= nil and p.team.badge.level == 7", "2 4"),
  ])
  func `functions that follow it are pushed, and agree`(condition: String, ids: String) throws {
    let script = try Script(schema: Self.schema)
    try script.run("request = Player:where(function(p) return \(condition) end)")
    try script.expect("return table.concat(request:pluck 'id', ' ')", ids)
    try script.expect("return table.concat(request:fetch { pushdown = false }:map 'id', ' ')", ids)
    #expect(try script.run("return request:explain()").hasPrefix("pushed: "))
  }

  @Test func `the source of a schema says it, and runs`() throws {
    let script = try Script()
    try script.run(
      """
      db:execute [[CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, a INTEGER, b INTEGER,
        UNIQUE (a, b))]]
      db:execute [[CREATE TABLE player (id INTEGER PRIMARY KEY, team TEXT REFERENCES team(name), a INTEGER, b INTEGER,
        FOREIGN KEY (a, b) REFERENCES team(a, b))]]
      """)
    let source = try script.run("return db:schema_source()")
    #expect(source.contains(#"references = "name""#) && source.contains(#"references = { "a", "b" }"#), "\(source)")
    let again = try Script()
    try again.run(source)
    try again.run("db:create_all()")
    try again.expect("return #db:migrate { dry_run = true }, Player:count()", "0 0")
  }

  @Test func `what is referred to is there and unique`() throws {
    for (reference, words) in [
      ("nam", "Team has no field 'nam' to refer to. Did you mean 'name'?"),
      ("size", "Team may have several rows with the same size: what is referred to is unique = true"),
    ] {
      let script = try Script(
        schema: """
          Team = entity "Team" { name = text { unique = true }, size = integer {} }
          Player = entity "Player" { team = belongs_to("Team", { references = "\(reference)" }) }
          """)
      #expect(script.failure("db:create_all()").contains(words))
    }
  }
}
