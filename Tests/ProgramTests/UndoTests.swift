import TestSupport
import Testing

/// Taking back, trials and records of entries, at a prompt.
@Suite(.serialized) struct UndoTests {
  private func start(_ arguments: [String] = []) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"] + arguments, environment: ["NO_COLOR": "1"], columns: 100, rows: 50)
    try shell.waitForPrompt()
    return shell
  }

  private static let sample = """
    Team = entity "Team" { name = text {} } db:create_all() db:add(Team { name = "Red" }, Team { name = "Blue" })
    """

  @Test func `an entry is taken back, and objects follow`() throws {
    let shell = try start()
    #expect(try shell.enter(Self.sample).contains("the schema changed · .undo begins here\n"))
    _ = try shell.enter("red = Team:get(1)")
    #expect(try shell.enter("red.name = 'Pink' red:save()").contains("1 row changed · .undo takes it back\n"))
    #expect(try shell.enter("Team:where { id = 2 }:delete()").contains("1 row changed\n"))
    #expect(
      try shell.enter(".undo").contains("taken back: 'Team:where { id = 2 }:delete()' (1 row of team)\n"))
    #expect(try shell.enter("Team:count(), red.name").contains("2\nPink\n"))
    _ = try shell.enter(".undo")
    #expect(try shell.enter("red.name, Team:get(1).name").contains("Red\nRed\n"))
    #expect(try shell.enter(".undo").contains(".undo: nothing is left to take back\n"))
    _ = try shell.enter("red.name = 'Grey' red:save()")
    #expect(
      try shell.enter("CREATE TABLE t (n)").contains("the schema changed: .undo does not reach back beyond this\n"))
  }

  @Test func `a transaction is one step, and its entries are steps while it is open`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("BEGIN")
    _ = try shell.enter("INSERT INTO team(name) VALUES ('a')")
    #expect(try shell.enter("INSERT INTO team(name) VALUES ('b')").contains("moon*> "))
    #expect(try shell.enter(".undo").contains("VALUES ('b')"))
    #expect(try shell.enter("Team:count()").contains("3\n"))
    #expect(try shell.enter("COMMIT").contains("1 row changed"))
    #expect(try shell.enter(".undo").contains("(1 row of team)"))
    #expect(try shell.enter("Team:count()").contains("2\n"))
    _ = try shell.enter("BEGIN")
    _ = try shell.enter("DELETE FROM team")
    _ = try shell.enter("ROLLBACK")
    #expect(try shell.enter(".undo").contains("nothing is left"))
  }

  @Test func `what a trial changed of the schema and forgot keeps nothing from being taken back`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("UPDATE team SET name = 'Pink' WHERE id = 1;")
    _ = try shell.enter(".try")
    _ = try shell.enter("DELETE FROM team WHERE id = 2;")
    _ = try shell.enter("CREATE TABLE t (n);")
    _ = try shell.enter("UPDATE team SET name = 'Grey';")
    _ = try shell.enter(".discard")
    #expect(try shell.enter("Team:pluck 'name'").contains("{ \"Pink\", \"Blue\" }"))
    #expect(try shell.enter(".undo").contains("name = 'Pink'"))
    #expect(try shell.enter("Team:pluck 'name'").contains("{ \"Red\", \"Blue\" }"))
    _ = try shell.enter(".try")
    _ = try shell.enter("CREATE TABLE t (n);")
    _ = try shell.enter(".keep")
    #expect(try shell.enter(".undo").contains("nothing is left"))
  }

  @Test func `nothing is said of undo where what was written is rolled back`() throws {
    let shell = try start()
    _ = try shell.enter("CREATE TABLE keyless (n);")
    #expect(try shell.enter("INSERT INTO keyless VALUES (1);").contains("keyless has no key: .undo does not take"))
    shell.forget()
    let write = "db:execute 'INSERT INTO keyless VALUES (2)'"
    shell.send("\(write) print 'begun' while true do \(write) end\r")
    try shell.waitFor("\nbegun\n")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("rolled back\n") && !shell.screenText.contains("has no key"))
  }

  @Test func `a trial shows what it changed, and is discarded or kept`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    #expect(try shell.enter(".try").contains("moon?> "))
    _ = try shell.enter("DELETE FROM team WHERE id = 1")
    _ = try shell.enter("Team:get(2).name = 'Green'")
    _ = try shell.enter("blue = Team:get(2) blue.name = 'Green' blue:save() Team:create { name = 'New' }")
    let changes = try shell.enter(".diff")
    #expect(
      changes.contains(
        "Team: 1 added, 1 changed, 1 removed\n") && changes.contains("  ~ 2  name: 'Blue' → 'Green'\n")
        && changes.contains("  - 1  name = 'Red'\n") && changes.contains("  + 3  name = 'New'\n"))
    #expect(try shell.enter("COMMIT").contains(".keep commits what it did, .discard forgets it"))
    #expect(try shell.enter(".open :memory:").contains(".open: a trial is under way"))
    #expect(try shell.enter(".discard").contains("moon> "))
    #expect(try shell.enter("Team:get(1).name, blue.name").contains("Red\n"))
    #expect(try shell.enter(".diff").contains("no trial is under way: .try begins one"))
    _ = try shell.enter(".try")
    #expect(try shell.enter(".diff").contains("nothing is changed"))
    _ = try shell.enter("DELETE FROM team")
    _ = try shell.enter(".keep")
    #expect(try shell.enter("Team:count()").contains("0\n"))
    #expect(try shell.enter(".undo").contains("(2 rows of team)"))
    _ = try shell.enter(".try")
    shell.send("\u{4}")
    _ = try shell.waitForExit()
    #expect(shell.screenText.contains("the trial is discarded"))
  }

  @Test func `what a savepoint's rollback took back is no step any more`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    for entry in ["db:begin()", "Team:create { name = 'a' }", "db:begin()", "Team:create { name = 'in' }"] {
      _ = try shell.enter(entry)
    }
    _ = try shell.enter("db:rollback()")
    #expect(try shell.enter(".undo").contains("taken back: 'Team:create { name = 'a' }' (1 row of team)"))
    #expect(try shell.enter("Team:count()").contains("2\n"))
    _ = try shell.enter("db:rollback()")
    // What is left of an entry that began one, and what came with the rollback, are one step.
    _ = try shell.enter(".try")
    _ = try shell.enter("Team:create { name = 'b' } db:begin() Team:create { name = 'c' }")
    _ = try shell.enter("Team:create { name = 'd' }")
    _ = try shell.enter("db:rollback()")
    #expect(try shell.enter("Team:count()").contains("3\n"))
    #expect(try shell.enter(".undo").contains("(1 row of team)"))
    #expect(try shell.enter("Team:count()").contains("2\n"))
    #expect(try shell.enter(".undo").contains("nothing is left to take back"))
    _ = try shell.enter("SAVEPOINT s")
    _ = try shell.enter("Team:create { name = 'e' }")
    _ = try shell.enter("ROLLBACK TO s")
    _ = try shell.enter("Team:create { name = 'f' }")
    _ = try shell.enter("ROLLBACK TO s")
    #expect(try shell.enter(".undo").contains("nothing is left to take back"))
  }

  @Test func `an entry that is too large to be remembered says so, and no other is taken for it`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("for i = 1, 70 do Team:create { name = ('x'):rep(2^20) } end")
    #expect(try shell.enter("Team:all():delete()").contains("more than 64 MiB of old rows: .undo does not take this"))
    #expect(try shell.enter(".undo").contains(".undo: nothing is left to take back"))
  }

  @Test func `an index that is only tried ends no way back`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("Team:create { name = 'a' }")
    let advice = try shell.enter(".advise Team:where { name = 'Red' }")
    #expect(!advice.contains("the schema changed") && !advice.contains("an index is used already"))
    #expect(try shell.enter(".undo").contains("(1 row of team)"))
    _ = try shell.enter("BEGIN")
    #expect(try shell.enter("CREATE INDEX team_name ON team(name)").contains("the schema changed"))
    #expect(try !shell.enter("ROLLBACK").contains("the schema changed"))
  }

  @Test func `a trial says what it cannot show`() throws {
    let shell = try start()
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("CREATE TABLE log(line)")
    _ = try shell.enter(".try")
    _ = try shell.enter("INSERT INTO log VALUES ('a')")
    #expect(try shell.enter(".diff").contains("log was written, and has no key: its rows are not shown\n"))
    _ = try shell.enter("CREATE TABLE fresh(id INTEGER PRIMARY KEY)")
    _ = try shell.enter("DROP TABLE team")
    let changes = try shell.enter(".diff")
    #expect(changes.contains("table team is gone, with what was in it\n") && changes.contains("table fresh is new\n"))
    #expect(!changes.contains("nothing is changed"))
    #expect(try shell.enter(".try").contains(".keep commits what it did, .discard forgets it"))
  }

  @Test func `making tables that are there already changes nothing, and ends no way back`() throws {
    let folder = try TemporaryFolder()
    let shell = try start([folder.file("a.db")])
    _ = try shell.enter(Self.sample)
    _ = try shell.enter("Team:create { name = 'a' }")
    #expect(try !shell.enter("db:create_all()").contains("the schema changed"))
    #expect(try shell.enter(".undo").contains("(1 row of team)"))
    let again = try start([folder.file("a.db")])
    #expect(try !again.enter("Team = entity 'Team' { name = text {} } db:create_all()").contains("the schema changed"))
    #expect(try again.enter("Team:count()").contains("2\n"))
  }

  @Test func `DELETE without WHERE is taken back`() throws {
    let shell = try start()
    _ = try shell.enter("CREATE TABLE t(id INTEGER PRIMARY KEY, q INT)")
    _ = try shell.enter("INSERT INTO t VALUES (1, 2), (2, 3)")
    #expect(try shell.enter("DELETE FROM t").contains("2 rows changed"))
    #expect(try shell.enter(".undo").contains("(2 rows of t)"))
    #expect(try shell.enter("SELECT sum(q) FROM t").contains("5"))
  }

  @Test func `what is computed is shown nowhere, and rows with it come back`() throws {
    let shell = try start()
    _ = try shell.enter("CREATE TABLE t(id INTEGER PRIMARY KEY, v AS (q * 2), q INT)")
    _ = try shell.enter("INSERT INTO t VALUES (1, 2)")
    _ = try shell.enter("UPDATE t SET q = 5")
    #expect(try shell.enter(".undo").contains("(1 row of t)"))
    #expect(try shell.enter("SELECT v FROM t").contains("4"))
    _ = try shell.enter(".try")
    _ = try shell.enter("UPDATE t SET q = 6")
    let changes = try shell.enter(".diff")
    #expect(changes.contains(": 1 changed\n") && changes.contains("  ~ 1  q: 2 → 6\n"))
  }

  @Test func `an entry that writes to a virtual table says that it is not taken back`() throws {
    let shell = try start()
    _ = try shell.enter("CREATE VIRTUAL TABLE docs USING fts5(a)")
    let answer = try shell.enter("INSERT INTO docs VALUES ('x')")
    #expect(answer.contains("docs is a virtual table: .undo does not take this back\n"))
    #expect(!answer.contains("has no key"))
    #expect(try shell.enter(".undo").contains(".undo: nothing is left to take back\n"))
    _ = try shell.enter(".try")
    _ = try shell.enter("INSERT INTO docs VALUES ('y')")
    let changes = try shell.enter(".diff")
    #expect(changes.contains("docs is a virtual table: its rows are not shown\n"))
    #expect(
      !changes.contains("docs_data") && !changes.contains("has no key") && !changes.contains("nothing is changed"))
  }

  @Test func `rows without a key are said not to be remembered`() throws {
    let shell = try start()
    #expect(try shell.enter("CREATE TABLE log(line)").contains("the schema changed · .undo begins here"))
    #expect(
      try shell.enter("INSERT INTO log VALUES ('a')").contains("log has no key: .undo does not take its rows back"))
  }

  @Test func `entries that worked are recorded, and read again`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("session.lua")
    let shell = try start()
    _ = try shell.enter(".record \(path)")
    for entry in ["x = 20", "x + 1", "nonsense.y", "SELECT 1 AS one", ".limit 7"] { _ = try shell.enter(entry) }
    _ = try shell.enter(".record off")
    _ = try shell.enter("x = nil")
    #expect(try folder.text(of: "session.lua") == "x = 20\nx + 1\nSELECT 1 AS one;\n.limit 7\n")
    #expect(try shell.enter(".record \(path)").contains("File exists") || shell.screenText.contains("file exists"))
    let again = try start()
    #expect(try again.enter(".read \(path)").contains("21\n"))
    #expect(try again.enter(".limit").contains("7\n"))
  }

  /// Neither in a file that readers lock, nor in one of which they see a moment.
  @Test(arguments: ["DELETE", "WAL"]) func `a trial locks nothing before it writes`(mode: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.db")
    let made = "db:execute 'PRAGMA journal_mode = \(mode)' db:execute 'CREATE TABLE t(id INTEGER PRIMARY KEY, n)'"
    #expect(try Program.run([file, "-e", made]).exit == .exited(0))
    let shell = try start([file])
    _ = try shell.enter(".try")
    let other = try Program.run(["--busy-timeout", "0", file, "-e", "local t = T:create { n = 1 } print(T:count())"])
    #expect(other.output == "1\n" && other.exit == .exited(0), "\(other.errors)")
    _ = try shell.enter("T:create { n = 2 }")
    #expect(try shell.enter("T:count()").contains("2\n"))
    #expect(try shell.enter(".diff").contains("T: 1 added\n"))
  }
}
