import TestSupport
import Testing

/// Indexes of some rows, and of values that are made of fields.
@Suite struct WrittenIndexTests {
  private let schema = """
    P = entity "P" { name = text {}, active = boolean { default = true }, n = integer {},
      indexes = { index { "name", unique = true, where = "active" }, index { "lower(name)" },
        index { sql "abs(n)", "name", where = sql "n > 3" } } }
    db:create_all()
    """

  @Test func `they are made, and a schema that has them has nothing to migrate`() throws {
    let script = try Script(schema: schema)
    let sql = try script.run("return P:create_sql()")
    for text in [
      #"CREATE UNIQUE INDEX IF NOT EXISTS "p_name_where_active_key" ON "p" ("name") WHERE "active" = 1"#,
      #"CREATE INDEX IF NOT EXISTS "p_lower_name_idx" ON "p" (lower("name"))"#,
      #"CREATE INDEX IF NOT EXISTS "p_abs_n_name_where_n_3_idx" ON "p" (abs(n), "name") WHERE n > 3"#,
    ] {
      #expect(sql.contains(text), "\(sql)")
    }
    try script.expect("return #db:migrate { dry_run = true }", "0")
    guard TestEngine.chosen == .sqlite else { return }
    let source = try script.run("return db:schema_source()")
    #expect(source.contains(#"index { "name", unique = true, where = sql "\"active\" = 1" }"#), "\(source)")
    #expect(source.contains(#"index { sql "abs(n)", "name", where = sql "n > 3" }"#), "\(source)")
    #expect(
      try script.run("return generate 'lua'").contains(
        #"index { "name", unique = true, where = "active" }, index { "lower(name)" }"#))
  }

  @Test func `one of a column that is renamed is named with what the column is called now`() throws {
    let script = try Script(schema: "P = entity 'P' { name = text {} } db:create_all()")
    try script.run(
      "P = entity 'P' { title = text { renamed_from = 'name' }, indexes = { index { sql 'lower(name)' } } }")
    #expect(
      script.failure("db:migrate()").contains(
        "P: the index (lower(name)) is of a column 'name', which is not there any more: it is 'title' now"))
  }

  @Test func `a migration makes, drops and changes them`() throws {
    let script = try Script(
      schema:
        "P = entity 'P' { name = text {}, active = boolean {}, n = integer {} } db:create_all() P:create { name = 'a' }"
    )
    try script.run(schema.replacing("db:create_all()", with: ""))
    let plan = try script.run("return tostring(db:migrate())")
    #expect(plan.components(of: "+ index") == 6, "\(plan)")
    try script.expect("return #db:migrate { dry_run = true }", "0")
    try script.run(
      "P = entity 'P' { name = text {}, active = boolean {}, n = integer {}, indexes = { index { 'name', unique = true, where = 'not active' } } }"
    )
    let change = try script.run("return tostring(db:migrate())")
    #expect(change.components(of: "+ index") == 2 && change.components(of: "- index") == 6, "\(change)")
    try script.expect("return #db:migrate { dry_run = true }", "0")
    // A table that is made anew keeps them.
    try script.run(
      "P = entity 'P' { name = text { required = true }, active = boolean {}, n = integer {}, indexes = { index { 'name', unique = true, where = 'not active' } } }"
    )
    try script.run("db:migrate()")
    try script.expect("return #db:migrate { dry_run = true }", "0")
    try script.run(
      "P = entity 'P' { title = text { renamed_from = 'name' }, active = boolean {}, n = integer {}, indexes = { index { 'title', unique = true, where = 'not active' } } }"
    )
    try script.run("db:migrate()")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `what is unique among some rows conflicts among them only`() throws {
    let script = try Script(schema: schema)
    try script.run(
      "P:create { name = 'a', active = false } P:create { name = 'a' } P:create { name = 'a', active = false }")
    #expect(script.kindOfFailure("P:create { name = 'a' }") == "ConflictError")
    #expect(script.failure("P:create { name = 'a' }").contains("P: name: 'a' exists already (id 2)"))
    try script.expect("return P:count()", "3")
    try script.run("db:add(P { name = 'a', n = 9 }, { upsert = true, on = 'name' })")
    try script.expect("return P:count(), P:get(2).n", "3 9")
    try script.run("db:add(P { name = 'a', n = 8, active = false }, { upsert = true, on = 'name' })")
    try script.expect("return P:count(), P:get(2).n", "4 9")
  }

  @Test func `a unique expression is told and found`() throws {
    let script = try Script(
      schema:
        "U = entity 'U' { name = text {}, n = integer {}, indexes = { index { 'lower(name)', unique = true } } } db:create_all() U:create { name = 'Ann' }"
    )
    #expect(script.kindOfFailure("U:create { name = 'ANN' }") == "ConflictError")
    #expect(script.failure("U:create { name = 'ANN' }").contains("U: lower(name): 'ANN' exists already"))
    try script.run("db:add(U { name = 'ANN', n = 4 }, { upsert = true, on = 'lower(name)' })")
    try script.expect("local u = U:first() return U:count(), u.name, u.n", "1 ANN 4")
  }

  @Test func `indexes that differ in signs alone are two`() throws {
    let script = try Script(
      schema:
        "D = entity 'D' { n = integer {}, indexes = { index { 'n', where = 'n < 1' }, index { 'n', where = 'n > 1' } } } db:create_all()"
    )
    try script.expect("local _, count = D:create_sql():gsub('CREATE INDEX', '') return count", "2")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `those of other programs are declared as they are`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script()
    try script.run(
      """
      db:execute 'CREATE TABLE x (id INTEGER PRIMARY KEY, a TEXT, b INTEGER)'
      db:execute 'CREATE UNIQUE INDEX other ON x (a) WHERE b > 1'
      db:execute 'CREATE INDEX third ON x (lower(a), b DESC)'
      db:reflect()
      """)
    let source = try script.run("return db:schema_source()")
    #expect(source.contains(#"index { "a", unique = true, where = sql "b > 1" }"#), "\(source)")
    #expect(source.contains(#"index { sql "lower(a)", sql "b DESC" }"#), "\(source)")
    try script.run(source)
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `mistakes are told with their place`() throws {
    let script = try Script()
    for (index, words) in [
      ("index 'nmae'", "index: there is no field 'nmae'. Did you mean 'name'?"),
      ("index 'lower(nmae)'", "index: 'lower(nmae)': "),
      ("index { 'name', where = 'actve' }", "index, option 'where': 'actve': "),
      ("index { 'name', where = 5 }", "index: option 'where' takes a predicate as text"),
      ("index { 'name', whre = 'active' }", "index: unknown option 'whre'. Did you mean 'where'?"),
      (
        "index { 'n % 2' }",
        "index: 'n % 2' needs functions that other programs do not have: say it in the database's own words"
      ),
    ] {
      let failure = script.failure("T = entity 'T' { name = text {}, n = integer {}, indexes = { \(index) } }")
      #expect(failure.contains(words), "\(failure)")
    }
    guard TestEngine.chosen == .sqlite else { return }
    try script.run("T = entity 'T' { name = text {}, indexes = { index { sql 'casefold(name)' } } }")
    #expect(script.failure("db:create_all()").contains("'casefold' is a function of Moonshell"))
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
