import TestSupport
import Testing

/// Decimals that are declared as the numbers that they are, as `schema_source` writes columns of numbers.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct NumericFieldTests {
  private static let schema = """
    W = entity "W" {
      p = decimal { scale = 2, stored = "number", default = "1.50", validate = is.at_least(0) },
      q = decimal { stored = "number", scale = "any" },
    }
    db:create_all()
    """

  @Test func `a server has columns for them`() throws {
    let script = try Script(schema: Self.schema, engine: .postgresql)
    let text = try script.run("return W:create_sql()")
    #expect(text.contains("\"p\" numeric(38,2) DEFAULT 1.5") && text.contains("\"q\" numeric\n"), "\(text)")
    try script.expect(
      """
      W:create { p = "0.99", q = "12345678901234567890.125" } W:create {}
      for _, w in ipairs(W:fetch()) do print(w.p, w.q) end
      print(W:sum "p", W:where { p = "0.99" }:count(), W:where "p > 1":count(), W:where(function(w) return w.p == decimal "1.5" end):count())
      print(db:migrate { dry_run = true })
      """,
      """
      0.99 12345678901234567890.125
      1.50 nil
      2.49 1 1 1
      nothing to migrate: the tables are as declared
      """)
  }

  @Test func `a field of them is added to a table that is there`() throws {
    let script = try Script(schema: Self.schema, engine: .postgresql)
    try script.run("W:create { p = '0.99' }")
    try script.run(
      Self.schema.replacing(
        "scale = \"any\" },", with: "scale = \"any\" }, r = decimal { scale = 3, stored = \"number\" },"
      )
      .replacing("db:create_all()", with: "db:migrate()"))
    try script.expect(
      "W:create { r = '1.125' } return W:sum 'r', W:count(), tostring(db:migrate { dry_run = true })",
      "1.125 2 nothing to migrate: the tables are as declared")
  }

  @Test func `no number of more digits than decimals have counts as nothing`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE q (id int PRIMARY KEY, n numeric)"
      db:execute "INSERT INTO q VALUES (1, 1.5), (2, 123456789012345678901234567890123456789.5)"
      db:reflect()
      """)
    try script.expect(
      "return tostring(Q:aggregate { s = 'sum n', m = 'median n' }.s)", "123456789012345678901234567890123456791.0")
    try script.expect(
      "local a = Q:aggregate { v = 'avg n', m = 'median n' } return a.v == Q:aggregate { v = 'avg n' }.v, a.v == a.m",
      "true true")
  }
}
