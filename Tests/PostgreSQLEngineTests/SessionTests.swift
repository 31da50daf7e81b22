import PostgreSQLEngine
import Query
import Schema
import Store
import TestSupport
import Testing

@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct SessionTests {
  @Test func `a session that the server ends says what became of its transaction`() throws {
    let (database, other) = (try fresh(), try fresh())
    func end() throws {
      let key = try database.values("SELECT pg_backend_pid()")[0][0]
      _ = try other.values("SELECT pg_terminate_backend($1::int, 5000)", key)
    }
    try database.begin()
    try database.run("CREATE TABLE t (a bigint)")
    try end()
    #expect(database.error("SELECT 1")?.kind == .lost(.rolledBack))
    #expect(database.error("SELECT 1")?.kind == .closed)
    #expect(!database.engine.isInTransaction)
  }

  @Test func `a connection that ends says what became of what was under way`() throws {
    let schema = freshSchema()
    let (database, other) = (Database(try connect(schema)), Database(try connect(schema)))
    func endIdle() throws {
      let key = try database.values("SELECT pg_backend_pid()")[0][0]
      _ = try other.values("SELECT pg_terminate_backend($1::int, 5000)", key)
    }
    func reconnect() { database.engine.beginEntry() }
    let ending = "pg_terminate_backend(pg_backend_pid())"
    try database.run("CREATE TABLE t (a bigint)")

    // Nobody asked for anything when it ended.
    try endIdle()
    #expect(database.error("INSERT INTO t VALUES (1)")?.kind == .lost(.nothing))
    // A question changes nothing, unless a function does that is asked.
    reconnect()
    #expect(database.error("SELECT \(ending)")?.kind == .lost(.nothing))
    reconnect()
    #expect(database.error("INSERT INTO t SELECT 2 FROM \(ending)")?.kind == .lost(.undone))
    reconnect()
    try database.begin()
    try database.run("INSERT INTO t VALUES (3)")
    try endIdle()
    #expect(database.error("COMMIT")?.kind == .lost(.rolledBack))
    // A trigger that waits for the end of the transaction ends the session in the middle of it.
    reconnect()
    try database.run(
      "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'"
    )
    try database.run(
      """
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION die()
      """)
    #expect(database.error("INSERT INTO t VALUES (4)")?.kind == .lost(.unknown))
    reconnect()
    try database.begin()
    try database.run("INSERT INTO t VALUES (5)")
    let error = #expect(throws: StoreError.self) { try database.commit() }
    #expect(error?.kind == .lost(.unknown))
    reconnect()
    #expect(try database.values("SELECT count(*) FROM t") == [[.integer(0)]])
  }

  @Test func `a connection that is lost is made again when a person goes on and not before`() throws {
    var notices: [String] = []
    var options = PostgreSQLOptions()
    options.notice = { notices.append($0) }
    let schema = freshSchema()
    let (database, other) = (Database(try connect(schema, options: options)), Database(try connect(schema)))
    try database.run("CREATE TABLE t (a bigint PRIMARY KEY)")
    try database.begin()
    try database.run("INSERT INTO t VALUES (1)")
    let key = try database.values("SELECT pg_backend_pid()")[0][0]
    _ = try other.values("SELECT pg_terminate_backend($1::int, 5000)", key)
    #expect(database.error("INSERT INTO t VALUES (2)")?.kind == .lost(.rolledBack))
    // What goes on here may count on the row that is undone.
    #expect(database.error("INSERT INTO t VALUES (3)")?.kind == .closed)
    #expect(notices.isEmpty)
    database.beginEntry(isTakenBack: true)
    try database.run("INSERT INTO t VALUES (4)")
    try database.endEntry()
    #expect(notices.count == 1 && notices[0].hasPrefix("connected to postgres://"), "\(notices)")
    #expect(try other.values("SELECT a FROM t") == [[.integer(4)]])
    database.close()
    database.beginEntry(isTakenBack: true)
    #expect(database.error("SELECT 1")?.kind == .closed)
  }

  @Test(arguments: [
    ("UPDATE t SET b = 2 WHERE a = 1", "UPDATE t SET b = 3 WHERE a = 1"), ("LOCK TABLE t", "SELECT a FROM t"),
  ])
  func `a wait says who holds the lock, and on what`(held: String, wanted: String) throws {
    var notices: [String] = []
    var isInterrupted = false
    var options = PostgreSQLOptions(patience: .seconds(60), isInterrupted: { isInterrupted })
    options.notice = { words in
      notices.append(words)
      isInterrupted = true
    }
    let schema = freshSchema()
    let (holder, database) = (Database(try connect(schema)), Database(try connect(schema, options: options)))
    try holder.run("CREATE TABLE t (a bigint PRIMARY KEY, b bigint)")
    try holder.run("INSERT INTO t VALUES (1, 1)")
    guard case .integer(let session) = try holder.values("SELECT pg_backend_pid()")[0][0] else { return }
    try holder.begin()
    try holder.run(.written(held))
    // The notice is what interrupts it.
    #expect(database.error(wanted)?.kind == .interrupted)
    let start = "waiting for session \(session) (moonshell) that holds a lock on t in postgres://"
    #expect(notices.count == 1 && notices[0].hasPrefix(start), "\(notices)")
    try holder.rollback()
    isInterrupted = false
    #expect(database.error(wanted) == nil)
  }

  @Test func `a statement that takes long and waits for nobody says nothing`() throws {
    var notices: [String] = []
    var options = PostgreSQLOptions()
    options.notice = { notices.append($0) }
    let database = Database(try connect(freshSchema(), options: options))
    _ = try database.values("SELECT pg_sleep(1.5)")
    #expect(notices.isEmpty)
  }

  @Test func `rows that a rule refuses at the end of the transaction are refused together`() throws {
    let database = try fresh(
      "CREATE TABLE a (id bigint PRIMARY KEY)",
      "CREATE TABLE b (a bigint REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)")
    let rows = RowBuffer(columnCount: 1)
    for number in 1...3 { rows.append([.integer(Int64(number))]) }
    let error = #expect(throws: StoreError.self) {
      try database.runMany("INSERT INTO b (a) VALUES ($1)", rows) { _, _ in }
    }
    #expect(error.map { if case .constraint(let rule) = $0.kind { rule.rule == .foreignKey } else { false } } == true)
    #expect(try database.values("SELECT count(*) FROM b") == [[.integer(0)]])
  }

  @Test func `rows of a large table are counted by several processes where the server likes, and nothing else is`()
    throws
  {
    let schema = freshSchema()
    let maker = Database(try connect(schema))
    try maker.run("CREATE TABLE small AS SELECT 1.5::float8 AS a")
    try maker.run(
      "CREATE TABLE large AS SELECT 1.5::float8 AS a, repeat('x', 1000) AS b FROM generate_series(1, 10000)")
    let database = Database(try connect(schema))
    let mayBe = "WHERE current_setting('max_parallel_workers_per_gather') <> '0'"
    func check() throws {
      #expect(try database.values("SELECT count(*) FROM large \(mayBe)") == [[.integer(10000)]])
      #expect(try database.values("SELECT count(*) FROM small \(mayBe)") == [[.integer(0)]])
      // Real numbers that are added in another order make another sum.
      #expect(try database.values("SELECT count(*), sum(a) FROM large \(mayBe)") == [[.integer(0), .null]])
      #expect(try database.values("SELECT a FROM large \(mayBe)").isEmpty)
    }
    try check()
    try database.begin()
    try check()
    #expect(database.error("SELECT count(*) FROM large WHERE 1 / (length(b) - 1000) > 0") != nil)
    try check()
    try database.rollback()
    try check()
  }

  @Test func `a server that is not there is told by its words`() throws {
    let error = #expect(throws: StoreError.self) {
      _ = try PostgreSQLEngine(try #require(ServerAddress("postgres://ann:secret@/shop?host=/nowhere")))
    }
    #expect(error?.kind == .cannotOpen)
    #expect("\(error.map { "\($0)" } ?? "")".contains("ann:***@"))
    #expect("\(error.map { "\($0)" } ?? "")".contains("secret") == false)
  }

  @Test func `a statement that fails inside a savepoint that a person made leaves it usable`() throws {
    let database = try fresh("CREATE TABLE t (a bigint PRIMARY KEY)")
    try database.run("SAVEPOINT one")
    try database.run("INSERT INTO t VALUES (1)")
    #expect(database.error("INSERT INTO t VALUES (1)")?.code != nil)
    #expect(database.error("RELEASE nothing") != nil)
    #expect(database.error("ROLLBACK TO nothing") != nil)
    #expect(database.error("BEGIN")?.kind == .misuse)
    try database.run("INSERT INTO t VALUES (2)")
    try database.run("RELEASE one")
    #expect(!database.engine.isInTransaction)
    #expect(try database.values("SELECT count(*) FROM t") == [[.integer(2)]])
    #expect(database.error("COMMIT")?.kind == .misuse)
  }

  @Test func `a table that another session changed is read as it is now`() throws {
    let schema = freshSchema()
    let (one, two) = (Database(try connect(schema)), Database(try connect(schema)))
    try one.run("CREATE TABLE t (a bigint)")
    try one.run("INSERT INTO t VALUES (1)")
    #expect(try one.values("SELECT * FROM t") == [[.integer(1)]])
    try two.run("ALTER TABLE t ALTER COLUMN a TYPE text USING a::text")
    #expect(try one.values("SELECT * FROM t") == [[.text("1")]])
  }

  @Test func `who only reads is refused to write`() throws {
    let engine = try connect(freshSchema(), options: PostgreSQLOptions(isReadOnly: true))
    #expect(Database(engine).error("CREATE TABLE t (a bigint)")?.kind == .readOnly)
  }

  @Test func `names that are too long for the server stay different`() throws {
    let dialect = PostgreSQLDialect()
    let long = String(repeating: "é", count: 40)
    #expect(dialect.quoted(long + "a").utf8.count <= 65)
    #expect(dialect.quoted(long + "a") != dialect.quoted(long + "b"))
    #expect(dialect.quoted("a\"b") == "\"a\"\"b\"")
  }
}

