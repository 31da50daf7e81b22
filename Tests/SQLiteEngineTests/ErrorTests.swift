import SQLiteEngine
import Schema
import Store
import Testing

@Suite struct ErrorTests {
  @Test func `a syntax error has its place in bytes`() throws {
    let error = try memory().error("SELECT 'é' FORM player")
    #expect(error?.kind == .syntax(offset: 17))
    #expect(error?.sql == "SELECT 'é' FORM player")
    #expect(error?.reason == "near \"player\": syntax error")
  }

  @Test func `an unfinished statement ends at its end`() throws {
    #expect(try memory().error("SELECT (1")?.kind == .incomplete(offset: 9))
  }

  @Test func `an unknown function has a place too`() throws {
    let error = try memory().error("SELECT unheard(1)")
    #expect(error?.kind == .syntax(offset: 7))
    #expect(error?.reason == "no such function: unheard")
  }

  @Test func `unknown tables and columns are named`() throws {
    let engine = try memory("CREATE TABLE t(a)", "CREATE VIEW v AS SELECT * FROM gone")
    #expect(engine.error("SELECT * FROM v")?.kind == .noSuchTable("gone"))
    #expect(engine.error("SELECT * FROM nobody")?.kind == .noSuchTable("nobody"))
    #expect(engine.error("SELECT \"é x\" FROM t")?.kind == .noSuchColumn("é x"))
    #expect(engine.error("SELECT t.b FROM t")?.kind == .noSuchColumn("t.b"))
    #expect(engine.error("INSERT INTO t(b) VALUES (1)")?.kind == .noSuchColumn("b"))
    #expect(engine.error("UPDATE t SET b = 1")?.kind == .noSuchColumn("b"))
  }

  @Test func `one statement at a time`() throws {
    let engine = try memory()
    #expect(engine.error("SELECT 1; SELECT 2")?.kind == .misuse)
    #expect(engine.error("SELECT 1; nonsense")?.reason == "the text holds more than one statement: run them one by one")
    for text in ["", "  ", ";", "-- nothing", "/* nothing */ ;"] {
      #expect(engine.error(text)?.reason == "there is no statement in the text", "\(text)")
    }
    #expect(engine.error("SELECT 1\0; DROP TABLE t")?.reason == "the statement contains a NUL character")
  }

  @Test(arguments: [
    "SELECT 1;", "SELECT 1 ;; \n\t;", "SELECT 1 -- one", "SELECT 1; -- one\n/* and */ ;", "SELECT 1; /* unfinished",
    "/* before */ SELECT 1",
  ])
  func `blanks and comments are no statement`(text: String) throws {
    #expect(try memory().rows(text) == [[.integer(1)]])
  }

  @Test func `a full disk is reported and leaves the rest alone`() throws {
    let engine = try memory("CREATE TABLE t(a)", "INSERT INTO t VALUES (1)", "PRAGMA max_page_count = 10")
    let error = engine.error("INSERT INTO t VALUES (zeroblob(100000))")
    #expect(error?.kind == .diskFull)
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1)]])
  }

  @Test func `what is too big is said`() throws {
    #expect(try memory().error("SELECT length(zeroblob(2000000000))")?.kind == .tooBig)
  }

  @Test func `the number of values must fit`() throws {
    let engine = try memory()
    #expect(engine.error("SELECT ?1, ?2", .null)?.reason == "the statement takes 2 values, not 1")
    #expect(engine.error("SELECT ?1", .null, .null)?.kind == .misuse)
    #expect(engine.error("SELECT 1", .null)?.reason == "the statement takes 0 values, not 1")
  }

  @Test func `a failed statement leaves the transaction open`() throws {
    let engine = try memory("CREATE TABLE t(a UNIQUE)")
    #expect(!engine.isInTransaction)
    try engine.execute("BEGIN IMMEDIATE")
    #expect(engine.error("INSERT INTO t VALUES (1), (1)") != nil)
    #expect(engine.isInTransaction)
    #expect(engine.error("INSERT OR ROLLBACK INTO t VALUES (1), (1)") != nil)
    #expect(!engine.isInTransaction)
  }

  @Test func `nested transactions are an error`() throws {
    let engine = try memory("BEGIN")
    #expect(engine.error("BEGIN")?.reason == "cannot start a transaction within a transaction")
  }
}
