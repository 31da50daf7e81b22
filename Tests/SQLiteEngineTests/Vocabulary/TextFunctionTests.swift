import Query
import SQLiteEngine
import Schema
import Testing

@Suite struct TextFunctionTests {
  @Test func `casefold knows letters beyond ASCII`() throws {
    let engine = try memory()
    #expect(try engine.value("SELECT casefold(?1)", .text("ÄRGER ẞ\0É")) == .text("ärger ß\0é"))
    #expect(try engine.value("SELECT casefold('')") == .text(""))
    #expect(try engine.value("SELECT casefold(NULL)") == .null)
    #expect(try engine.value("SELECT casefold(1e20)") == .text("1.0e+20"))
    #expect(try engine.value("SELECT casefold(x'41')") == .data([0x41]))
  }

  @Test func `REGEXP searches`() throws {
    let engine = try memory()
    #expect(try engine.value("SELECT 'Ärger' REGEXP ?1", .text(#"^\w+$"#)) == .integer(1))
    #expect(try engine.value("SELECT 'a' REGEXP ?1", .text("b")) == .integer(0))
    #expect(try engine.value("SELECT NULL REGEXP ?1", .text("b")) == .null)
    #expect(try engine.value("SELECT 'a' REGEXP NULL") == .null)
    #expect(try engine.value("SELECT 12 REGEXP '^12$'") == .integer(1))
    #expect(
      try engine.rows("SELECT value, 'ab' REGEXP value FROM json_each('[\"a\", \"b$\", \"c\"]')").map { $0[1] }
        == [.integer(1), .integer(1), .integer(0)])
  }

  @Test func `a regular expression that is none, or takes too long, is an error`() throws {
    let engine = try memory()
    #expect(
      engine.error("SELECT 'a' REGEXP '(a'")?.reason
        == "the regular expression '(a' has a mistake at character 3: missing closing parenthesis")
    #expect(
      engine.error("SELECT ?1 REGEXP '^(a+)+$'", .text(String(repeating: "a", count: 40) + "-"))?.reason
        == "the regular expression '^(a+)+$' takes too long: its search was given up")
    #expect(try engine.value("SELECT 1") == .integer(1))
  }

  @Test func `no table, view or trigger can be made with a function of the engine`() throws {
    let engine = try memory("CREATE TABLE t (a)")
    #expect(engine.error("CREATE INDEX i ON t (casefold(a))") != nil)
    try engine.execute("CREATE VIEW v AS SELECT casefold(a) FROM t")
    #expect(engine.error("SELECT * FROM v")?.reason == "unsafe use of casefold()")
  }

  @Test func `a test that only this engine can ask is no CHECK`() throws {
    let ignoring = TestArguments([.text("z")], options: [.ignoreCase])
    var field = Field(name: "name", type: .text)
    field.tests = [
      .kind(.prefix, ignoring), .and(.kind(.notEmpty, []), .kind(.suffix, ignoring)), .kind(.length, [.integer(3)]),
    ]
    let entity = Entity(name: "Thing", table: "thing", fields: [field])
    let sql = try CreateTable(entity, catalog: Catalog([entity]), dialect: SQLiteDialect()).statements()
    #expect(
      sql == [
        """
        CREATE TABLE IF NOT EXISTS "thing" (
          "name" TEXT CHECK (trim("name", char(32, 9, 10, 11, 12, 13)) <> '') CHECK (length("name") = 3)
        ) STRICT
        """
      ])
  }
}
