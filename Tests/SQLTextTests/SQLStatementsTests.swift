import SQLText
import TestSupport
import Testing

@Suite struct SQLStatementsTests {
  @Test(
    arguments: [
      ("SELECT 1", ["SELECT 1"]), ("SELECT ';'; SELECT 2;", ["SELECT ';';", "SELECT 2;"]), (" ; ;; ", []),
      ("-- a;\nSELECT 1; -- b; c", ["-- a;\nSELECT 1;"]), ("/* a; */ SELECT 1", ["/* a; */ SELECT 1"]),
      ("SELECT 1 -- b\n", ["SELECT 1 -- b"]), ("SELECT [a;b], `c;`, x'00'; 2", ["SELECT [a;b], `c;`, x'00';", "2"]),
      (
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 'END;'; SELECT 2; END; SELECT 3",
        ["CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 'END;'; SELECT 2; END;", "SELECT 3"]
      ),
      (
        "create temp trigger t delete on a begin update a set b = case when c then d end; select 2; /* so */ end ; 3",
        [
          "create temp trigger t delete on a begin update a set b = case when c then d end; select 2; /* so */ end ;",
          "3",
        ]
      ),
      (
        "EXPLAIN QUERY PLAN CREATE TRIGGER t BEGIN 1; END; 2",
        ["EXPLAIN QUERY PLAN CREATE TRIGGER t BEGIN 1; END;", "2"]
      ),
      ("CREATE TABLE trigger_log (a); SELECT 1", ["CREATE TABLE trigger_log (a);", "SELECT 1"]),
      ("CREATE TABLE \"trigger\" (a); SELECT 1", ["CREATE TABLE \"trigger\" (a);", "SELECT 1"]),
      (
        "INSERT INTO t VALUES ('it''s; so'); SELECT \"a;b\"", ["INSERT INTO t VALUES ('it''s; so');", "SELECT \"a;b\""]
      ),
      ("SELECT 'a; SELECT 2;", ["SELECT 'a; SELECT 2;"]),
    ] as [(String, [String])])
  func `statements end at their semicolons`(text: String, statements: [String]) {
    #expect(SQLStatements.all(in: text).map(\.text) == statements)
  }

  @Test func `a trigger of PostgreSQL has no statements of its own`() {
    let text = "CREATE TRIGGER t EXECUTE FUNCTION f(); CREATE FUNCTION f() AS $$ BEGIN; END; $$; 3"
    #expect(
      SQLStatements.all(in: text, syntax: .postgreSQL).map(\.text) == [
        "CREATE TRIGGER t EXECUTE FUNCTION f();", "CREATE FUNCTION f() AS $$ BEGIN; END; $$;", "3",
      ])
  }

  @Test func `a statement knows where it begins`() {
    #expect(SQLStatements.all(in: "SELECT 1;\n\n  SELECT\n2;SELECT 3").map(\.start) == [0, 13, 22])
    #expect(SQLStatements.all(in: "é;é").map(\.start) == [0, 3])
  }

  @Test func `semicolons in a literal cost nothing`() {
    var statements = SQLStatements("SELECT '" + String(repeating: ";", count: 100_000) + "'; SELECT 2")
    #expect(statements.next()?.text.utf8.count == 100_010)
    // SELECT, the text, the semicolon.
    #expect(statements.tokenCount == 3)
    #expect(statements.next()?.text == "SELECT 2")
    #expect(statements.tokenCount == 5)
  }

  @Test func `each token of many statements is read once`() {
    var statements = SQLStatements(String(repeating: "INSERT INTO t VALUES (1, ';');\n", count: 2000))
    var count = 0
    while statements.next() != nil { count += 1 }
    #expect(count == 2000)
    #expect(statements.tokenCount == 2000 * 10)
  }

  @Test func `a long statement can be interrupted`() {
    struct Stop: Error {}
    var statements = SQLStatements("VALUES " + String(repeating: "(1),", count: 10_000))
    var polls = 0
    #expect(throws: Stop.self) {
      try statements.next {
        polls += 1
        if polls == 3 { throw Stop() }
      }
    }
    #expect(statements.tokenCount < 4096)
  }
}
