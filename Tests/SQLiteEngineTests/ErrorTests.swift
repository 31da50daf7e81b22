import SQLiteEngine
import Schema
import Store
import Testing

@Suite struct ErrorTests {
  @Test func aSyntaxErrorHasItsPlaceInBytes() throws {
    let error = try memory().error("SELECT 'é' FORM player")
    #expect(error?.kind == .syntax(offset: 17))
    #expect(error?.sql == "SELECT 'é' FORM player")
    #expect(error?.reason == "near \"player\": syntax error")
  }

  @Test func anUnfinishedStatementEndsAtItsEnd() throws {
    #expect(try memory().error("SELECT (1")?.kind == .incomplete(offset: 9))
  }

  @Test func anUnknownFunctionHasAPlaceToo() throws {
    let error = try memory().error("SELECT unheard(1)")
    #expect(error?.kind == .syntax(offset: 7))
    #expect(error?.reason == "no such function: unheard")
  }

  @Test func unknownTablesAndColumnsAreNamed() throws {
    let engine = try memory("CREATE TABLE t(a)", "CREATE VIEW v AS SELECT * FROM gone")
    #expect(engine.error("SELECT * FROM v")?.kind == .noSuchTable("gone"))
    #expect(engine.error("SELECT * FROM nobody")?.kind == .noSuchTable("nobody"))
    #expect(engine.error("SELECT \"é x\" FROM t")?.kind == .noSuchColumn("é x"))
    #expect(engine.error("SELECT t.b FROM t")?.kind == .noSuchColumn("t.b"))
    #expect(engine.error("INSERT INTO t(b) VALUES (1)")?.kind == .noSuchColumn("b"))
    #expect(engine.error("UPDATE t SET b = 1")?.kind == .noSuchColumn("b"))
  }

  @Test func oneStatementAtATime() throws {
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
  func blanksAndCommentsAreNoStatement(text: String) throws {
    #expect(try memory().rows(text) == [[.integer(1)]])
  }

  @Test func aFullDiskIsReportedAndLeavesTheRestAlone() throws {
    let engine = try memory("CREATE TABLE t(a)", "INSERT INTO t VALUES (1)", "PRAGMA max_page_count = 10")
    let error = engine.error("INSERT INTO t VALUES (zeroblob(100000))")
    #expect(error?.kind == .diskFull)
    #expect(try engine.rows("SELECT * FROM t") == [[.integer(1)]])
  }

  @Test func whatIsTooBigIsSaid() throws {
    #expect(try memory().error("SELECT length(zeroblob(2000000000))")?.kind == .tooBig)
  }

  @Test func theNumberOfValuesMustFit() throws {
    let engine = try memory()
    #expect(engine.error("SELECT ?1, ?2", .null)?.reason == "the statement takes 2 values, not 1")
    #expect(engine.error("SELECT ?1", .null, .null)?.kind == .misuse)
    #expect(engine.error("SELECT 1", .null)?.reason == "the statement takes 0 values, not 1")
  }

  @Test func aFailedStatementLeavesTheTransactionOpen() throws {
    let engine = try memory("CREATE TABLE t(a UNIQUE)")
    #expect(!engine.isInTransaction)
    try engine.execute("BEGIN IMMEDIATE")
    #expect(engine.error("INSERT INTO t VALUES (1), (1)") != nil)
    #expect(engine.isInTransaction)
    #expect(engine.error("INSERT OR ROLLBACK INTO t VALUES (1), (1)") != nil)
    #expect(!engine.isInTransaction)
  }

  @Test func nestedTransactionsAreAnError() throws {
    let engine = try memory("BEGIN")
    #expect(engine.error("BEGIN")?.reason == "cannot start a transaction within a transaction")
  }
}
