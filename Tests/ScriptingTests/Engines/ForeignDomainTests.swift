import TestSupport
import Testing

/// Types of a server that have rules of their own: they are those of the columns that have them.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignDomainTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    for statement in [
      "CREATE DOMAIN short AS text NOT NULL DEFAULT 'q'", "CREATE DOMAIN shorter AS short DEFAULT 'r'",
      "CREATE DOMAIN mail AS text CHECK (VALUE LIKE '%@%')",
      "CREATE DOMAIN small AS int CONSTRAINT is_small CHECK (VALUE < 10)",
      """
      CREATE TABLE dom (id serial PRIMARY KEY, a int, s short, t shorter, own short DEFAULT 'own', mail mail, other mail,
        small small)
      """,
    ] {
      try script.run("db:execute [==[\(statement)]==]")
    }
    try script.run("db:reflect()")
    return script
  }

  @Test func `the default of a type is that of its columns`() throws {
    let script = try script()
    try script.expect("local d = Dom:create { a = 1 } return d.s, d.t, d.own", "q r own")
    try script.expect("return db:query('SELECT s, t, own FROM dom')[1].t", "r")
  }

  @Test func `what a type does not take is required, by the name of the field`() throws {
    let script = try script()
    #expect(script.failure("local d = Dom { a = 1 } d.s = nil db:add(d)") == "Dom: s: is required")
    try script.run("d = Dom:create { a = 1 }")
    #expect(script.failure("d.t = nil db:add(d)") == "Dom: t: is required")
    #expect(script.failure("Dom:all():update { t = null }").contains("t: is required"))
  }

  @Test func `a rule of a type names the field whose value breaks it`() throws {
    let script = try script()
    #expect(
      script.failure("Dom:create { mail = 'a@b', other = 'x' }")
        == "Dom: other: 'x' breaks a rule of the table: CHECK (VALUE ~~ '%@%'::text)")
    #expect(
      script.failure("Dom:create { small = 12 }") == "Dom: small: 12 breaks a rule of the table: CHECK (is_small)")
    try script.run("Dom:create { small = 2 }")
    #expect(script.failure("Dom:all():update { mail = 'y' }").contains("Dom: mail: 'y' breaks a rule"))
    #expect(
      script.failure("db:transaction(function() pcall(Dom.create, Dom, { mail = 'x' }) error(Dom:count(), 0) end)")
        == "1")
  }

  @Test func `the source of the schema leaves to a type what it says`() throws {
    let source = try script().run("return db:schema_source()")
    #expect(source.contains("\"s\" short,\n"), "\(source)")
    #expect(source.contains("\"own\" short DEFAULT 'own'"), "\(source)")
  }
}