@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct MarkTests {
  @Test func `values may be marked as for SQLite`() throws {
    let database = try fresh()
    #expect(
      try database.values("SELECT ?, '?', ? + 1", .text("a"), .integer(2)) == [[.text("a"), .text("?"), .integer(3)]])
    #expect(try database.values("SELECT ?2, ?1", .text("a"), .text("b")) == [[.text("b"), .text("a")]])
    #expect(database.error("SELECT ?, ? FORM x", .integer(1), .integer(2))?.kind == .syntax(offset: 17))
    #expect(database.error("SELECT ? FROM nothing", .integer(1))?.kind == .noSuchTable("nothing"))
  }

  @Test func `what cannot be the same is refused by name`() throws {
    let database = try fresh()
    let refused = database.error("CREATE TABLE t (a moonshell_any)")
    #expect(refused.map { "\($0)" }?.contains("values of any kind") == true)
  }

  @Test func `tables that refer to each other are made one after the other`() throws {
    let other = try fresh()
    try other.atomically {
      try other.run("CREATE TABLE a (id bigint PRIMARY KEY, b bigint, FOREIGN KEY (b) REFERENCES b (id))")
      try other.run("CREATE TABLE b (id bigint PRIMARY KEY, a bigint, FOREIGN KEY (a) REFERENCES a (id))")
    }
    #expect(try other.engine.tables().map(\.foreignKeys.count) == [1, 1])
  }
}
