import TestSupport
import Testing

/// `default = sql "…"`: the database makes the value of a new row.
@Suite struct DatabaseDefaultTests {
  private let schema = """
    T = entity "T" { name = text { default = sql "lower('ABC') || '!'" }, n = integer { required = true, default = sql "2 + 3" } }
    db:create_all()
    """

  @Test func `an object reads what the database made of it`() throws {
    let script = try Script(schema: schema)
    try script.run("t = T {}")
    try script.expect("return t.name, t.n", "nil nil")
    try script.expect("db:add(t) return t.name, t.n, t:is_new()", "abc! 5 false")
    try script.expect("local u = T:create { name = 'x' } return u.name, u.n", "x 5")
    try script.expect("local u = T:create { name = null, n = 1 } return u.name, u.n", "nil 1")
    try script.expect("db:add { T {}, T { n = 7 } } return T:count(), T:where { n = 5 }:count()", "5 3")
  }

  @Test func `tables, migrations and the schema's source have it`() throws {
    let script = try Script(schema: schema)
    try script.expect("return #db:migrate { dry_run = true }", "0")
    #expect(try script.run("return T:create_sql()").contains("DEFAULT (lower('ABC') || '!')"))
    #expect(try script.run("return db:schema_source()").contains(#"default = sql "lower('ABC') || '!'""#))
    try script.run("T:create {}")
    // A new column, one that changes, and one that has none any more.
    try script.run(
      "T = entity 'T' { name = text {}, n = integer { required = true, default = sql \"3 + 3\" }, m = text { default = sql \"upper('x')\" } }"
    )
    try script.run("db:migrate()")
    try script.expect("local t = T:first() return t.name, t.n, t.m", "abc! 5 X")
    try script.expect("local t = T:create {} return t.name, t.n, t.m", "nil 6 X")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `a new column gets it beside a step of the script, too`() throws {
    let script = try Script(schema: schema + "\nT:create {}")
    try script.run(
      """
      T = entity 'T' { name = text {}, n = integer { required = true }, m = text { required = true, default = sql "upper('x')" } }
      migration("more", function(db) db:execute "UPDATE t SET n = 8" end)
      db:migrate()
      """)
    try script.expect("local t = T:first() return t.n, t.m", "8 X")
  }

  @Test func `a default of another program is one`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script()
    try script.run(
      "db:execute 'CREATE TABLE x (id INTEGER PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP, n INTEGER DEFAULT (1 + 1))' db:reflect()"
    )
    let source = try script.run("return db:schema_source()")
    #expect(
      source.contains(#"at = text { default = sql "CURRENT_TIMESTAMP" }"#) && source.contains(#"default = sql "1 + 1""#)
    )
    let other = try Script(schema: source + "\ndb:create_all()")
    try other.expect("return X:create({}).n", "2")
  }

  @Test func `what other programs cannot compute is refused`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    for (member, text) in [
      ("a = text { default = sql \"casefold('X')\" }", "casefold('X')"),
      ("a = integer {}, check = sql \"moonshell_modulo(a, 2) = 0\"", "moonshell_modulo(a, 2) = 0"),
    ] {
      let script = try Script(schema: "T = entity 'T' { \(member) }")
      #expect(
        script.failure("db:create_all()").contains("T: \"\(text)\"")
          || script.failure("db:create_all()").contains("is a function of Moonshell"))
    }
    let script = try Script()
    #expect(
      script.failure("T = entity 'T' { a = text { transient = true, default = sql '1' } }").contains(
        "concerns the database"))
  }
}
