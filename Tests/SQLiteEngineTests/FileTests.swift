import Glibc
import SQLiteEngine
import Schema
import Store
import TestSupport
import Testing

/// What opening, reading and closing leave in the file system.
@Suite struct FileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: A database that is not there

  @Test func `a file is made at the first write and not before`() throws {
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(engine.isNew)
    #expect(try engine.tables() == [])
    #expect(try engine.externalVersion() == engine.externalVersion())
    #expect(engine.error("SELECT * FROM t")?.kind == .noSuchTable("t"))
    #expect(engine.error("INSERT INTO t VALUES (1)")?.kind == .noSuchTable("t"))
    #expect(folder.names == [])
    try engine.execute("CREATE TABLE t(a)")
    #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal"])
    #expect(!engine.isNew)
    engine.close()
    #expect(folder.names == ["a.db"])
  }

  @Test func `a database that is never written leaves no file`() throws {
    try SQLiteEngine(path: folder.file("a.db")).close()
    #expect(folder.names == [])
  }

  @Test(arguments: ["CREATE TABLE t(a)", "BEGIN IMMEDIATE", "BEGIN", "SAVEPOINT a", "PRAGMA user_version = 1"])
  func `a new file is in WAL mode`(first: String) throws {
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    try engine.execute(first)
    try engine.execute("CREATE TABLE u(a)")
    if engine.isInTransaction { try engine.execute("COMMIT") }
    #expect(try engine.value("PRAGMA journal_mode") == .text("wal"))
    #expect(try engine.value("PRAGMA synchronous") == .integer(1))
  }

  @Test func `an empty file is a new database too`() throws {
    try folder.write([], to: "a.db")
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(!engine.isNew)
    #expect(try engine.tables() == [])
    #expect(try folder.bytes(of: "a.db") == [])
    try engine.execute("CREATE TABLE t(a)")
    #expect(try engine.value("PRAGMA journal_mode") == .text("wal"))
  }

  @Test func `what another program makes meanwhile is seen, and keeps its journal mode`() throws {
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(try engine.tables() == [])
    try makeForeign("a.db")
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
    try engine.execute("INSERT INTO t VALUES (2)")
    #expect(try engine.value("PRAGMA journal_mode") == .text("delete"))
  }

  @Test func `what another program makes during a transaction that has read nothing keeps it from writing`() throws {
    let engine = try SQLiteEngine(path: folder.file("a.db"), options: SQLiteOptions(busyTimeout: .zero))
    try engine.execute("ATTACH ?1 AS other", .text(folder.file("b.db")))
    #expect(try engine.rows("SELECT * FROM other.sqlite_schema") == [])
    try makeForeign("b.db")
    try engine.execute("CREATE TABLE other.u(a)")
    #expect(try engine.rows("SELECT a FROM other.t") == [[.integer(1)]])
  }

  @Test func `a file that cannot be made is told of at once`() {
    #expect(openingError(folder.file("no/a.db"))?.reason == "no such directory: \(folder.file("no"))")
  }

  // MARK: A file that goes while it is open

  @Test func `a file that was removed or replaced is neither read nor written any more`() throws {
    try makeForeign("a.db")
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    engine.beginEntry()
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
    unlink(folder.file("a.db"))
    #expect(engine.error("INSERT INTO t VALUES (2)")?.reason.contains("moved or removed") == true)
    #expect(engine.error("BEGIN IMMEDIATE")?.reason.contains("moved or removed") == true)
    engine.beginEntry()
    #expect(engine.error("SELECT a FROM t")?.reason.contains("moved or removed") == true)
    try makeForeign("a.db", rows: 2)
    engine.beginEntry()
    #expect(engine.error("SELECT a FROM t")?.reason.contains("taken its place") == true)
    #expect(engine.error("INSERT INTO t VALUES (2)")?.reason.contains("taken its place") == true)
    engine.close()
    let other = try SQLiteEngine(path: folder.file("a.db"))
    #expect(try other.rows("SELECT count(*) FROM t") == [[.integer(2)]])
  }

  @Test func `a new file that is removed after the first write is missed`() throws {
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    engine.beginEntry()
    try engine.execute("CREATE TABLE t(a)")
    try engine.execute("INSERT INTO t VALUES (1)")
    unlink(folder.file("a.db"))
    #expect(engine.error("INSERT INTO t VALUES (2)")?.reason.contains("moved or removed") == true)
  }

  // MARK: A database of another program

  @Test(arguments: ["delete", "truncate", "persist", "wal"])
  func `opening and reading change nothing in a file`(mode: String) throws {
    try makeForeign("a.db", mode: mode)
    let (bytes, time) = (try folder.bytes(of: "a.db"), modification("a.db"))
    for isReadOnly in [false, true] {
      let engine = try SQLiteEngine(path: folder.file("a.db"), options: SQLiteOptions(isReadOnly: isReadOnly))
      #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
      engine.close()
      #expect(try folder.bytes(of: "a.db") == bytes)
      #expect(modification("a.db") == time)
      #expect(folder.names.filter { !$0.hasSuffix("-journal") } == ["a.db"])
    }
  }

  @Test(arguments: ["delete", "wal"])
  func `writing keeps the journal mode of a file`(mode: String) throws {
    try makeForeign("a.db", mode: mode)
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    try engine.execute("INSERT INTO t VALUES (2)")
    engine.close()
    let second = try SQLiteEngine(path: folder.file("a.db"))
    #expect(try second.value("PRAGMA journal_mode") == .text(mode))
    second.close()
    #expect(folder.names == ["a.db"])
  }

  // MARK: What a crash left

  @Test func `a transaction that a crash left in a rollback journal is undone`() throws {
    try makeForeign("a.db", rows: 2000)
    let writer = try SQLiteEngine(path: folder.file("a.db"))
    _ = try writer.rows("PRAGMA cache_size = 1")
    try writer.execute("BEGIN IMMEDIATE")
    try writer.execute("UPDATE t SET a = 0")
    // The files as they lie there when the program is killed now.
    try folder.write(try folder.bytes(of: "a.db"), to: "b.db")
    try folder.write(try folder.bytes(of: "a.db-journal"), to: "b.db-journal")
    let engine = try SQLiteEngine(path: folder.file("b.db"))
    #expect(try engine.value("SELECT sum(a) FROM t") == .integer(2000))
    engine.close()
    #expect(folder.names.filter { $0.hasPrefix("b") } == ["b.db"])
  }

  @Test func `a transaction that a crash left in the log is kept`() throws {
    let writer = try SQLiteEngine(path: folder.file("a.db"))
    try writer.execute("CREATE TABLE t(a)")
    try writer.execute("INSERT INTO t VALUES (7)")
    try folder.write(try folder.bytes(of: "a.db"), to: "b.db")
    try folder.write(try folder.bytes(of: "a.db-wal"), to: "b.db-wal")
    let reader = try SQLiteEngine(path: folder.file("b.db"), options: SQLiteOptions(isReadOnly: true))
    #expect(try reader.rows("SELECT a FROM t") == [[.integer(7)]])
    reader.close()
    #expect(folder.names.filter { $0.hasPrefix("b") } == ["b.db", "b.db-wal"])
    let engine = try SQLiteEngine(path: folder.file("b.db"))
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(7)]])
    engine.close()
    #expect(folder.names.filter { $0.hasPrefix("b") } == ["b.db"])
  }

  @Test func `a reader that ends leaves the index of a log that others read, too`() throws {
    let writer = try SQLiteEngine(path: folder.file("a.db"))
    try writer.execute("CREATE TABLE t(a)")
    for ending in ["", "-wal"] { try folder.write(try folder.bytes(of: "a.db" + ending), to: "b.db" + ending) }
    let options = SQLiteOptions(isReadOnly: true)
    let (first, second) = (
      try SQLiteEngine(path: folder.file("b.db"), options: options),
      try SQLiteEngine(path: folder.file("b.db"), options: options)
    )
    first.close()
    #expect(folder.names.contains("b.db-shm"))
    #expect(try second.rows("SELECT a FROM t") == [])
    second.close()
  }

  @Test func `a reader that ends leaves the log of a writer alone`() throws {
    let writer = try SQLiteEngine(path: folder.file("a.db"))
    try writer.execute("CREATE TABLE t(a)")
    try SQLiteEngine(path: folder.file("a.db"), options: SQLiteOptions(isReadOnly: true)).close()
    #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal"])
    try writer.execute("INSERT INTO t VALUES (1)")
    #expect(try writer.rows("SELECT a FROM t") == [[.integer(1)]])
  }

  // MARK: Where nothing may be written

  @Test(.enabled(if: geteuid() != 0, "root may write everything"), arguments: ["delete", "wal"])
  func `a file in a directory that may not be written is read`(mode: String) throws {
    try makeForeign("a.db", mode: mode)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    for isReadOnly in [false, true] {
      let engine = try SQLiteEngine(path: folder.file("a.db"), options: SQLiteOptions(isReadOnly: isReadOnly))
      #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
      #expect(engine.error("INSERT INTO t VALUES (2)") != nil)
      engine.close()
      #expect(folder.names == ["a.db"])
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"), arguments: ["delete", "wal"])
  func `a file that may not be written leaves nothing beside it`(mode: String) throws {
    try makeForeign("a.db", mode: mode)
    chmod(folder.file("a.db"), 0o444)
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(engine.isReadOnly)
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
    engine.close()
    #expect(folder.names == ["a.db"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func `a file that is read without locks is not read on once it has changed`() throws {
    try makeForeign("a.db", mode: "wal")
    chmod(folder.path, 0o555)
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    #expect(try engine.rows("SELECT a FROM t") == [[.integer(1)]])
    chmod(folder.path, 0o755)
    let writer = try SQLiteEngine(path: folder.file("a.db"))
    try writer.execute("INSERT INTO t VALUES (2)")
    let error = engine.error("SELECT a FROM t")
    #expect(error?.reason == "another program has written to it since it was opened: open it again")
  }

  // MARK: Support

  /// A database as another program leaves it: its table `t` has rows with 1 in `a`.
  private func makeForeign(_ name: String, mode: String = "delete", rows: Int = 1) throws {
    // In a file that has a mode already, a database is not new.
    let engine = try SQLiteEngine(path: folder.file("made-" + name))
    #expect(try engine.value("PRAGMA journal_mode = \(mode)") == .text(mode))
    try engine.execute("CREATE TABLE t(a)")
    try engine.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) INSERT INTO t SELECT 1 FROM n")
    engine.close()
    #expect(rename(folder.file("made-" + name), folder.file(name)) == 0)
    unlink(folder.file("made-" + name + "-journal"))
  }

  private func modification(_ name: String) -> [Int] {
    var facts = stat()
    stat(folder.file(name), &facts)
    return [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
  }
}
