import TestSupport
import Testing

/// `generated`: fields that the database computes of others, in each row and whoever writes it.
@Suite struct GeneratedFieldTests {
  private static let lines = """
    Line = entity "Line" {
      name = text { required = true },
      price = integer { default = 2 },
      quantity = integer { default = 1 },
      total = integer { generated = "price * quantity", indexed = true },
      label = text { generated = sql "lower(name) || '!'", unique = true },
      check = { "total < 100" },
    }
    db:create_all()
    """

  @Test func `what is computed is read, and follows what it is made of`() throws {
    try Script(schema: Self.lines).expect(
      """
      local l = Line { name = "A", price = 3, quantity = 4 }
      print(l.total, l:validate())
      db:add(l)
      print(l.total, l.label, Line:where { total = 12 }:count(), Line:sum "total")
      l.price = 5
      l:save()
      print(l.total, l:changes().total, Line:get(1).total)
      Line:all():update { quantity = 2 }
      print(Line:get(1).total, Line:where(function(l) return l.total == 10 end):count())
      db:add(Line { id = 1, name = "B", price = 1, quantity = 1 }, { upsert = true })
      print(Line:get(1).total, Line:get(1).label, Line:get_or_create({ label = "b!" }, { name = "B" }).id)
      """,
      """
      nil true
      12 a! 1 12
      20 nil 20
      10 1
      1 b! 1
      """)
  }

  @Test func `nobody gives it a value`() throws {
    let script = try Script(schema: Self.lines)
    try script.run("Line:create { name = 'A' }")
    for statement in [
      "Line:get(1).total = 3", "Line:create { name = 'C', total = 3 }", "Line:all():update { total = 3 }",
      "Line:all():update { total = expr 'price' }", "Line:get(1):assign { total = 1 }",
    ] {
      #expect(script.failure(statement) == "Line: total: is computed by the database: it cannot be set")
    }
  }

  @Test func `a rule over it is the table's`() throws {
    let script = try Script(schema: Self.lines)
    try script.run("Line:create { name = 'A', price = 9, quantity = 9 }")
    #expect(script.failure("Line:create { name = 'B', price = 50, quantity = 50 }").contains("total < 100"))
    // What was computed of the former price is no reason to refuse the new one.
    try script.expect("local l = Line:get(1) l.price = 1 l:save() return l.total", "9")
    #expect(script.failure("Line:create { name = 'a' }") == "Line: label: what the database computes exists already")
  }

  @Test func `it is declared, told and migrated`() throws {
    let script = try Script(schema: Self.lines)
    let text = try script.run("return Line:create_sql()")
    #expect(text.contains(#"* "quantity") STORED"#), "\(text)")
    #expect(text.contains("GENERATED ALWAYS AS (lower(name) || '!') STORED"), "\(text)")
    try script.expect(
      """
      print(db:migrate { dry_run = true })
      print(generate("lua"):match "total = [^\\n]*")
      print(generate("lua"):match "label = [^\\n]*")
      Line:create { name = "A", price = 4, quantity = 2 }
      Line = entity "Line" {
        name = text { required = true }, price = integer { default = 2 }, quantity = integer { default = 1 },
        total = integer { generated = "price + quantity", indexed = true },
        label = text { generated = sql "lower(name) || '!'", unique = true },
        twice = integer { generated = "price * 2", required = true },
      }
      print(tostring(db:migrate { dry_run = true }):match "total +is computed otherwise")
      """,
      """
      nothing to migrate: the tables are as declared
      total = integer { indexed = true, generated = "price * quantity" },
      label = text { unique = true, generated = sql "lower(name) || '!'" },
      total  is computed otherwise
      """)
    let end = try script.run(
      """
      db:migrate()
      print(Line:get(1).total, Line:get(1).twice, Line:get(1).label, db:migrate { dry_run = true })
      """)
    #expect(end.hasSuffix("6 8 a! nothing to migrate: the tables are as declared"), "\(end)")
  }

  @Test func `one that is declared no more stays, and goes where it is named`() throws {
    let script = try Script(
      schema: """
        \(Self.lines)
        Line:create { name = "A" }
        Line = entity "Line" { name = text { required = true }, price = integer { default = 2 }, quantity = integer {} }
        """)
    let kept = try script.run("db:migrate() print(db:query('SELECT total FROM line')[1].total)")
    #expect(kept.hasSuffix("2"), "\(kept)")
    _ = try script.run("db:migrate { destructive = { 'Line.total' } }")
    #expect(script.failure("db:query 'SELECT total FROM line'").contains("total"))
  }

  @Test func `a column of values that becomes a computed one loses them, which must be named`() throws {
    let script = try Script(
      schema: """
        Line = entity "Line" { a = integer {}, b = integer {} }
        db:create_all()
        Line:create { a = 2, b = 7 }
        Line = entity "Line" { a = integer {}, b = integer { generated = "a + 1" } }
        """
    )
    try script.expect("return (pcall(db.migrate, db)), db:query('SELECT b FROM line')[1].b", "false 7")
    #expect(try script.run("db:migrate { destructive = { 'Line.b' } } print(Line:get(1).b)").hasSuffix("\n3"))
    let freed = try script.run(
      """
      Line = entity "Line" { a = integer {}, b = integer {} }
      print((pcall(db.migrate, db)))
      db:migrate { destructive = { "Line.b" } }
      local l = Line:get(1)
      print(l.b)
      l.b = 5
      l:save()
      print(Line:get(1).b)
      """)
    #expect(freed.hasPrefix("false\n") && freed.hasSuffix("\n3\n5"), "\(freed)")
  }

