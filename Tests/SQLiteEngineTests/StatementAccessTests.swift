import SQLiteEngine
import Store
import TestSupport
import Testing

@Suite struct StatementAccessTests {
  @Test func `a statement knows what it reads and writes`() throws {
    let engine = try memory(
      "CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE player(id INTEGER PRIMARY KEY, team INTEGER)",
      "CREATE VIEW members AS SELECT team.name FROM team JOIN player ON team.id = player.team")
    let select = try engine.statement("SELECT name FROM team WHERE id IN (SELECT team FROM player)")
    #expect(select.readTables.sorted() == ["player", "team"])
    #expect(select.writtenTables == [])
    #expect(try engine.statement("SELECT count(*) FROM player").readTables == ["player"])
    #expect(try Set(engine.statement("SELECT * FROM members").readTables).isSuperset(of: ["player", "team"]))
    let update = try engine.statement("UPDATE player SET team = (SELECT max(id) FROM team)")
    #expect(update.writtenTables == ["player"])
    #expect(update.readTables.contains("team"))
    #expect(try engine.statement("DELETE FROM team").writtenTables.contains("team"))
    #expect(try engine.statement("CREATE TABLE other(a)").writtenTables == [])
  }

  @Test func `triggers and cascades count`() throws {
    let engine = try memory(
      "CREATE TABLE team(id INTEGER PRIMARY KEY)",
      "CREATE TABLE player(team INTEGER REFERENCES team ON DELETE CASCADE)",
      "CREATE TABLE badge(team INTEGER REFERENCES team ON DELETE SET NULL)",
      "CREATE TABLE log(text TEXT)",
      "CREATE TRIGGER logged AFTER DELETE ON player BEGIN INSERT INTO log VALUES ('gone'); END")
    let written = try engine.statement("DELETE FROM team WHERE id = 1").writtenTables
    #expect(written.sorted() == ["badge", "log", "player", "team"])
  }

  @Test func `a trigger that is made later counts, whoever makes it`() throws {
    let folder = try TemporaryFolder()
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    for text in ["CREATE TABLE t(a)", "CREATE TABLE log(a)"] { try engine.execute(text) }
    let insertion = try engine.insertion("INSERT INTO t VALUES (1)", ofRowsThatKeep: "CREATE TABLE t(a)")
    let statement = try engine.statement("INSERT INTO t VALUES (2)")
    #expect(insertion.writtenTables == ["t"] && statement.writtenTables == ["t"])
    let other = try SQLiteEngine(path: folder.file("a.db"))
    try other.execute("CREATE TRIGGER logged AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1); END")
    _ = try statement.run()
    #expect(statement.writtenTables == ["t", "log"])
    try engine.execute("CREATE TRIGGER again AFTER INSERT ON log BEGIN DELETE FROM t WHERE a = 9; END")
    #expect(!insertion.isCurrent)
  }

  @Test func `changed and dropped tables are written`() throws {
    let engine = try memory("CREATE TABLE t(a)")
    #expect(try engine.statement("ALTER TABLE t ADD COLUMN b").writtenTables.contains("t"))
    #expect(try engine.statement("DROP TABLE t").writtenTables.contains("t"))
  }
}
