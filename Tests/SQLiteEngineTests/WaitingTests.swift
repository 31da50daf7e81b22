import SQLiteEngine
import Schema
import Store
import TestSupport
import Testing

@Suite struct WaitingTests {
  private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  @Test func `a lock is waited for and then reported`() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteEngine(path: folder.file("a.db"))
    try holder.execute("CREATE TABLE t(a)")
    let other = try SQLiteEngine(path: folder.file("a.db"), options: SQLiteOptions(busyTimeout: .milliseconds(20)))
    try holder.execute("BEGIN IMMEDIATE")
    let error = other.error("BEGIN IMMEDIATE")
    #expect(error?.kind == .locked)
    #expect(error?.waited == .milliseconds(20))
    #expect(!other.isInTransaction)
    try holder.execute("COMMIT")
    try other.execute("BEGIN IMMEDIATE")
    try other.execute("COMMIT")
  }

  @Test func `a lock that is given back in time is taken`() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteEngine(path: folder.file("a.db"))
    try holder.execute("CREATE TABLE t(a)")
    var questions = 0
    let other = try SQLiteEngine(
      path: folder.file("a.db"),
      options: SQLiteOptions(
        busyTimeout: .seconds(60),
        isInterrupted: {
          questions += 1
          if questions == 3 { _ = holder.error("COMMIT") }
          return false
        }))
    try holder.execute("BEGIN IMMEDIATE")
    try other.execute("BEGIN IMMEDIATE")
    #expect(questions == 3)
  }

  @Test func `a wait for a lock is interrupted`() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteEngine(path: folder.file("a.db"))
    try holder.execute("CREATE TABLE t(a)")
    let countdown = Countdown(2)
    let other = try SQLiteEngine(
      path: folder.file("a.db"), options: SQLiteOptions(busyTimeout: .seconds(60), isInterrupted: countdown.isOver))
    try holder.execute("BEGIN IMMEDIATE")
    #expect(other.error("BEGIN IMMEDIATE")?.kind == .interrupted)
  }

  @Test func `a wait that lasts is told of once`() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteEngine(path: folder.file("a.db"))
    try holder.execute("CREATE TABLE t(a)")
    var notices = 0
    var questions = 0
    func options(delay: Duration) -> SQLiteOptions {
      SQLiteOptions(
        busyTimeout: .seconds(60), notice: SQLiteOptions.Notice(after: delay) { notices += 1 },
        isInterrupted: {
          questions += 1
          return questions % 5 == 0
        })
    }
    let told = try SQLiteEngine(path: folder.file("a.db"), options: options(delay: .zero))
    let other = try SQLiteEngine(path: folder.file("a.db"), options: options(delay: .seconds(60)))
    try holder.execute("BEGIN IMMEDIATE")
    for round in 1...3 {
      #expect(told.error("BEGIN IMMEDIATE")?.kind == .interrupted)
      #expect(notices == round)
      #expect(other.error("BEGIN IMMEDIATE")?.kind == .interrupted)
      #expect(notices == round)
    }
  }

  @Test func `a reader whose data was overtaken is told to start again`() throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteEngine(path: folder.file("a.db"))
    try first.execute("CREATE TABLE t(a)")
    let second = try SQLiteEngine(path: folder.file("a.db"))
    try first.execute("BEGIN")
    _ = try first.rows("SELECT * FROM t")
    try second.execute("INSERT INTO t VALUES (1)")
    let error = first.error("INSERT INTO t VALUES (2)")
    #expect(error?.kind == .locked)
    #expect(error?.waited == nil)
    #expect(error?.reason == "another process wrote since this transaction began to read; roll back and try again")
  }

  @Test func `a table that is being read is not dropped`() throws {
    let engine = try memory("CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)")
    let reader = try engine.statement("SELECT a FROM t")
    #expect(try reader.step(into: RowBuffer(columnCount: 1)))
    #expect(engine.error("DROP TABLE t")?.kind == .locked)
    reader.release()
    #expect(engine.error("DROP TABLE t") == nil)
  }

  @Test func `a running statement is interrupted`() throws {
    let countdown = Countdown(50)
    let engine = try SQLiteEngine(path: ":memory:", options: SQLiteOptions(isInterrupted: countdown.isOver))
    #expect(engine.error(Self.endless)?.kind == .interrupted)
    #expect(countdown.questions == 51)
  }

  @Test func `an interrupted write rolls back its transaction and says so`() throws {
    let countdown = Countdown(10)
    let engine = try SQLiteEngine(path: ":memory:", options: SQLiteOptions(isInterrupted: countdown.isOver))
    try engine.execute("CREATE TABLE t(a)")
    try engine.execute("BEGIN")
    #expect(engine.isInTransaction)
    let error = engine.error(
      "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
    #expect(error?.kind == .interrupted)
    #expect(!engine.isInTransaction)
  }

  @Test func `a rollback is never interrupted`() throws {
    var isInterrupted = false
    let engine = try SQLiteEngine(path: ":memory:", options: SQLiteOptions(isInterrupted: { isInterrupted }))
    try engine.execute("CREATE TABLE t(a)")
    // The steps of a statement that is used again add up, so that one of many rollbacks meets the question.
    for _ in 0..<6000 {
      isInterrupted = false
      try engine.execute("BEGIN")
      isInterrupted = true
      try engine.execute("ROLLBACK")
    }
  }
}
