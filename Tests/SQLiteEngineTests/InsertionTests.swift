import Query
import Schema
import Store
import TestSupport
import Testing

@testable import SQLiteEngine

/// INSERTs of rows that were tested before: their CHECKs are left out where the table demands no more, and only there.
@Suite struct InsertionTests {
  private let definition =
    #"CREATE TABLE IF NOT EXISTS "player" ("age" INTEGER NOT NULL CHECK ("age" < 25), "name" TEXT UNIQUE) STRICT"#
  private let text = #"INSERT INTO "player"("age", "name") VALUES (?1, ?2)"#

  private func insertion(_ engine: SQLiteEngine) throws -> SQLiteStatement {
    try #require(try engine.insertion(text, ofRowsThatKeep: definition) as? SQLiteStatement)
  }

  /// The rule that a row breaks, or nil where it is inserted.
  private func rule(_ statement: SQLiteStatement, _ values: [Value]) -> StoreError.Kind? {
    do throws(StoreError) {
      let rows = RowBuffer(columnCount: values.count)
      rows.append(values)
      try statement.runMany(rows) { _, _ in }
      return nil
    } catch {
      return error.kind
    }
  }

  private func refusesTheOld(_ statement: SQLiteStatement) -> Bool {
    guard case .constraint(let constraint)? = rule(statement, [.integer(99), .null]) else { return false }
    return constraint.rule == .check
  }

  @Test func `the checks of the definition are left out, and nothing else`() throws {
    let engine = try memory(definition)
    let statement = try insertion(engine)
    #expect(rule(statement, [.integer(99), .text("Ann")]) == nil)
    #expect(rule(statement, [.null, .text("Bob")]) != nil)
    #expect(rule(statement, [.text("x"), .text("Bob")]) != nil)
    #expect(rule(statement, [.integer(3), .text("Ann")]) != nil)
    #expect(try engine.rows("SELECT age, name FROM player") == [[.integer(99), .text("Ann")]])
  }

  @Test func `statements before and after it keep their checks, and stay what they are`() throws {
    let engine = try memory(definition)
    let before = try #require(try engine.statement(text) as? SQLiteStatement)
    let statement = try insertion(engine)
    let after = try #require(try engine.statement(text) as? SQLiteStatement)
    #expect(rule(statement, [.integer(99), .null]) == nil)
    #expect(refusesTheOld(before) && refusesTheOld(after))
    #expect(before.isCurrent)
    before.release()
    statement.release()
    #expect(refusesTheOld(try #require(try engine.statement(text) as? SQLiteStatement)))
    #expect(try engine.rows("PRAGMA ignore_check_constraints") == [[.integer(0)]])
  }

  @Test(arguments: [
    #"CREATE TABLE "player" ("age" INTEGER NOT NULL CHECK ("age" < 20), "name" TEXT UNIQUE) STRICT"#,
    #"CREATE TABLE "player" ("age" INTEGER NOT NULL CHECK ("age" < 25), "name" TEXT, CHECK ("age" < 26)) STRICT"#,
    #"CREATE TABLE "player" ("age" INTEGER NOT NULL CHECK ("age" < 25), "name" TEXT CHECK (age < 26)) STRICT"#,
    #"CREATE TABLE "player" ("age" INTEGER NOT NULL CHECK ("age" < 25), "name" TEXT UNIQUE)"#,
    #"CREATE TABLE "player" ("age" NUMERIC NOT NULL CHECK ("age" < 25), "name" TEXT UNIQUE)"#,
  ])
  func `a table that demands more, or something else, keeps its checks`(table: String) throws {
    let engine = try memory(table)
    #expect(refusesTheOld(try insertion(engine)))
  }

  @Test func `columns without checks make no difference`() throws {
    let engine = try memory(definition, #"ALTER TABLE "player" ADD COLUMN "note" TEXT"#)
    #expect(!refusesTheOld(try insertion(engine)))
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON player BEGIN UPDATE player SET age = age + 1; END",
    "CREATE TRIGGER t BEFORE INSERT ON player BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON main.player BEGIN INSERT INTO log VALUES (NEW.age); END",
    #"CREATE TEMP TABLE player (age INTEGER CHECK (age < 20), name TEXT)"#,
  ])
  func `where a trigger writes, or a temporary table stands before it, the checks stay`(statement: String) throws {
    let engine = try memory(definition, "CREATE TABLE log (age INTEGER CHECK (age < 20))", statement)
    #expect(refusesTheOld(try insertion(engine)))
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON player BEGIN SELECT 1; END",
    #"CREATE TEMP TABLE player (age INTEGER CHECK (age < 20), name TEXT)"#,
    "CREATE TABLE other (a)",
    "PRAGMA foreign_keys = ON",
  ])
  func `a change of the schema brings the checks back`(statement: String) throws {
    let engine = try memory(definition)
    let insertion = try insertion(engine)
    #expect(!refusesTheOld(insertion))
    #expect(insertion.isCurrent)
    try engine.execute(statement)
    #expect(refusesTheOld(insertion))
    #expect(!insertion.isCurrent)
  }

  @Test func `a change of the schema by others brings the checks back`() throws {
    let folder = try TemporaryFolder()
    let engine = try SQLiteEngine(path: folder.file("a.db"))
    try engine.execute(definition)
    let before = try insertion(engine)
    #expect(!refusesTheOld(before))
    let other = try SQLiteEngine(path: folder.file("a.db"))
    try other.execute("DELETE FROM player")
    try other.execute("ALTER TABLE player ADD COLUMN size INTEGER CHECK (age < 20)")
    #expect(refusesTheOld(before))
    #expect(refusesTheOld(try insertion(engine)))
  }

  @Test func `who ignores checks by hand goes on ignoring them`() throws {
    let engine = try memory(definition, "PRAGMA ignore_check_constraints = ON")
    _ = try insertion(engine)
    #expect(try engine.rows("PRAGMA ignore_check_constraints") == [[.integer(1)]])
    #expect(!refusesTheOld(try #require(try engine.statement(text) as? SQLiteStatement)))
  }

  @Test func `a statement that cannot be prepared leaves the checks on`() throws {
    let engine = try memory(definition)
    #expect(throws: StoreError.self) { try engine.insertion("INSERT INTO nothing VALUES (1)", ofRowsThatKeep: "") }
    #expect(refusesTheOld(try #require(try engine.statement(text) as? SQLiteStatement)))
  }
}