  @Test func `it goes out, and comes in computed`() throws {
    let files = try FileScript(schema: Self.lines)
    try files.write("i.csv", "name,price,quantity,total\nA,2,3,999\nB,4,5,\n")
    #expect(
      try files.run(
        """
        Line:import(dir .. "/i.csv")
        print(Line:all():pluck("total")[1], Line:sum "total")
        Line:all():export(dir .. "/o.json")
        Line:all():delete()
        Line:import(dir .. "/o.json")
        print(Line:sum "total", Line:first():encode "json")
        print(#Line:sample(2, { seed = 1 }), Line:sample(1, { seed = 1 })[1].total)
        """
      ).contains("6 26\n26 "))
  }

  @Test(arguments: [
    ("integer { generated = 5 }", "option 'generated' takes an expression as text"),
    ("integer { generated = 'a +' }", "option 'generated': 'a +'"),
    ("integer { generated = 'a / 2' }", "gives a real, and the field is an integer"),
    ("text { generated = 'a' }", "gives an integer, and the field is a text"),
    ("integer { generated = 'd' }", "gives a decimal of scale 2, and the field is an integer"),
    ("decimal { generated = 'd * a', scale = 3 }", "gives a decimal of scale 2, and the field is a decimal of scale 3"),
    ("integer { generated = 'b' }", "b"),
    ("integer { generated = 'a', default = 1 }", "option 'default' is about values that are written"),
    ("integer { generated = 'a', primary_key = true }", "option 'primary_key' is about values that are written"),
    ("integer { generated = 'a', validate = is.at_least(1) }", "say the rule with option 'check' of the entity"),
    ("embedded('T', { generated = 'a' })", "embedded cannot be generated"),
  ])
  func `what cannot be computed is said where it is declared`(_ field: String, _ words: String) throws {
    let script = try Script(schema: "")
    let failure = script.failure("T = entity 'T' { a = integer {}, d = decimal {}, g = \(field) }")
    #expect(failure.contains(words), "\(failure)")
  }

  @Test func `decimals, moments and texts are computed of their own kind`() throws {
    try Script(
      schema: """
        T = entity "T" {
          d = decimal {}, n = integer {}, at = datetime {}, s = text {},
          e = decimal { generated = "d * n" }, y = integer { generated = "year(at)" }, day = date { generated = "date(at)" },
          u = text { generated = "upper(s)" }, b = boolean { generated = "if(n > 1, true, false)" }, r = real { generated = "n / 2" },
        }
        db:create_all()
        """
    ).expect(
      """
      local t = T:create { d = decimal "1.50", n = 3, at = "2024-05-06T07:08:09Z", s = "ab" }
      print(t.e, t.y, t.day, t.u, t.b, t.r)
      print(T:where { e = decimal "4.50", day = "2024-05-06" }:count(), db:migrate { dry_run = true })
      """,
      """
      4.50 2024 2024-05-06 AB true 1.5
      1 nothing to migrate: the tables are as declared
      """)
  }

  @Test func `a copy in another database computes it, too`() throws {
    try Script(schema: Self.lines).expect(
      """
      Line:create { name = "A", price = 3, quantity = 4 }
      local other = open ":memory:"
      db:copy_to(other)
      local l = Line:on(other):first()
      print(l.total, l.label)
      l.price = 1
      l:save()
      print(l.total)
      """,
      """
      12 a!
      4
      """)
  }

  @Test func `what is beside it reads at once as it is stored`() throws {
    try Script(
      schema: """
        Box = entity "Box" {
          name = text { unique = true }, width = real {}, height = real { default = 2 }, area = real { generated = "width * height" },
        }
        db:create_all()
        """
    ).expect(
      """
      local box = Box:create { name = "a", width = 3 }
      print(box.width, box.height, box.area, box:encode "json")
      local same = Box { name = "a", width = 4 }
      db:add(same, { upsert = true, on = "name" })
      print(same.width, same.height, same.area)
      """,
      """
      3.0 2.0 6.0 {"id":1,"name":"a","width":3.0,"height":2.0,"area":6.0}
      4.0 2.0 8.0
      """)
  }

  @Test func `what another program computes when it is read is computed so in a table that is made anew`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE box (id INTEGER PRIMARY KEY, width REAL, twice REAL AS (width * 2), half REAL AS (width / 2) STORED)"
        db:execute "INSERT INTO box (width) VALUES (3)"
        Box = entity "Box" {
          width = real { validate = is.at_least(0) }, twice = real { generated = sql "width * 2" },
          half = real { generated = sql "width / 2" },
        }
        """)
    try script.expect(
      """
      db:migrate()
      print(Box:first().twice, Box:first().half)
      local sql = db:query("SELECT sql FROM sqlite_schema WHERE name = 'box'")[1].sql
      print((sql:match "width %* 2%) (%u+)"), (sql:match "width / 2%) (%u+)"))
      """,
      """
      box (Box, 1 row), rebuilt
        ~ width  other checks
        ~        becomes strict
      6.0 1.5
      VIRTUAL STORED
      """)
  }
}
