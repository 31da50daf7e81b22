import Testing

/// Columns of tables made elsewhere that are declared as exact numbers: `NUMERIC(10, 2)`.
@Suite struct NumericColumnTests {
  private let invoices = """
    db:execute "CREATE TABLE Invoice (Id INTEGER PRIMARY KEY, Country TEXT, Total NUMERIC(10,2), Rate DECIMAL(5, 3), Other NUMERIC)"
    for i = 1, 300 do
      db:execute("INSERT INTO Invoice VALUES (?, ?, ?, ?, ?)", i, i % 3 == 0 and "USA" or "Chile", 0.1 + i % 5, 1.005, 0.5)
    end
    db:reflect()
    """

  @Test func `their values and sums are decimals`() throws {
    let script = try Script(schema: invoices)
    try script.expect(
      """
      print(Invoice:get(1).Total, Invoice:get(5).Total + "0.01", Invoice:get(1).Rate, Invoice:get(1).Other)
      print(Invoice:sum "Total", Invoice:sum "Rate", Invoice:min "Total", Invoice:max "Total", Invoice:where { Id = 0 }:sum "Total")
      print(Invoice:where(function(i) return i.Id <= 30 end):sum "Total", string.format("%.4f", Invoice:avg "Total"))
      for _, g in ipairs(Invoice:group_by "Country":aggregate { total = "sum Total" }:sorted_by "-total") do print(g.Country, g.total) end
      print(Invoice:where("Total", ">", 3.5):count(), Invoice:where { Total = "0.10" }:count(), Invoice:where "Total == 2.1":count())
      """,
      """
      1.10 0.11 1.005 0.5
      630.00 301.500 0.10 4.10 0.00
      63.00 2.1000
      Chile 420.00
      USA 210.00
      60 60 60
      """)
  }

