import Testing

@testable import Store

@Suite struct TransactionStatementTests {
  @Test(arguments: [
    ("BEGIN", TransactionStatement.begin), ("begin immediate transaction;", .begin), (" ;\n-- x\nCommit", .commit),
    ("END TRANSACTION", .commit), ("/* a */ROLLBACK", .rollback), ("rollback transaction", .rollback),
    ("SAVEPOINT s", .savepoint("s")), ("savepoint \"A \"\"b\"\"\";", .savepoint("a \"b\"")),
    ("RELEASE s", .release("s")), ("RELEASE SAVEPOINT [S t]", .release("s t")), ("release savepoint", .release("")),
    ("ROLLBACK TO s", .rollbackTo("s")), ("rollback transaction to savepoint 's'", .rollbackTo("s")),
    ("ROLLBACK/**/TO`s`", .rollbackTo("s")),
  ])
  func `statements about transactions are told apart`(text: String, statement: TransactionStatement) {
    #expect(TransactionStatement(text) == statement)
  }

  @Test(arguments: [
    "", "b", "SELECT 1", "INSERT INTO begin VALUES (1)", "REPLACE INTO t VALUES (1)", "REINDEX", "/* COMMIT",
    "beginning",
    "WITH a AS (SELECT 1) SELECT * FROM a", "-- ROLLBACK", "'COMMIT'x",
  ])
  func `others are none`(text: String) {
    #expect(TransactionStatement(text) == nil)
  }
}
