import Glibc
import SQLiteEngine
import Schema
import Store
import TestSupport
import Testing

@Suite struct OpeningTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `what is written is there after reopening`() throws {
    let path = folder.file("shop.db")
    let first = try SQLiteEngine(path: path)
    try first.execute("CREATE TABLE player(name TEXT)")
    try first.execute("INSERT INTO player VALUES (?1)", .text("Zerator"))
    first.close()
    let second = try SQLiteEngine(path: path)
    #expect(try second.rows("SELECT name FROM player") == [[.text("Zerator")]])
    #expect(second.location == path)
  }

  @Test func `a database in memory is in no file`() throws {
    let engine = try memory()
    #expect(try engine.value("PRAGMA journal_mode") == .text("memory"))
    #expect(!engine.isReadOnly)
  }

  @Test func `foreign keys are enforced`() throws {
    let engine = try memory(
      "CREATE TABLE team(id INTEGER PRIMARY KEY)", "CREATE TABLE player(team INTEGER REFERENCES team)")
    #expect(
      engine.error("INSERT INTO player VALUES (7)")?.kind == .constraint(.init(rule: .foreignKey)))
  }

  @Test func `a name in double quotes is never text`() throws {
    #expect(try memory().error("SELECT \"nobody\"")?.kind == .noSuchColumn("nobody"))
  }

  @Test func `read only refuses to write and reads`() throws {
    let path = folder.file("a.db")
    try SQLiteEngine(path: path).execute("CREATE TABLE t(a)")
    let engine = try SQLiteEngine(path: path, options: SQLiteOptions(isReadOnly: true))
    #expect(engine.isReadOnly)
    #expect(try engine.rows("SELECT * FROM t") == [])
    #expect(engine.error("INSERT INTO t VALUES (1)")?.kind == .readOnly)
  }

  @Test func `a missing file is an error when it is to be read only`() {
    let error = openingError(folder.file("none.db"), SQLiteOptions(isReadOnly: true))
    #expect(error?.kind == .cannotOpen)
    #expect(error?.reason == "no such file")
    #expect(folder.names == [])
  }

  @Test func `what cannot be opened says why`() {
    #expect(openingError(folder.path)?.reason == "it is a directory")
    #expect(openingError("/dev/null")?.reason == "it is not a regular file")
    #expect(openingError("")?.reason == "its path is empty (':memory:' is a database in memory)")
    #expect(openingError("a\0b")?.reason == "its path contains a NUL character")
    let missing = folder.file("no/where/a.db")
    #expect(openingError(missing)?.reason == "no such directory: \(folder.file("no/where"))")
    #expect(openingError(missing)?.kind == .cannotOpen)
  }

  @Test func `a path is never an URI`() throws {
    let path = folder.file("file:a.db?mode=memory")
    try SQLiteEngine(path: path).execute("CREATE TABLE t(a)")
    #expect(folder.names == ["file:a.db?mode=memory"])
  }

  @Test func `what is not a database is refused and left alone`() throws {
    let text = [UInt8](String(repeating: "This is a letter and no database. ", count: 100).utf8)
    try folder.write(text, to: "letter.txt")
    let error = openingError(folder.file("letter.txt"))
    #expect(error?.kind == .notADatabase)
    #expect(error?.location == folder.file("letter.txt"))
    #expect(error?.sql == nil)
    #expect(try folder.bytes(of: "letter.txt") == text)
    #expect(folder.names == ["letter.txt"])
  }

  @Test func `an empty file is an empty database`() throws {
    try folder.write([], to: "a.db")
    #expect(try SQLiteEngine(path: folder.file("a.db")).tables() == [])
  }

  @Test func `a damaged file is reported and left alone`() throws {
    try fill("a.db")
    var bytes = try folder.bytes(of: "a.db")
    // The header of the first page, where the schema's tree begins.
    for index in 100..<140 { bytes[index] ^= 0xFF }
    try folder.write(bytes, to: "a.db")
    #expect(openingError(folder.file("a.db"))?.kind == .corrupt)
    #expect(try folder.bytes(of: "a.db") == bytes)
  }

  @Test func `a damaged page is reported when it is read`() throws {
    try fill("a.db")
    var bytes = try folder.bytes(of: "a.db")
    for index in 4096..<bytes.count { bytes[index] ^= 0x5A }
    try folder.write(bytes, to: "a.db")
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(engine.error("SELECT sum(length(name)) FROM player")?.kind == .corrupt)
  }

  @Test func `a truncated file is reported`() throws {
    try fill("a.db")
    try folder.write(Array(try folder.bytes(of: "a.db").prefix(5000)), to: "a.db")
    #expect(openingError(folder.file("a.db"))?.kind == .corrupt)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func `a protected file in a protected directory is read without locks`() throws {
    try fill("a b%.db")
    let path = folder.file("a b%.db")
    chmod(path, 0o444)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let engine = try SQLiteEngine(path: path)
    #expect(engine.isReadOnly)
    #expect(try engine.value("SELECT count(*) FROM player") == .integer(1000))
    #expect(engine.error("DELETE FROM player")?.kind == .readOnly)
    #expect(folder.names == ["a b%.db"])
  }

  @Test func `every call after closing says so`() throws {
    let engine = try memory("CREATE TABLE t(a)")
    let statement = try engine.statement("SELECT a FROM t WHERE a = ?1")
    try engine.execute("BEGIN")
    engine.close()
    engine.close()
    #expect(engine.error("SELECT 1")?.kind == .closed)
    #expect(throws: StoreError.self) { try engine.tables() }
    #expect(!engine.isInTransaction)
    #expect(throws: StoreError.self) { try statement.bind([.null]) }
    #expect(throws: StoreError.self) { try statement.run() }
    #expect(statement.columnNames == [])
    statement.release()
  }

  @Test func `a statement may outlive its engine`() throws {
    var engine: SQLiteEngine? = try memory()
    let statement = try engine?.statement("SELECT 1")
    engine = nil
    #expect(throws: StoreError.self) { try statement?.run() }
  }

  @Test func `closing rolls back`() throws {
    let path = folder.file("a.db")
    let first = try SQLiteEngine(path: path)
    try first.execute("CREATE TABLE t(a)")
    try first.execute("BEGIN IMMEDIATE")
    try first.execute("INSERT INTO t VALUES (1)")
    first.close()
    #expect(try SQLiteEngine(path: path).rows("SELECT * FROM t") == [])
  }

  /// A database of some pages, in one file.
  private func fill(_ name: String) throws {
    let engine = try SQLiteEngine(path: folder.file(name))
    try engine.execute("CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT)")
    try engine.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO player SELECT i, 'A name that is long enough ' || i FROM n
      """)
    engine.close()
  }
}