  @Test func `what a text makes of them is a decimal, as of a function`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE Line (Id INTEGER PRIMARY KEY, Price NUMERIC(10,2), Pieces INTEGER)"
        for i = 1, 2240 do db:execute("INSERT INTO Line VALUES (?, ?, ?)", i, i % 20 == 0 and 1.99 or 0.99, 1 + i % 3) end
        db:reflect()
        """)
    try script.expect(
      """
      local function product(l) return l.Price * l.Pieces end
      print(Line:sum "Price * Pieces", Line:sum(product), Line:aggregate { a = "sum Price * 1" }.a, Line:sum "-Price")
      print(Line:annotate { v = "Price * Pieces" }:get(2).v, Line:max "Price * Pieces", Line:min "abs(-Price)")
      print(Line:where "Price * Pieces == 2.97":count(), Line:where(function(l) return product(l) == decimal "2.97" end):count())
      print(Line:where "Price + 0.1 == 1.09":count(), Line:sum "Price * 1.5", Line:sum "Price + Pieces")
      print(Line:group_by "Pieces":aggregate { a = "sum Price * Pieces" }:fetch()[1].a)
      """,
      """
      4661.19 4661.19 2329.60 -2329.60
      2.97 5.97 0.99
      709 709
      2128 3494.400 6810.60
      775.54
      """)
  }

  @Test func `a schema can say so too`() throws {
    let script = try Script(
      schema: """
        Bill = entity "Bill" { total = decimal { stored = "number", scale = 3, default = "1.5" } }
        db:create_all()
        """)
    try script.expect(
      """
      Bill:create { total = "2.125" }
      Bill:create {}
      print(Bill:sum "total", Bill:get(2).total, db:query("SELECT sum(total) s FROM bill")[1].s)
      """, "3.625 1.500 3.625")
    #expect(
      script.failure("entity 'X' { t = decimal { stored = 'text' } }").hasSuffix("option 'stored' must be \"number\""))
  }

  @Test func `a table that says so is read as it was declared, and made from its source again`() throws {
    let first = try Script(
      schema: "Bill = entity 'Bill' { total = decimal { stored = 'number', scale = 3 }, n = any {} } db:create_all()",
      engine: .sqlite)
    let source = try first.run("Bill = nil db:reflect() return db:schema_source()")
    #expect(source.contains("total = decimal { scale = 3, stored = \"number\" }"), "\(source)")
    let second = try Script(schema: "\(source)\ndb:create_all()", engine: .sqlite)
    try second.expect(
      "Bill:create { total = '2.125' } print(Bill:first().total, db:migrate { dry_run = true })",
      "2.125 nothing to migrate: the tables are as declared")
    #expect(try second.run("return db:schema_source()") == source)
    // Tables of older versions do not say it, and are as declared all the same.
    let plain = try Script(
      schema: #"db:execute 'CREATE TABLE "bill" (\n  "id" INTEGER PRIMARY KEY,\n  "total" ANY,\n  "n" ANY\n) STRICT' "#,
      engine: .sqlite)
    try plain.expect(
      """
      Bill = entity 'Bill' { total = decimal { stored = 'number', scale = 3 }, n = any {} }
      return db:migrate { dry_run = true }
      """, "nothing to migrate: the tables are as declared")
  }

  @Test func `they take decimals and no floats, and read what is there`() throws {
    let script = try Script(schema: invoices)
    try script.expect(
      """
      local i = Invoice:get(1)
      i.Total = "2.5"
      print(i.Total, i:changes().Total.from)
      i:save()
      print(i:reload().Total, db:query("SELECT Total t, typeof(Total) k FROM Invoice WHERE Id = 1")[1].t)
      i.Total = 3
      i:save()
      print(i.Total, Invoice:get(1).Total, pcall(function() i.Total = 0.1 end))
      db:execute "UPDATE Invoice SET Total = 0.125 WHERE Id = 2"
      db:execute "UPDATE Invoice SET Total = 'free' WHERE Id = 3"
      print(Invoice:get(2).Total, Invoice:get(3).Total)
      """,
      """
      2.50 1.10
      2.50 2.5
      3.00 3.00 false Invoice: Total: expected a decimal, such as decimal "0.10" or the text "0.10", not the number 0.1
      0.125 free
      """)
  }

  @Test func `whole numbers beyond what a real number holds stay exact, others are refused`() throws {
    let script = try Script(schema: invoices)
    try script.expect(
      """
      Invoice:create { Id = 400, Total = 9007199254740993 }
      Invoice:create { Id = 401, Total = "9007199254740993" }
      local i = Invoice:get(400)
      print(i.Total, db:query "SELECT typeof(Total) AS k FROM Invoice WHERE Id = 400"[1].k)
      local rows = Invoice:where { Total = i.Total }
      print(rows:count(), rows:sum "Total", rows:aggregate { s = "sum Total" }.s, rows:sum(function(x) return x.Total end))
      """,
      """
      9007199254740993.00 integer
      2 18014398509481986.00 18014398509481986.00 18014398509481986.00
      """)
    #expect(script.failure("Invoice:create { Id = 500, Total = '9007199254740993.25' }").contains("15 in all"))
  }

  @Test func `what is no number counts in none of what is made of them`() throws {
    try Script(schema: invoices).expect(
      """
      db:execute "DELETE FROM Invoice WHERE Id > 4"
      db:execute "UPDATE Invoice SET Total = CASE Id WHEN 1 THEN 10 WHEN 2 THEN 2.5 WHEN 3 THEN 'n/a' END"
      local g = Invoice:aggregate { s = "sum Total", a = "avg Total", m = "median Total" }
      print(g.s, g.a, g.m, Invoice:sum "Total", Invoice:avg "Total")
      local asked
      local some = Invoice:where(function(i) asked = i.Id return true end)
      local h = some:aggregate { s = "sum Total", a = "avg Total", m = "median Total" }
      print(h.s, h.a, h.m, some:sum "Total", some:avg "Total")
      """,
      """
      12.50 6.25 6.25 12.50 6.25
      12.50 6.25 6.25 12.50 6.25
      """)
  }

  @Test func `a function may give what a column of decimals holds beside them`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, d DECIMAL(10,2))"
        db:execute "INSERT INTO t VALUES (1, 'n/a'), (2, 1.5)"
        db:reflect()
        """
    ).expect(
      """
      local function d(p) return p.d end
      local given = T:pluck(d)
      print(given[1], given[2], type(given[2]), T:max(d), #T:group_by(d):aggregate { n = "count" }:fetch())
      print(T:annotate { x = d }:fetch()[1].x)
      """,
      """
      n/a 1.50 userdata n/a 2
      n/a
      """)
  }

  @Test func `a text that is no decimal is none where decimals are declared`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, d TEXT)"
        db:execute "INSERT INTO t VALUES (1, 'n/a'), (2, '1.50')"
        H = entity "H" { table = "t", d = decimal { scale = 2 } }
        """
    ).expect(
      "print(H:get(2).d, pcall(function() return H:get(1).d end))",
      "1.50 false H: d: the stored value 'n/a' is no decimal")
  }

  @Test func `a function gives decimals beside texts that are some, row by row`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, d DECIMAL(10,2))"
        db:execute "INSERT INTO t VALUES (1, 'n/a'), (2, 1.5), (3, 4)"
        db:reflect()
        """, location: ":memory:")
    try script.expect(
      """
      print(T:all():update { d = function(t) return t.id == 1 and "7.50" or t.d + 1 end })
      print(table.concat(T:fetch():map(function(t) return tostring(t.d) end), " "))
      print(T:all():update { d = function(t) return t.id == 1 and 3 or t.id == 2 and decimal "0.25" or nil end })
      print(table.concat(T:fetch():map(function(t) return tostring(t.d) end), " "))
      """,
      """
      3
      7.50 2.50 5.00
      3
      3.00 0.25 nil
      """)
  }
}
