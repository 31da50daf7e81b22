import Query
import SQLiteEngine
import Schema
import Store
import Testing

@Suite struct DialectTests {
  private let dialect = SQLiteDialect()

  private func call(_ function: Expression.Function, _ values: Value...) -> RenderedSQL {
    ("SELECT " + dialect.call(function, values.map { "\($0)" })).rendered(for: dialect)
  }

  private func answer(_ function: Expression.Function, _ values: Value...) throws -> Value? {
    let sql = ("SELECT " + dialect.call(function, values.map { "\($0)" })).rendered(for: dialect)
    let engine = try memory()
    let statement = try engine.statement(sql.text)
    defer { statement.release() }
    try statement.bind(sql.bindings)
    let rows = RowBuffer(columnCount: 1)
    try statement.stepAll(into: rows)
    return rows[0, 0].value
  }

  @Test func `names are quoted`() {
    #expect(dialect.quoted("age") == "\"age\"")
    #expect(dialect.quoted("a\"b\"\"c") == "\"a\"\"b\"\"\"\"c\"")
    #expect(dialect.quoted("") == "\"\"")
    // A letter and a combining mark on a quote: the quote is still a quote.
    #expect(dialect.quoted("\"\u{301}").utf8.elementsEqual("\"\"\"\u{301}\"".utf8))
  }

  @Test func `types and placeholders`() {
    #expect(Storage.allCases.map(dialect.typeName) == ["INTEGER", "REAL", "TEXT", "BLOB", "ANY"])
    #expect(dialect.placeholder(3) == "?3")
    #expect(dialect.tableSuffix == " STRICT")
  }

  @Test func `functions are SQLite's own`() {
    #expect(call(.length, .text("a")).text == "SELECT length(?1)")
    #expect(call(.position, .text("a"), .text("b")).text == "SELECT instr(CAST(?1 AS BLOB), CAST(?2 AS BLOB))")
    #expect(call(.prefix, .text("a"), .integer(1)).text == "SELECT substr(?1, 1, ?2)")
    #expect(call(.suffix, .text("a"), .integer(1)).text == "SELECT substr(?1, -(?2))")
    #expect(call(.lowercase, .text("a")).text == "SELECT lower(?1)")
    #expect(call(.trim, .text("a")).text == "SELECT trim(?1, char(32, 9, 10, 11, 12, 13))")
  }

  @Test func `functions answer`() throws {
    #expect(try answer(.length, .text("é🙂")) == .integer(2))
    #expect(try answer(.position, .text("é=🙂"), .text("🙂")) == .integer(4))
    #expect(try answer(.position, .text("a\0b"), .text("b")) == .integer(3))
    #expect(try answer(.position, .text("abc"), .text("x")) == .integer(0))
    #expect(try answer(.position, .text("abc"), .text("")) == .integer(1))
    #expect(try answer(.position, .null, .text("")) == .null)
    #expect(try answer(.prefix, .text("é🙂x"), .integer(2)) == .text("é🙂"))
    #expect(try answer(.prefix, .text("ab"), .integer(0)) == .text(""))
    #expect(try answer(.suffix, .text("é🙂x"), .integer(2)) == .text("🙂x"))
    #expect(try answer(.suffix, .text("ab"), .integer(9)) == .text("ab"))
    #expect(try answer(.lowercase, .text("ABCÉ")) == .text("abcÉ"))
    #expect(try answer(.trim, .text(" \t\r\n\u{B}\u{C}a b\u{A0} ")) == .text("a b\u{A0}"))
  }
}
