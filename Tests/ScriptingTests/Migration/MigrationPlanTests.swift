import Testing

@testable import Model

/// A plan as statements, and done for the sake of seeing that it can be.
@Suite struct MigrationPlanTests {
  private let first = """
    P = entity "P" { name = text { required = true }, n = integer {} }
    db:create_all()
    for i = 1, 3 do P:create { name = "x" .. i, n = i } end
    """

  @Test func `the statements of a plan do what it does`() throws {
    for second in [
      "P = entity 'P' { name = text { required = true }, n = integer {}, rank = text { default = 'a' } }",
      "P = entity 'P' { name = text { required = true, unique = true }, n = integer { validate = is.less(9) } }",
      "P = entity 'P' { title = text { required = true, renamed_from = 'name' }, n = real {} } Q = entity 'Q' { p = belongs_to 'P' }",
    ] {
      let script = try Script(schema: first)
      let left = try script.run(
        """
        \(second)
        local sql = db:migrate { dry_run = true }:sql()
        for statement in sql:gmatch "(.-);\\n" do db:execute(statement) end
        print(#db:migrate { dry_run = true }, db:query("SELECT count(*) AS n FROM p")[1].n)
        """)
      #expect(left == "0 3", "\(second)")
    }
  }

  @Test func `the call that a plan proposes names what was named already, too`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { a = text {}, b = text {}, c = text {} }
        db:create_all()
        P:create { a = "1", b = "2", c = "3" }
        P = entity "P" { a = text {} }
        """)
    let failure = script.failure("db:migrate { destructive = { 'P.c' } }")
    #expect(failure.contains("say db:migrate { destructive = { \"P.c\", \"P.b\" } }, or"), "\(failure)")
    #expect(script.failure("db:migrate()").contains("destructive = { \"P.b\", \"P.c\" } }, or"))
    let all = "db:migrate { destructive = { 'P.c', 'P.b' } }"
    #expect(try script.run("\(all) return #db:migrate { dry_run = true }").hasSuffix("0"))
  }

  @Test(arguments: [
    "P = entity 'P' { name = text { required = true }, n = integer { required = true } }",
    "P = entity 'P' { name = text { required = true }, n = integer {}, rank = text { required = true, default = function() return 'a' end } }",
    "P = entity 'P' { name = decimal { scale = 2 }, n = integer {} }",
    "P = entity 'P' { name = text { required = true }, n = integer { unique = true, validate = is.less(9) } }",
  ])
  func `a program that goes on behind a failed statement of a plan loses no row`(second: String) throws {
    let script = try Script(schema: first + " P:create { name = 'y', n = 1 } P:create { name = 'z' }")
    let sql = try script.run(
      """
      Q = entity "Q" { p = belongs_to "P" { on_delete = "cascade", required = true } }
      db:create_all()
      Q:create { p = P:get(1) }
      \(second)
      plan = db:migrate { dry_run = true }
      text = plan:sql()
      """)
    #expect(try script.run("return #text > 0") == "true")
    let left = try script.run(
      """
      local before = db:query "SELECT sql FROM sqlite_schema ORDER BY name"
      local failed = 0
      for statement in text:gmatch "(.-);\\n" do
        if not pcall(db.execute, db, statement) then failed = failed + 1 end
      end
      local after = db:query "SELECT sql FROM sqlite_schema ORDER BY name"
      local same = #before == #after
      for i = 1, #before do same = same and before[i].sql == after[i].sql end
      print(failed > 0, same, db:query("SELECT count(*) AS n FROM p")[1].n, db:query("SELECT count(*) AS n FROM q")[1].n)
      """)
    #expect(left == "true true 5 1", "\(sql)")
  }

  @Test func `a plan that cannot be taken, or of which SQL says not all, says so of its text`() throws {
    let script = try Script(schema: first)
    try script.run(
      """
      migration("split", function() end)
      P = entity "P" { name = text { required = true } }
      plan = db:migrate { dry_run = true }
      """)
    let lost = #"data would be lost: say db:migrate { destructive = { "P.n" } }, or renamed_from where it moves"#
    try script.expect(
      "return plan:sql():match '[^\\n]*'",
      "plan:sql(): \(lost)\nplan:sql(): no SQL says this, write it where the remark stands: the step split\n-- \(lost)")
  }

  @Test func `a plan says what would be lost, what stands in the way, and how many steps there are`() throws {
    let script = try Script(schema: first)
    try script.expect(
      """
      local plan = db:migrate { dry_run = true }
      print(#plan, #plan:losses(), #plan:problems(), plan:sql() == "")
      """, "0 0 0 true")
    try script.expect(
      """
      P = entity "P" { name = text { required = true } }
      local plan = db:migrate { dry_run = true }
      print(#plan > 0, table.concat(plan:losses(), " "))
      print(pcall(db.migrate, db, { destructive = plan:losses() }))
      print(#db:migrate { dry_run = true })
      """, "true P.n\np (P, 3 rows)\n  - n  goes with its values\ntrue p (P, 3 rows)\n  - n  goes with its values\n0")
    try script.expect(
      """
      P = entity "P" { name = text { required = true, validate = is.prefix "y" } }
      print(table.concat(db:migrate { rehearse = true }:problems(), " "):match "x1" ~= nil)
      """, "true")
    #expect(
      script.failure("return db:migrate { dry_run = true }.steps")
        == "the plan of a migration has no member 'steps'. It has losses, problems, sql, swift; # counts its steps, and it prints"
    )
  }

  @Test func `a plan names the link table that a relation through an entity leaves behind`() throws {
    for (relation, table) in [
      ("bs = many_to_many", "a_b"), ("bs = many_to_many('B', { ordered = true })", "a_b"),
      ("bs = many_to_many('A')", "a_bs"),
    ] {
      let isSelf = table == "a_bs"
      let target = isSelf ? "A" : "B"
      let script = try Script(
        schema: """
          B = entity "B" { n = text {} }
          A = entity "A" { n = text {}, \(relation)\(relation.hasSuffix("many") ? " 'B'" : "") }
          db:create_all()
          A:create { n = "x" }.bs:add(\(target) { n = "y" })
          """)
      let through = """
        A = entity "A" { n = text {}, bs = many_to_many("\(target)", { through = "L" }) }
        """
      let ends = isSelf ? "a = belongs_to 'A', bs = belongs_to 'A'" : "a = belongs_to 'A', b = belongs_to 'B'"
      try script.expect(
        """
        L = entity "L" { \(ends), w = integer {} }
        \(through)
        return db:migrate { dry_run = true }
        """,
        """
        l (L) is made
        \(table) (1 row) is no longer used: A.bs goes through L; renamed_from = "\(table)" in L takes its rows along
        """)
      try script.expect(
        """
        L = entity "L" { \(ends), w = integer {}, renamed_from = "\(table)" }
        \(through)
        local plan = db:migrate { dry_run = true }
        return tostring(plan):match "no longer used"
        """, "nil")
      // Where nothing is said of it the table stays, and is named until it is dropped.
      try script.expect(
        """
        L = entity "L" { \(ends), w = integer {} }
        \(through)
        db:migrate()
        return db:migrate { dry_run = true }
        """,
        """
        l (L) is made
        \(table) (1 row) is no longer used: A.bs goes through L; renamed_from = "\(table)" in L takes its rows along
        nothing to migrate: the tables are as declared
        \(table) (1 row) is no longer used: A.bs goes through L; destructive = { "\(table)" } drops it
        """)
      try script.expect(
        """
        db:migrate { destructive = { "\(table)" } }
        return db:migrate { dry_run = true }
        """, "\(table) goes, with its 1 row\nnothing to migrate: the tables are as declared")
    }
  }

  @Test func `a table of another use beside a relation through an entity is not named`() throws {
    let script = try Script(
      schema: """
        B = entity "B" { n = text {} }
        A = entity "A" { n = text {}, bs = many_to_many "B" }
        db:create_all()
        A:create { n = "x" }.bs:add(B { n = "y" })
        L = entity "L" { a = belongs_to "A", b = belongs_to "B" }
        A = entity "A" { n = text {}, bs = many_to_many("B", { through = "L" }), others = many_to_many "B" }
        """)
    // What was made for the one relation is not taken for another.
    try script.expect(
      "return db:migrate { dry_run = true }",
      """
      l (L) is made
      a_b_others (A.others) is made
      a_b (1 row) is no longer used: A.bs goes through L; renamed_from = "a_b" in L takes its rows along
      """)
    let written = try Script(
      schema: """
        B = entity "B" { n = text {} }
        A = entity "A" { n = text {} }
        db:create_all()
        A:create { n = "x" }
        db:execute "CREATE TABLE a_b (a_id INTEGER REFERENCES a(id), note TEXT)"
        db:execute "INSERT INTO a_b VALUES (1, 'mine')"
        L = entity "L" { a = belongs_to "A", b = belongs_to "B" }
        A = entity "A" { n = text {}, bs = many_to_many("B", { through = "L" }) }
        """)
    try written.expect("return db:migrate { dry_run = true }", "l (L) is made")
  }

  @Test func `rows that refer to no row are named by a rehearsal, and the first of them by a migration`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {} }
        Player = entity "Player" { name = text {}, team_id = integer {} }
        db:create_all()
        Team:create { id = 1, name = "Red" }
        for i = 1, 9 do Player:create { name = "p" .. i, team_id = i } end
        Player = entity "Player" { name = text {}, team = belongs_to "Team" }
        """, engine: .sqlite)
    let head = "8 rows of player refer to no row of team: mend them first, nothing was changed:"
    try script.expect(
      """
      local problems = db:migrate { rehearse = true }:problems()
      print(#problems, select(2, problems[1]:gsub("\\n", "")))
      print(problems[1]:match "^[^\\n]*", problems[1]:match "[^\\n]*$")
      """, "1 8\n\(head)   Player 9: team: 9 is no row of Team")
    let failure = script.failure("db:migrate()")
    #expect(failure.hasPrefix(head + "\n  Player 2: team: 2 is no row of Team\n"), "\(failure)")
    #expect(failure.hasSuffix("\n  … 3 more"), "\(failure)")
    try script.expect("print(Player:on(db) ~= nil, db:query('SELECT count(*) AS n FROM player')[1].n)", "true 9")
  }

  @Test func `a plan names the table that an entity has left, and how its rows go along`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { n = text {} }
        db:create_all()
        A:create { n = "x" }
        db:execute "CREATE TABLE others (id INTEGER, n TEXT)"
        A = entity "A" { n = text {}, table = "aa" }
        """)
    try script.expect(
      "return db:migrate { dry_run = true }",
      """
      aa (A) is made
      a (1 row) has the columns of aa and no entity: renamed_from = "a" in A takes its rows along
      """)
    try script.expect(
      """
      A = entity "A" { n = text {}, table = "aa", renamed_from = "a" }
      print(db:migrate { dry_run = true })
      A = entity "A" { n = text {}, table = "aa" }
      print(db:migrate { dry_run = true, destructive = { "a" } })
      """,
      """
      a becomes aa (A)
      aa (A) is made
      a goes, with its 1 row
      """)
  }

  @Test func `links of an entity that has another name go with it, and none are made again`() throws {
    let script = try Script(
      schema: """
        V = entity "V" { name = text {}, tags = many_to_many "Tag" }
        Tag = entity "Tag" { word = text {} }
        db:create_all()
        local v = V:create { name = "a" }
        v.tags:add { word = "x" }
        Thing = entity "Thing" { renamed_from = "V", name = text {}, tags = many_to_many "Tag" }
        """)
    script.session.diagnostics = { _ in }
    try script.expect(
      """
      db:migrate()
      print(table.concat(db:tables(), " "), Thing:first().tags:count(), #db:migrate { dry_run = true })
      """, "tag tag_thing thing 1 0")
  }

  @Test func `a rehearsal changes nothing, and says what stands in the way`() throws {
    let script = try Script(schema: first)
    let fits = try script.run(
      """
      P = entity 'P' { name = text { required = true }, n = integer {}, m = text {} }
      return db:migrate { rehearse = true }
      """)
    #expect(fits.contains("+ m") && fits.contains("rehearsed in ") && fits.contains("nothing stands in the way"))
    #expect(try script.run("return #db:migrate { dry_run = true } > 0") == "true")
    let stands = try script.run(
      """
      P = entity 'P' { name = text { required = true }, n = integer { validate = is.less(3) }, m = text {} }
      return db:migrate { rehearse = true }
      """)
    #expect(stands.contains("1 row of P is in the way of n:\n  P 3: n: 3 is not less than 3\n"), "\(stands)")
    #expect(stands.hasSuffix(" s and rolled back"), "\(stands)")
    #expect(try script.run("return db:query('SELECT count(*) AS n FROM p')[1].n") == "3")
  }

  @Test func `a rehearsal names every row that stands in the way, and agrees to every loss`() throws {
    let script = try Script(
      schema: """
        T = entity "T" { name = text {}, age = integer {}, k = text {}, g = integer {}, old = text {} }
        db:create_all()
        T:create { name = "a", age = 40, k = "x", g = 1 } T:create { age = 20, k = "7", g = 1 }
        T:create { name = "c", age = 50, g = 2 } T:create { g = 3 } T:create { name = "e", g = 4 }
        """)
    let plan = try script.run(
      """
      T = entity "T" { name = text { required = true }, age = integer { validate = is.at_most(30) }, k = integer {},
        g = integer { unique = true } }
      return db:migrate { rehearse = true }
      """)
    for line in [
      "2 rows of T are in the way of name:\n  T 2: name: is required\n  T 4: name: is required\n",
      "2 rows of T are in the way of age:\n  T 1: age: 40", "  T 3: age: 50",
      "1 row of T is in the way of k:\n  T 1: k: ",
      "2 rows of T are in the way of g:\n  T 1: g: 1 is not alone\n  T 2: g: 1 is not alone\n",
      "destructive = { \"T.old\" }", "rehearsed in ",
    ] { #expect(plan.contains(line), "\(plan)") }
    #expect(!plan.contains("nothing stands in the way"))
  }

  @Test func `a column that goes and one of its shape that comes are asked about`() throws {
    let script = try Script(
      schema: "T = entity 'T' { age = integer {}, name = text {} } db:create_all() T:create { age = 1, name = 'x' }")
    let plan = try script.run(
      "T = entity 'T' { years = integer {}, name = text {}, size = real {} } return db:migrate { dry_run = true }")
    #expect(plan.contains("+ years  INTEGER, renamed_from = \"age\"?\n") && plan.contains("+ size   REAL\n"), "\(plan)")
    let agreed = try script.run("return db:migrate { dry_run = true, destructive = { 'T.age' } }")
    #expect(!agreed.contains("renamed_from"), "\(agreed)")
  }

  @Test func `a decimal of another scale is refused until it is migrated`() throws {
    let script = try Script(
      schema: "D = entity 'D' { x = decimal { scale = 3 } } db:create_all() D:create { x = '1.25' }")
    try script.run("D = entity 'D' { x = decimal { scale = 2 } }")
    for request in [
      "D:first()", "D:get(1)", "D:create { x = '1' }", "D:all():update { x = '2' }", "D:sum 'x'",
      "D:where { x = '1.25' }:count()",
    ] {
      let failure = script.failure(request)
      #expect(
        failure.contains("D.x: the table has decimals of 3 digits behind the point, the entity declares 2"),
        "\(failure)")
    }
    try script.run("db:migrate()")
    try script.expect("return D:first().x, D:create { x = '2' }.x", "1.25 2.00")
  }

  @Test func `three versions leave as three migrations`() throws {
    let script = try Script(schema: first)
    let swift = try script.run(
      """
      P = entity "P" { name = text { required = true }, n = integer {}, rank = text {} }
      db:migrate()
      P = entity "P" { name = text { required = true }, n = real {}, rank = text {} }
      db:migrate()
      print(generate "grdb")
      """)
    for name in ["v1", "v2", "v3"] { #expect(swift.contains("migrator.registerMigration(\"\(name)\") { db in")) }
    #expect(!swift.contains("\"v4\"") && swift.contains("ADD COLUMN \"rank\" TEXT"))
    #expect(swift.contains("enum SchemaMigrations {") && swift.contains("import GRDB\n"))
  }

  @Test func `a file of migrations only grows: a session that begins with others leaves it`() throws {
    let one = "db:create_all()"
    let two = "P = entity 'P' { name = text { required = true }, rank = text {} } db:migrate()"
    let files = try FileScript(schema: "")
    func generated(_ steps: String) throws -> String {
      try Script(schema: "P = entity 'P' { name = text { required = true } } \(steps)").run(
        "local ok, reason = pcall(generate, 'grdb', '\(files.folder)/App.swift') print(ok, ok or reason.message)")
    }
    #expect(try generated(one) == "true true")
    #expect(try generated("\(one) \(two)") == "true true")
    let whole = try files.contents("App.swift")
    let other = try generated("\(two.replacing("db:migrate()", with: "")) \(one)")
    #expect(
      other.contains(#"has the migrations "v1", "v2", and those of this session ("v1") do not begin"#), "\(other)")
    #expect(try files.contents("App.swift") == whole)
  }

  @Test func `statements that changed rows between two migrations are carried in their order`() throws {
    let script = try Script(schema: first)
    var remarks = ""
    script.session.diagnostics = { remarks += $0 }
    let swift = try script.run(
      """
      P:where { n = 1 }:update { name = "it's" }
      db:execute("UPDATE p SET n = ?2 WHERE name = ?1", "x2", 7)
      db:execute("UPDATE p SET n = :n WHERE name = :name", { n = 8, name = "?" })
      pcall(db.transaction, db, function() db:execute "DELETE FROM p" error "no" end)
      P:where(function(p) return p.name:reverse() == "3x" end):delete()
      db:query "SELECT 1"
      P = entity "P" { name = text { required = true }, n = integer {}, rank = text {} }
      print(db:migrate { dry_run = true }:swift "next")
      db:migrate()
      P:get(1):assign { rank = "a" }:save()
      migration("step", function(db) db:execute "UPDATE p SET rank = 'b'" end)
      P = entity "P" { name = text { required = true }, n = real {}, rank = text {} }
      db:migrate()
      print(generate "grdb")
      """)
    let expected = [
      #"registerMigration("next")"#, #"UPDATE "p" SET "name" = 'it''s' WHERE "n" = 1"#, #"registerMigration("v2")"#,
      "// ran before the schema changed", #"UPDATE "p" SET "name" = 'it''s' WHERE "n" = 1"#,
      "UPDATE p SET n = 7 WHERE name = 'x2'", "UPDATE p SET n = 8 WHERE name = '?'",
      "calls lua_reverse, which SQLite has not: no SQL says this", #"ADD COLUMN "rank""#,
      #"registerMigration("v3")"#, "#warning(\"rows of P were changed one by one", "#warning(\"the step step:",
      "// it ran: UPDATE p SET rank = 'b'",
    ]
    var rest = swift[...]
    for words in expected {
      let place = rest.firstRange(of: words)
      #expect(place != nil, "\(words) in \(swift)")
      rest = rest[(place?.upperBound ?? rest.startIndex)...]
    }
    #expect(!swift.contains("DELETE FROM p"))
    #expect(remarks.contains("v2: ran before the schema changed: take out what was only a trial\n"), "\(remarks)")
  }

  @Test func `the first migration of tables that were there makes them`() throws {
    let script = try Script(schema: "db:execute 'CREATE TABLE p (id integer primary key, name text)' db:reflect()")
    let swift = try script.run(
      """
      P = entity "P" { name = text {}, rank = text {} }
      db:migrate()
      print(generate "grdb")
      """)
    let places = ["\"v1\"", "name text", "\"v2\"", "rank"].map {
      swift[(swift.firstRange(of: "registerMigration")?.lowerBound ?? swift.startIndex)...].firstRange(of: $0)?
        .lowerBound
    }
    #expect(
      places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(swift)")
  }

  @Test func `what no statement does is a warning in the generated Swift, and said when it is generated`() throws {
    for row in ["", "P:create { name = 'x' }"] {
      let script = try Script(schema: "P = entity 'P' { name = text { required = true } } db:create_all() \(row)")
      var remarks = ""
      script.session.diagnostics = { remarks += $0 }
      let step = #"migration("2026 \"x\" \\(1)", function() end)"#
      let swift = try script.run(
        """
        \(step)
        P = entity "P" { name = text { required = true }, last = text { required = true, default = function(p) return p.name end } }
        local plan = db:migrate { dry_run = true }
        print(plan:swift "v2")
        """)
      let places = [
        #"#warning("p.last: its values are made row by row: no SQL says this, write it here")"#,
        #"#warning("the step 2026 \"x\" \\(1): no SQL says this, write it here")"#,
        // A server takes the column as it is, once it is filled.
        TestEngine.chosen == .sqlite ? "CREATE TABLE" : "SET NOT NULL",
      ].map { swift.firstRange(of: $0)?.lowerBound }
      #expect(
        places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(swift)")
      for words in ["p.last: its values are made row by row", #"the step 2026 "x" \(1)"#] {
        #expect(remarks.contains("v2: no SQL says this, write it where the #warning stands: \(words)\n"), "\(remarks)")
      }
    }
  }

  @Test func `functions that only Moonshell has are defined in Swift, and named in SQL`() throws {
    let script = try Script(schema: "P = entity 'P' { x = text {}, y = decimal { scale = 3 } } db:create_all()")
    try script.run("P = entity 'P' { x = decimal {}, y = decimal { scale = 3 } } plan = db:migrate { dry_run = true }")
    let words = "calls moonshell_decimal, which Moonshell has"
    #expect(
      try script.run("print(plan:sql():sub(1, \(words.count + 3)))")
        == "plan:sql(): \(words): other programs must define the same\n-- \(words)")
    #expect(try script.run("print(plan:swift 'v2')").contains("DatabaseFunction(\"moonshell_decimal\""))
    try script.run(
      "P = entity 'P' { x = text {}, y = decimal { scale = 3 }, z = text {} } plan = db:migrate { dry_run = true }")
    #expect(!(try script.run("print(plan:sql(), plan:swift 'v2')").lowercased().contains("moonshell")))
  }

  @Test func `an entity that is renamed keeps its links and their order`() throws {
    let script = try Script(
      schema: """
        Tag = entity "Tag" { name = text {} }
        Post = entity "Post" { title = text {}, tags = many_to_many "Tag", lines = has_many("Line", { ordered = true }) }
        Line = entity "Line" { text = text {}, post = belongs_to "Post" }
        db:create_all()
        local post = Post:create { title = "a" }
        post.tags:add(Tag:create { name = "x" }, Tag:create { name = "y" })
        for _, text in ipairs { "2", "1", "3" } do post.lines:add(Line { text = text }) end
        """)
    script.session.diagnostics = { _ in }
    try script.expect(
      """
      Post, Line = nil, nil
      Label = entity "Label" { renamed_from = "Tag", name = text {} }
      Post = entity "Post" { title = text {}, labels = many_to_many "Label", lines = has_many("Line", { ordered = true }) }
      Line = entity "Line" { text = text {}, page = belongs_to("Post", { renamed_from = "post" }) }
      local silent, print = print, function() end
      _G.print = print
      db:migrate()
      _G.print = silent
      return Post:get(1).labels:count(), table.concat(Post:get(1).lines:fetch():map "text", " "), #db:tables()
      """, "2 2 1 3 4")
  }
}
