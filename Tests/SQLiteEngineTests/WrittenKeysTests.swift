import Query
import Schema
import Store
import Testing

@testable import SQLiteEngine

/// Which rows were written, as the engine tells those who follow them.
@Suite struct WrittenKeysTests {
  private let engine: SQLiteEngine
  private let database: Database

  init() throws {
    engine = try SQLiteEngine(path: ":memory:")
    database = Database(engine)
    try run(
      "CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
      "CREATE TABLE player(code TEXT PRIMARY KEY, team INTEGER REFERENCES team ON DELETE CASCADE)",
      "CREATE TABLE game(a INTEGER, b TEXT, n INTEGER, PRIMARY KEY (b, a)) WITHOUT ROWID",
      "CREATE TABLE loose(n INTEGER)", "CREATE TABLE doubled(v INTEGER AS (n * 2), n INTEGER, k TEXT PRIMARY KEY)",
      "CREATE TRIGGER counting AFTER UPDATE ON team BEGIN UPDATE game SET n = n + 1 WHERE a = new.id; END",
      "INSERT INTO team VALUES (1, 'red'), (2, 'blue')", "INSERT INTO player VALUES ('x', 1), ('y', 2)",
      "INSERT INTO game VALUES (1, 'b', 0), (2, 'b', 0)")
    database.isFollowed = true
  }

  private func run(_ statements: String...) throws {
    for text in statements { try database.run(RenderedSQL(text: text)) }
  }

  /// What was written to a table: `1 2`, or `?` where that is not known.
  private func written(_ table: String, by statements: String...) throws -> String {
    _ = engine.takeWrittenRows()
    for text in statements { try run(text) }
    guard let keys = engine.takeWrittenRows().keys(of: table) else { return "?" }
    return keys.map { key in key.map(\.excerpt).joined(separator: "/") }.sorted().joined(separator: " ")
  }

  @Test func `rows are told by the keys that they had and have`() throws {
    #expect(try written("team", by: "INSERT INTO team VALUES (5, 'e')", "UPDATE team SET id = 7 WHERE id = 5") == "5 7")
    #expect(try written("team", by: "UPDATE team SET name = 'none' WHERE id = 99") == "")
    #expect(try written("player", by: "UPDATE player SET code = 'z' WHERE code = 'x'") == "'x' 'z'")
    #expect(try written("game", by: "DELETE FROM game WHERE a = 2") == "'b'/2")
    #expect(try written("player", by: "DELETE FROM player") == "'y' 'z'")
  }

  @Test func `rows that triggers, foreign keys and conflicts write are told, too`() throws {
    #expect(try written("game", by: "UPDATE team SET name = 'green' WHERE id = 1") == "'b'/1")
    #expect(try written("player", by: "DELETE FROM team WHERE id = 1") == "'x'")
    #expect(try written("team", by: "INSERT OR REPLACE INTO team VALUES (9, 'blue')") == "2 9")
  }

  @Test func `rows are told where SQLite has ways to write them faster`() throws {
    let other = try SQLiteEngine(path: ":memory:")
    let store = Database(other)
    for text in [
      "CREATE TABLE a(x TEXT, n INTEGER, PRIMARY KEY (x)) WITHOUT ROWID", "CREATE TABLE b(id INTEGER PRIMARY KEY, n)",
      "CREATE TABLE c(x TEXT, n INTEGER, PRIMARY KEY (x)) WITHOUT ROWID", "CREATE TABLE d(id INTEGER PRIMARY KEY, n)",
      // Prepared before anyone follows, they empty a table without a look at its rows.
      "DELETE FROM a", "DELETE FROM b",
      "INSERT INTO c VALUES ('x', 1), ('y', 2)", "INSERT INTO d VALUES (3, 1), (4, 2)",
    ] { try store.run(RenderedSQL(text: text)) }
    store.isFollowed = true
    func written(_ text: String, _ table: String) throws -> Set<[Value]>? {
      try store.run(RenderedSQL(text: text))
      return other.takeWrittenRows().keys(of: table)
    }
    #expect(try written("INSERT INTO a SELECT * FROM c", "a") == [[.text("x")], [.text("y")]])
    #expect(try written("INSERT INTO b SELECT * FROM d", "b") == [[.integer(3)], [.integer(4)]])
    #expect(try written("DELETE FROM a", "a") == [[.text("x")], [.text("y")]])
    #expect(try written("DELETE FROM b", "b") == [[.integer(3)], [.integer(4)]])
    #expect(try written("INSERT INTO b VALUES (3, 1) ON CONFLICT (id) DO UPDATE SET n = 2", "b") == [[.integer(3)]])
    #expect(try written("UPDATE a SET n = 1", "a") == [])
  }

  @Test func `what cannot be told apart is not known`() throws {
    #expect(try written("player", by: "INSERT INTO player VALUES (NULL, 2)") == "?")
    #expect(try written("loose", by: "INSERT INTO loose VALUES (1)") == "?")
    #expect(try written("doubled", by: "INSERT INTO doubled(n, k) VALUES (1, 'k')") == "?")
    #expect(engine.followedKey(of: "loose") == nil)
    #expect(engine.followedKey(of: "doubled") == nil)
    #expect(engine.followedKey(of: "game") == ["b", "a"])
    let many =
      "WITH RECURSIVE c(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM c WHERE i < 6000) INSERT INTO team(id) SELECT i FROM c"
    #expect(try written("team", by: many) == "?")
  }

  @Test func `a table of another database hides rows of this one`() throws {
    try run("CREATE TEMP TABLE team(id INTEGER PRIMARY KEY, name TEXT)")
    #expect(try written("team", by: "INSERT INTO team VALUES (3, 'here')") == "?")
  }

  @Test func `rows are told from when someone follows them until no one does`() throws {
    database.isFollowed = false
    #expect(try written("team", by: "UPDATE team SET name = 'a' WHERE id = 1") == "")
    #expect(engine.followedKey(of: "team") == nil)
    database.isFollowed = true
    #expect(try written("team", by: "UPDATE team SET name = 'b' WHERE id = 1") == "1")
  }
}
