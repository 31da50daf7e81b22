import TestSupport
import Testing

/// `belongs_to("X", { on_update = "cascade" })`: what refers to a key follows when it changes.
@Suite struct KeyUpdateTests {
  private func schema(_ options: String) -> String {
    """
    Team = entity "Team" { code = text { primary_key = true }, players = has_many "Player" }
    Player = entity "Player" { name = text {}, team = belongs_to("Team", { \(options) }) }
    db:create_all()
    red = Team:create { code = "red", players = { { name = "Ann" }, { name = "Bob" } } }
    """
  }

  @Test func `a changed key is followed, lost or kept as the relation says`() throws {
    for (rule, after) in [("cascade", "rot rot"), ("nullify", "nil nil")] {
      let script = try Script(schema: schema("on_update = '\(rule)'"))
      try script.run("ann = Player:first() red.code = 'rot' red:save()")
      try script.expect(
        "local t = {} for i, p in ipairs(Player:sorted_by('id'):fetch()) do p:reload() t[i] = tostring(p.team_id) end"
          + " return table.concat(t, ' ')", after)
      try script.expect("return red.players:count()", rule == "cascade" ? "2" : "0")
    }
    for options in ["on_update = 'restrict'", ""] {
      let script = try Script(schema: schema(options))
      #expect(script.failure("red.code = 'rot' red:save()").contains("rows of Player still refer to it"))
    }
  }

  @Test func `a plan tells of many keys in the order of the columns, the same each time`() throws {
    let names = ["north", "east", "south", "west", "up", "down", "inside"]
    func schema(_ options: String) -> String {
      let relations = names.map { "\($0) = belongs_to('Team', \(options))" }.joined(separator: ", ")
      return "Team = entity 'Team' { name = text {} } Player = entity 'Player' { name = text {}, \(relations) }"
    }
    let script = try Script(schema: schema("{ on_delete = 'nullify' }"))
    try script.run("db:migrate()")
    try script.run(schema("{ on_delete = 'cascade' }"))
    let plan = try script.run("return tostring(db:migrate { dry_run = true })")
    let told = plan.split(separator: "\n").compactMap { line in names.first { line.contains("key \($0)_id refers") } }
    #expect(told == names, "\(plan)")
  }

  @Test func `tables, migrations and the schema's source say it`() throws {
    let script = try Script(schema: schema("on_update = 'cascade'"))
    try script.expect(
      "return Player:create_sql():match 'ON DELETE SET NULL ON UPDATE CASCADE'", "ON DELETE SET NULL ON UPDATE CASCADE")
    #expect(
      try script.run("return db:schema_source()").contains(#"team = belongs_to("Team", { on_update = "cascade" })"#))
    try script.expect("return #db:migrate { dry_run = true }", "0")
    try script.run("Player = entity 'Player' { name = text {}, team = belongs_to('Team', { on_update = 'nullify' }) }")
    #expect(
      try script.run("return tostring(db:migrate())").contains(
        "key team_id refers to team, on delete set null, on update set null"))
    try script.expect("return #db:migrate { dry_run = true }", "0")
    try script.run("Player = entity 'Player' { name = text {}, team = belongs_to 'Team' }")
    #expect(try script.run("return tostring(db:migrate())").contains("key team_id refers to team, on delete set null"))
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `a table of another program tells its rule`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script()
    try script.run(
      """
      db:execute 'CREATE TABLE p (id TEXT PRIMARY KEY)'
      db:execute 'CREATE TABLE c (id INTEGER PRIMARY KEY, p_id TEXT REFERENCES p(id) ON UPDATE CASCADE)'
      db:reflect()
      """)
    #expect(try script.run("return db:schema_source()").contains(#"on_update = "cascade""#))
    try script.run("p = P:create { id = 'a' } C:create { p = p } p.id = 'b' p:save()")
    try script.expect("return C:first().p_id", "b")
    // What is declared of it takes the place of what was there.
    try script.run(
      "C = entity 'C' { x = integer { required = true, default = 1 }, p = belongs_to('P', { on_update = 'nullify', on_delete = 'restrict' }) }"
    )
    try script.run("db:migrate()")
    #expect(
      try script.run("return db:query(\"SELECT sql FROM sqlite_schema WHERE name = 'c'\")[1].sql").contains(
        "ON UPDATE SET NULL"))
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `rules that cannot be are refused`() throws {
    let script = try Script()
    #expect(
      script.failure("A = entity 'A' { b = belongs_to('B', { on_update = 'follow' }) }").contains(
        "option 'on_update' must be \"nullify\", \"cascade\" or \"restrict\", not the text 'follow'"))
    #expect(
      script.failure("A = entity 'A' { b = belongs_to('B', { required = true, on_update = 'nullify' }) }").contains(
        "a required relation cannot be nullified: on_update must be"))
  }
}
