import SQLiteEngine
import Schema
import Store
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite struct StatementTests {
  @Test func `a statement is used again`() throws {
    let engine = try memory()
    let first = try engine.statement("SELECT 1")
    first.release()
    let second = try engine.statement("SELECT 1")
    #expect(first === second)
  }

  @Test func `the same text in use gives another`() throws {
    let engine = try memory("CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)")
    let text = "SELECT a FROM t ORDER BY a"
    let outer = try engine.statement(text)
    let rows = RowBuffer(columnCount: 1)
    var seen: [[Value]] = []
    while try outer.step(into: rows) { seen += try engine.rows(text) }
    #expect(rows.values == [[.integer(1)], [.integer(2)]])
    #expect(seen == rows.values + rows.values)
    outer.release()
    outer.release()
    // The inner one took the place of the outer one, which was in use.
    let next = try engine.statement(text)
    #expect(next !== outer)
    let another = try engine.statement(text)
    next.release()
    another.release()
    #expect(try engine.statement(text) === next)
  }

  @Test func `what was given back cannot be used`() throws {
    let engine = try memory()
    let statement = try engine.statement("SELECT 1")
    statement.release()
    #expect(throws: StoreError.self) { try statement.run() }
  }

  @Test func `many statements push out the oldest`() throws {
    let engine = try memory()
    let kept = try engine.statement("SELECT -1")
    kept.release()
    for number in 0..<1000 {
      _ = try engine.rows("SELECT \(number)")
      if number % 50 == 0 { _ = try engine.rows("SELECT -1") }
    }
    #expect(engine.connection.cache.count <= 256)
    #expect(try engine.statement("SELECT -1") === kept)
  }

  @Test func `texts are compared by bytes`() throws {
    let engine = try memory()
    #expect("\u{E9}" == "e\u{301}")
    #expect(try engine.rows("SELECT hex('\u{E9}')") == [[.text("C3A9")]])
    #expect(try engine.rows("SELECT hex('e\u{301}')") == [[.text("65CC81")]])
  }

  @Test func `a finished statement stays at its end until it is reset`() throws {
    let engine = try memory()
    let statement = try engine.statement("SELECT 1")
    let rows = RowBuffer(columnCount: 1)
    #expect(try statement.step(into: rows))
    #expect(try !statement.step(into: rows))
    #expect(try !statement.step(into: rows))
    statement.reset()
    #expect(try statement.step(into: rows))
  }

  @Test func `resetting drops the values`() throws {
    let engine = try memory()
    let statement = try engine.statement("SELECT ?1")
    try statement.bind([.integer(1)])
    let rows = RowBuffer(columnCount: 1)
    try statement.stepAll(into: rows)
    try statement.stepAll(into: rows)
    statement.reset()
    try statement.stepAll(into: rows)
    #expect(rows.values == [[.integer(1)], [.integer(1)], [.null]])
  }

  @Test func `columns and parameters are told`() throws {
    let engine = try memory("CREATE TABLE t(a)")
    let statement = try engine.statement("SELECT :name AS x, @b, $c, ?7, 1 AS \"é\"")
    #expect(statement.columnNames == ["x", "@b", "$c", "?7", "é"])
    #expect(statement.parameterCount == 7)
    #expect((0...8).map(statement.parameterName) == [nil, "name", "b", "c", nil, nil, nil, nil, nil])
    #expect(statement.isReadOnly)
    #expect(try !engine.statement("DELETE FROM t").isReadOnly)
  }

  @Test func `running counts the changed rows`() throws {
    let engine = try memory("CREATE TABLE t(a)")
    #expect(try engine.execute("INSERT INTO t VALUES (1), (2), (3)") == 3)
    #expect(engine.lastInsertedKey == 3)
    #expect(try engine.execute("UPDATE t SET a = 0 WHERE a > 1") == 2)
    #expect(try engine.execute("UPDATE t SET a = 0 WHERE a > 1") == 0)
    #expect(try engine.execute("SELECT * FROM t") == 0)
    #expect(try engine.execute("CREATE TABLE u(a)") == 0)
    #expect(try engine.execute("INSERT INTO u SELECT a FROM t RETURNING a") == 3)
    #expect(try engine.execute("DELETE FROM t") == 3)
    #expect(try engine.execute("DROP TABLE t") == 0)
  }

  @Test func `many rows are written in one go`() throws {
    let engine = try memory("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT)")
    let rows = RowBuffer(columnCount: 1)
    for name in ["a", "", "c"] { rows.append([.text(name)]) }
    let statement = try engine.statement("INSERT INTO t(a) VALUES (?1)")
    var keys: [Int64] = []
    try statement.runMany(rows) { place, key in
      #expect(place == keys.count)
      keys.append(key)
    }
    statement.release()
    #expect(keys == [1, 2, 3])
    #expect(try engine.rows("SELECT a FROM t") == [[.text("a")], [.text("")], [.text("c")]])
  }

  @Test func `writing many stops at the row that fails`() throws {
    let engine = try memory("CREATE TABLE t(a UNIQUE)")
    let rows = RowBuffer(columnCount: 1)
    for number in [1, 2, 1, 3] { rows.append([.integer(Int64(number))]) }
    let statement = try engine.statement("INSERT INTO t VALUES (?1)")
    var done = 0
    #expect(throws: StoreError.self) { try statement.runMany(rows) { _, _ in done += 1 } }
    #expect(done == 2)
    statement.release()
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)], [.integer(2)]])
  }

  @Test func `writing many may close the database`() throws {
    let engine = try memory("CREATE TABLE t(a)")
    let rows = RowBuffer(columnCount: 1)
    for _ in 0..<3 { rows.append([.null]) }
    let statement = try engine.statement("INSERT INTO t VALUES (?1)")
    #expect(throws: StoreError.self) { try statement.runMany(rows) { _, _ in engine.close() } }
  }

  @Test func `changed tables give their new columns`() throws {
    let engine = try memory("CREATE TABLE t(a)", "INSERT INTO t VALUES (1)")
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1)]])
    try engine.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1), .integer(2)]])
    try engine.execute("BEGIN")
    try engine.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1), .integer(2), .integer(3)]])
    try engine.execute("ROLLBACK")
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1), .integer(2)]])
  }

  @Test func `a table that another connection changed is an error once`() throws {
    let folder = try TemporaryFolder()
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    try engine.execute("CREATE TABLE t(a)")
    try engine.execute("INSERT INTO t VALUES (1)")
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1)]])
    let other = try SQLiteEngine(path: folder.file("a.db"))
    try other.execute("ALTER TABLE t ADD COLUMN b")
    #expect(throws: StoreError.self) { try engine.rows("SELECT * FROM t") }
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1), .null]])
  }

  @Test func `savepoints nest`() throws {
    let engine = try memory("CREATE TABLE t(a)", "SAVEPOINT one", "INSERT INTO t VALUES (1)", "SAVEPOINT two")
    try engine.execute("INSERT INTO t VALUES (2)")
    #expect(engine.isInTransaction)
    try engine.execute("ROLLBACK TO two")
    try engine.execute("RELEASE one")
    #expect(!engine.isInTransaction)
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
  }
}
