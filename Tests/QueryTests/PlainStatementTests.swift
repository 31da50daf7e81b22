import Query
import SQLiteEngine
import Schema
import Testing

@Suite struct PlainStatementTests {
  private let notes = NotesTable(
    "no\"tes", [.init("id", .integer, .key), .init("name", .text, .unique), .init("version", .integer, .required)])

  private func database() throws -> Database {
    try Database(notes.creation(SQLiteDialect()).literal(for: SQLiteDialect()))
  }

  private func run(_ sql: SQL, _ database: Database) throws {
    let rendered = sql.rendered(for: SQLiteDialect())
    try database.run(rendered.text, rendered.bindings)
  }

  @Test func `a statement is in the words of the dialect and binds its values`() {
    let sql = SQL.select(
      "\(name: "id")", from: "a", where: ["\(name: "x") = \(.integer(1))", "\(name: "y") IS NULL"],
      orderedBy: "\(name: "id")", limit: 1)
    #expect(
      sql.rendered(for: SQLiteDialect())
        == RenderedSQL(
          text: "SELECT \"id\" FROM \"a\" WHERE \"x\" = ?1 AND \"y\" IS NULL ORDER BY \"id\" LIMIT 1",
          bindings: [.integer(1)]))
    #expect(SQL.select("1", from: "a").literal(for: SQLiteDialect()) == "SELECT 1 FROM \"a\"")
    #expect(
      SQL.createIndex("i", on: "a", ["x", "y"]).literal(for: SQLiteDialect())
        == "CREATE INDEX \"i\" ON \"a\" (\"x\", \"y\")")
  }

  @Test func `a table of notes is made once and keeps its rules`() throws {
    let database = try database()
    try run(notes.creation(SQLiteDialect()), database)
    let row: [(column: String, value: Value)] = [("name", .text("a'")), ("version", .integer(2))]
    try run(.insert(into: "no\"tes", row), database)
    let all = SQL.select("\(name: "id"), \(name: "name"), \(name: "version")", from: "no\"tes")
    #expect(try database.rows(all) == [[.integer(1), .text("a'"), .integer(2)]])
    #expect(throws: (any Error).self) { try run(.insert(into: "no\"tes", row), database) }
    #expect(throws: (any Error).self) { try run(.insert(into: "no\"tes", [("name", .text("b"))]), database) }
    try run(.delete(from: "no\"tes", where: "\(name: "name") = \(.text("a'"))"), database)
    #expect(try database.rows(all).isEmpty)
  }

  @Test func `a row is repeated where another has its values`() throws {
    let database = try Database("CREATE TABLE t(id, a, b)", "INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 1, 1)")
    let sql = SQL.select("id", from: "t", where: [.isRepeated("a, b", in: "t")], orderedBy: "id")
    #expect(try database.rows(sql) == [[.integer(1)], [.integer(3)]])
  }
}
