import TestSupport
import Testing

/// The versions of entities that a database notes.
@Suite struct SchemaVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: String { folder.file("shop.db") }

  private func open(_ schema: String) throws -> Script { try Script(schema: schema, location: file) }

  private func player(_ version: Int?, _ members: String = "") -> String {
    "Player = entity 'Player' { name = text {}, \(members) \(version.map { "version = \($0)" } ?? "") }\n"
  }

  @Test func `a database that a newer schema made is told, and not changed`() throws {
    _ = try open(player(3) + "db:create_all() Player:create { name = 'Ann' }")
    for schema in [player(2, "rank = text {},"), player(nil, "rank = text {},")] {
      let old = try open(schema)
      for call in ["db:migrate()", "db:migrate { dry_run = true }"] {
        let failure = old.failure(call)
        #expect(failure.hasPrefix("\(file) was made by a newer schema: Player is of version 3 there and of version"))
        #expect(failure.hasSuffix("Nothing was changed") && old.kindOfFailure(call) == "MigrationError")
      }
      try old.expect("return db:query('SELECT count(*) AS n FROM player')[1].n", "1")
      #expect(old.failure("db:query('SELECT rank FROM player')").contains("no such column"))
    }
  }

  @Test func `an older script may use the tables that are there, but makes none`() throws {
    _ = try open(player(2) + "db:create_all() Player:create { name = 'Ann' }")
    let old = try open(player(1) + "db:create_all()")
    try old.expect("return Player:first().name", "Ann")
    #expect(
      old.failure("Team = entity 'Team' { name = text {} } db:create_all()").contains("was made by a newer schema"))
    try old.expect("return table.concat(db:tables(), ' ')", "player")
  }

  @Test func `a new version is noted by the migration, once`() throws {
    _ = try open(player(nil) + "db:create_all()")
    let script = try open(player(2, "rank = text {},"))
    try script.expect(
      "print(db:migrate { dry_run = true })",
      """
      player (Player)
        + rank  TEXT
      version 2 of Player
      """)
    try script.run("db:migrate()")
    try script.expect("return #db:migrate { dry_run = true }", "0")
    #expect(try open(player(1)).failure("db:migrate()").contains("newer schema"))
    try open(player(4, "rank = text {},") + "db:migrate()").expect(
      "return #db:migrate()", "0")
  }

  @Test func `what a migration that fails had noted is gone`() throws {
    _ = try open(player(nil) + "db:create_all()")
    let script = try open(player(2) + "migration('bad', function() error('no', 0) end)")
    #expect(script.failure("db:migrate()") == "no")
    try open(player(1)).expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `an entity keeps its version under another name`() throws {
    _ = try open(player(3) + "db:create_all()")
    let old = try open("Gamer = entity 'Gamer' { renamed_from = 'Player', name = text {}, version = 2 }")
    #expect(old.failure("db:migrate()").contains("Gamer is of version 3 there and of version 2 here"))
    let script = try open("Gamer = entity 'Gamer' { renamed_from = 'Player', name = text {}, version = 4 }")
    try script.run("db:migrate()")
    try script.expect("return #db:migrate { dry_run = true }, Gamer:count()", "0 0")
  }

  @Test func `the notes are in nobody's way`() throws {
    _ = try open(player(3) + "db:create_all() migration('x', function() end) db:migrate()")
    let script = try open("db:reflect()")
    try script.expect("return table.concat(db:tables(), ' '), MoonshellVersion", "player nil")
    #expect(try script.run("print(db:schema_source())").contains("moonshell") == false)
  }

  @Test func `documents in rows are brought up to date by the migration, so that SQL finds what they say`() throws {
    _ = try open(
      """
      Address = entity "Address" { abstract = true, street = text {} }
      Shop = entity "Shop" { address = embedded "Address", others = list_of "Address" } db:create_all()
      Shop:create { address = { street = "A" }, others = { { street = "B" }, { street = "C" } } } Shop:create {}
      """)
    let schema = """
      Address = entity "Address" { abstract = true, line = text {}, version = 2,
        migrate = function(t, from) t.line, t.street = t.street .. from, nil end }
      Shop = entity "Shop" { address = embedded "Address", others = list_of "Address" }

      """
    let script = try open(schema)
    try script.expect("local s = Shop:get(1) return s.address.line, s.others[2].line, next(s:changes())", "A1 C1 nil")
    try script.expect("return Shop:where{ ['address.line'] = 'A1' }:count()", "0")
    try script.expect("print(db:migrate())", "version 2 of Address\nversion 2 of Address")
    try script.expect("return Shop:where{ ['address.line'] = 'A1' }:count()", "1")
    try script.expect(
      "return db:query('SELECT others FROM shop')[1].others",
      #"[{"line":"B1","_version":2},{"line":"C1","_version":2}]"#)
    let again = try open(schema)
    try again.expect(
      "local s = Shop:get(1) return s.address.line, s.others[1].line, #db:migrate { dry_run = true }", "A1 B1 0")
  }
}
