import Testing

/// Tables of other programs that nobody would make: what is odd about one is none of the others' business.
@Suite struct OddTableTests {
  @Test func `a key that makes no sense keeps no other table from being migrated`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE parent (id INTEGER PRIMARY KEY, code TEXT)"
        db:execute "CREATE TABLE odd (id INTEGER PRIMARY KEY, x TEXT REFERENCES parent (code))"
        db:execute "CREATE TABLE plain (id INTEGER PRIMARY KEY, n INT)"
        db:execute "INSERT INTO plain VALUES (1, 5)"
        db:reflect()
        Plain = entity "Plain" { n = integer { required = true } }
        """)
    let end = try script.run("db:migrate() print(Plain:get(1).n, db:migrate { dry_run = true })")
    #expect(end.hasSuffix("5 nothing to migrate: the tables are as declared"), "\(end)")
    #expect(
      script.failure(#"db:copy_to(open ":memory:")"#).contains(
        #"a foreign key of "odd" refers to columns of "parent" which no key and no unique index has"#))
  }

  @Test func `a column without a name stays, with its values`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, "" TEXT, a INT)]]
        db:execute "INSERT INTO t VALUES (1, 'kept', 2)"
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    try script.expect(
      source + "\nreturn db:migrate { dry_run = true }", "nothing to migrate: the tables are as declared")
    let end = try script.run(
      #"""
      T = entity "T" { a = integer { required = true } }
      db:migrate()
      print(db:query 'SELECT "" AS kept, a FROM t'[1].kept, T:get(1).a, db:migrate { dry_run = true })
      """#)
    #expect(end.hasSuffix("kept 2 nothing to migrate: the tables are as declared"), "\(end)")
  }

  @Test func `what is unique is said once in a table that is made anew`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a <> 3), b TEXT, c INT, UNIQUE (a), UNIQUE (a, b), UNIQUE (c) ON CONFLICT IGNORE)"
        db:reflect()
        T = entity "T" { a = integer { unique = true }, b = text { required = true }, c = integer { unique = true } }
        """)
    let sql = try script.run("db:migrate() return db:query \"SELECT sql FROM sqlite_schema WHERE name = 't'\"[1].sql")
    #expect(
      sql.contains("UNIQUE (a, b)") && !sql.contains("UNIQUE (a)") && sql.contains("ON CONFLICT IGNORE"), "\(sql)")
  }

  @Test func `tables of a script reckon with texts as its functions do`() throws {
    try Script(schema: "").expect(
      """
      local rs = result_set { unique = "id" }
      rs:load { { id = 1, n = "12" }, { id = 2, n = "12abc" }, { id = 3, n = 7 }, { id = 4 } }
      rs:refilter "n + 1 > 5"
      for _, row in ipairs(rs:objects()) do print(row.id) end
      """, "1\n3")
  }

  @Test func `a column whose name holds a dot has one name, reflected and in the source of the schema`() throws {
    let script = try Script()
    try script.run(
      "db:execute 'CREATE TABLE odd (id INTEGER PRIMARY KEY, \"a.b\" TEXT, a_b TEXT)' db:reflect()")
    let uses = """
      local made = Odd:create { id = 1, ["a.b"] = "x", a_b = "z" }
      print(made["a.b"], Odd:where { ["a.b"] = "x" }:count(), Odd:sorted_by("a.b"):first().a_b)
      made["a.b"] = "w"
      made:save()
      print(Odd:where("a.b == 'w'"):count(), Odd:first().a_b)
      made:delete()
      """
    try script.expect(uses, "x 1 z\n1 z")
    let source = try script.run("return db:schema_source()")
    #expect(source.contains(#"["a.b"] = text { column = "a.b" }"#), "\(source)")
    try script.run(source)
    try script.expect("return db:migrate { dry_run = true }", "nothing to migrate: the tables are as declared")
    try script.expect(uses, "x 1 z\n1 z")
  }
}
