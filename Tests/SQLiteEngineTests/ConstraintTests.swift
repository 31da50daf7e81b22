import SQLiteEngine
import Schema
import Store
import Testing

@testable import SQLiteEngine

@Suite struct ConstraintTests {
  typealias Constraint = StoreError.Constraint

  private func broken(_ statements: [String]) throws -> Constraint? {
    let engine = try memory()
    for statement in statements.dropLast() { try engine.execute(statement) }
    guard let last = statements.last, case .constraint(let constraint)? = engine.error(last)?.kind else { return nil }
    return constraint
  }

  @Test func `a unique column is named`() throws {
    #expect(
      try broken(["CREATE TABLE player(name TEXT UNIQUE)", "INSERT INTO player VALUES ('a'), ('a')"])
        == Constraint(rule: .unique, table: "player", columns: ["name"]))
  }

  @Test func `all columns of a unique constraint are named`() throws {
    #expect(
      try broken(["CREATE TABLE player(a, b, c, UNIQUE (a, c))", "INSERT INTO player VALUES (1, 2, 3), (1, 5, 3)"])
        == Constraint(rule: .unique, table: "player", columns: ["a", "c"]))
  }

  @Test func `the primary key is unique`() throws {
    #expect(
      try broken(["CREATE TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1), (1)"])
        == Constraint(rule: .unique, table: "t", columns: ["id"]))
    #expect(
      try broken(["CREATE TABLE t(a TEXT, b TEXT, PRIMARY KEY (a, b))", "INSERT INTO t VALUES ('x', 'y'), ('x', 'y')"])
        == Constraint(rule: .unique, table: "t", columns: ["a", "b"]))
  }

  @Test func `names with dots and commas are read by the schema`() throws {
    #expect(
      try broken([
        #"CREATE TABLE "my.table"("a, b" TEXT, "c.d" TEXT, UNIQUE ("a, b"))"#,
        #"INSERT INTO "my.table" VALUES ('x', 'y'), ('x', 'y')"#,
      ]) == Constraint(rule: .unique, table: "my.table", columns: ["a, b"]))
    #expect(
      try broken([
        #"CREATE TABLE "a.b"("c.d" TEXT UNIQUE)"#, #"INSERT INTO "a.b" VALUES ('x'), ('x')"#,
      ]) == Constraint(rule: .unique, table: "a.b", columns: ["c.d"]))
  }

  @Test func `a unique index of expressions is named itself`() throws {
    #expect(
      try broken([
        "CREATE TABLE t(a)", "CREATE UNIQUE INDEX lowered ON t(lower(a))", "INSERT INTO t VALUES ('a'), ('A')",
      ]) == Constraint(rule: .unique, name: "lowered"))
  }

  @Test func `a required column is named`() throws {
    #expect(
      try broken(["CREATE TABLE t(été TEXT NOT NULL)", "INSERT INTO t VALUES (NULL)"])
        == Constraint(rule: .notNull, table: "t", columns: ["été"]))
  }

  @Test func `a check gives its name or its text`() throws {
    #expect(
      try broken(["CREATE TABLE t(a CONSTRAINT positive CHECK (a > 0))", "INSERT INTO t VALUES (0)"])
        == Constraint(rule: .check, name: "positive"))
    #expect(
      try broken(["CREATE TABLE t(a CHECK (a > 0))", "INSERT INTO t VALUES (0)"])
        == Constraint(rule: .check, name: "a > 0"))
  }

  @Test func `a foreign key tells no more`() throws {
    let tables = ["CREATE TABLE team(id INTEGER PRIMARY KEY)", "CREATE TABLE player(team INTEGER REFERENCES team)"]
    #expect(try broken(tables + ["INSERT INTO player VALUES (1)"]) == Constraint(rule: .foreignKey))
    #expect(
      try broken(
        tables + ["INSERT INTO team VALUES (1)", "INSERT INTO player VALUES (1)", "DELETE FROM team"])
        == Constraint(rule: .foreignKey))
  }

  @Test func `a wrong type in a strict table is named`() throws {
    #expect(
      try broken(["CREATE TABLE t(age INTEGER) STRICT", "INSERT INTO t VALUES ('young')"])
        == Constraint(rule: .type, table: "t", columns: ["age"]))
  }

  @Test func `a key that is no integer is a wrong type`() throws {
    #expect(
      try broken(["CREATE TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES ('one')"]) == Constraint(rule: .type))
  }

  @Test func `a trigger that raises keeps its words`() throws {
    let engine = try memory(
      "CREATE TABLE t(a)", "CREATE TRIGGER no BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'not on Sundays'); END")
    let error = engine.error("INSERT INTO t VALUES (1)")
    #expect(error?.kind == .constraint(Constraint(rule: .other)))
    #expect(error?.reason == "not on Sundays")
  }

  @Test func `messages are read without a schema too`() {
    let message = ConstraintMessage(code: ResultCode.constraintUnique, message: "UNIQUE constraint failed: t.a, t.b") {
      _, _ in false
    }
    #expect(message.constraint == Constraint(rule: .unique, table: "t", columns: ["a", "b"]))
  }

  @Test func `a message of another shape is kept whole`() {
    let message = ConstraintMessage(code: ResultCode.constraintNotNull, message: "NOT NULL constraint failed: what") {
      _, _ in true
    }
    #expect(message.constraint == Constraint(rule: .notNull, name: "what"))
  }
}
