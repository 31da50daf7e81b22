import TestSupport
import Testing

/// Tables of a server whose names differ in nothing but case: each is an entity of its own.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct TwoSpellingsTests {
  private static let made = [
    "CREATE TABLE \"Mixed\" (no serial PRIMARY KEY, a int NOT NULL CHECK (a < 10))",
    "CREATE TABLE mixed (id serial PRIMARY KEY, b text UNIQUE, \"up\" int REFERENCES \"Mixed\")",
  ]

  private func script(_ name: String, _ statements: [String] = made) throws -> Script {
    try Script.ofOthers(name, statements)
  }

  @Test func `each has its name and its table`() throws {
    let script = try script("two_spellings")
    try script.expect(
      """
      local x, y = Mixed:create { a = 1 }, Mixed_:create { b = "b" }
      db:add { Mixed { a = 2 }, Mixed { a = 3 } }
      db:add { Mixed_ { b = "c" }, Mixed_ { b = "d", up = 3 } }
      return x.no, y.id, Mixed:count(), Mixed_:count(), Mixed_:sorted_by("-id"):first().up, Mixed:get(3).a
      """, "1 1 3 3 3 3")
    #expect(script.failure("Mixed:create { a = 50 }") == "Mixed: a: 50 breaks a rule of the table: CHECK (a < 10)")
    #expect(script.failure("Mixed_:create { b = 'c' }") == "Mixed_: b: 'c' exists already (id 2)")
    try script.expect("db:reflect() return Mixed:count(), Mixed_:count()", "3 3")
  }

  @Test func `the source of the schema has both, and so has a copy`() throws {
    let script = try script("two_sources")
    try script.run("Mixed:create { a = 1 } Mixed_:create { b = 'b', up = 1 }")
    let source = try script.run("return db:schema_source()")
    let again = try self.script("two_again", [])
    try again.run(source)
    try again.expect("return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try again.expect("return Mixed:create { a = 4 }.no, Mixed_:create { b = 'x', up = 1 }.id", "1 1")
    _ = try self.script("two_copies", [])
    try script.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "two_copies"))]] db:copy_to(other)")
    try script.expect("return Mixed:on(other):first().a, Mixed_:on(other):first().b", "1 b")
    #expect(
      try script.run("return db:copy_to(open ':memory:')")
        .hasSuffix("table 'mixed', whose name differs from another's in nothing but case"))
  }
}
