import TestSupport
import Testing

/// Decimals that are declared with more digits behind the point than a column of another program keeps, which would round
/// them without a word.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct RoundedDecimalTests {
  private func script(_ type: String, _ field: String) throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE n (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v \(type), name text)"
      db:execute "INSERT INTO n (v, name) VALUES (1200, 'old')"
      N = entity "N" { table = "n", v = \(field), name = text {} }
      """)
    return script
  }

  private static let declared = "decimal { scale = 4 }"

  @Test(arguments: [
    ("numeric(10,2)", "1.2345", "2 digits behind the point"), ("numeric(10,1)", "1.25", "1 digit behind the point"),
    ("numeric(10,0)", "1.5", "integers"), ("numeric(5,-2)", "250", "multiples of 100"),
    ("numeric(30,2)", "9007199254740993.125", "2 digits behind the point"),
  ])
  func `what the column would round is refused`(type: String, value: String, words: String) throws {
    let script = try script(type, Self.declared)
    let edits = [
      "N:create { v = decimal '\(value)' }", "N:get(1):assign { v = decimal '\(value)' }:save()",
      "N:all():update { v = decimal '\(value)' }",
    ]
    for edit in edits {
      let failure = script.failure(edit)
      #expect(failure.contains("would be rounded: the column holds \(words)"), "\(edit): \(failure)")
    }
    // What it holds is stored.
    try script.expect("N:create { v = 300 } return N:count(), N:where { v = 300 }:count()", "2 1")
  }

  @Test(arguments: [
    ("numeric(10,2)", "numeric(12,4)"), ("numeric(10,0)", "numeric(14,4)"), ("numeric(5,-2)", "numeric(11,4)"),
    ("numeric(10,4)", "numeric(10,4)"), ("numeric(10,6)", "numeric(10,6)"), ("numeric", "numeric"),
  ])
  func `a migration gives the column the digits that are declared`(type: String, migrated: String) throws {
    let script = try script(type, Self.declared)
    let plan = type == migrated ? "nothing to migrate" : "\(type.uppercased()) becomes \(migrated.uppercased())"
    let found = try script.run("return tostring(db:migrate { dry_run = true })")
    #expect(found.contains(plan), "\(found)")
    try script.run("db:migrate()")
    try script.expect(
      """
      local made = N:create { v = decimal "1.2345", name = "new" }
      print(made:reload().v, N:where { v = decimal "1.2345" }:count(), N:where { name = "old" }:first().v)
      N:where { name = "new" }:update { v = decimal "7.7777" }
      print(N:where { v = decimal "7.7777" }:count())
      print(db:query [[SELECT format_type(atttypid, atttypmod) AS t FROM pg_attribute
        WHERE attrelid = 'n'::regclass AND attname = 'v']][1].t)
      print(db:migrate { dry_run = true })
      """,
      """
      1.2345 1 1200.0000
      1
      \(migrated)
      nothing to migrate: the tables are as declared
      """)
  }

  @Test func `digits of any number need a column that has no number of them`() throws {
    let script = try script("numeric(10,2)", "decimal { stored = 'number', scale = 'any' }")
    #expect(script.failure("N:create { v = decimal '1.2345' }").contains("would be rounded"))
    try script.run("db:migrate()")
    try script.expect(
      "return N:create { v = decimal '1.2345' }:reload().v, db:migrate { dry_run = true }",
      "1.2345 nothing to migrate: the tables are as declared")
  }

  @Test func `a column of a domain stays, and refuses what it would round`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE DOMAIN amount AS numeric(10,2) CHECK (VALUE >= 0)"
      db:execute "CREATE TABLE n (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v amount)"
      N = entity "N" { table = "n", v = decimal { scale = 4 } }
      db:migrate()
      """)
    #expect(script.failure("N:create { v = decimal '1.2345' }").contains("would be rounded"))
    try script.expect("return N:create { v = decimal '1.25' }:reload().v", "1.2500")
  }

  @Test(arguments: [
    ("numeric(10,2)", "real {}", "1.005", "2 digits behind the point", "1.25"),
    ("numeric(10,1)", "real {}", "1e-40", "1 digit behind the point", "0.5"),
    ("numeric(10,0)", "real {}", "1.5", "integers", "2.0"),
    ("numeric(5,-2)", "real {}", "250.0", "multiples of 100", "300.0"),
    ("numeric(5,-2)", "integer {}", "250", "multiples of 100", "300"),
    ("bigint", "real {}", "1.5", "integers", "2.0"),
    ("money_amount", "real {}", "1.005", "2 digits behind the point", "1.25"),
  ])
  func `numbers that are no decimals are refused where the column would round them`(
    type: String, field: String, value: String, words: String, held: String
  ) throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE DOMAIN money_amount AS numeric(10,2)"
      db:execute "CREATE TABLE n (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v \(type))"
      db:execute "INSERT INTO n (v) VALUES (1200)"
      N = entity "N" { table = "n", v = \(field) }
      """)
    let edits = [
      "N:create { v = \(value) }", "N:get(1):assign { v = \(value) }:save()", "N:all():update { v = \(value) }",
      "db:add { N { v = \(value) } }",
    ]
    for edit in edits {
      let failure = script.failure(edit)
      #expect(failure.contains("would be rounded: the column holds \(words)"), "\(edit): \(failure)")
    }
    // What it holds is stored as it is.
    try script.expect(
      "return N:create { v = \(held) }:reload().v == \(held), N:where { v = \(held) }:count()", "true 1")
  }
}
