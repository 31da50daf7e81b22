import Testing

/// Decimals of other programs in columns of real numbers, of which reckoning leaves dust far behind their digits.
@Suite struct DecimalDustTests {
  private let accounts = """
    db:execute "CREATE TABLE account (id INTEGER PRIMARY KEY, balance DECIMAL(8, 2))"
    db:execute "INSERT INTO account VALUES (1, 6.6000000000000005), (2, 1.1), (3, 3.3000000000000003)"
    db:reflect()
    function cells()
      local found = {}
      for i, row in ipairs(db:query "SELECT quote(balance) AS b FROM account ORDER BY id") do found[i] = row.b end
      return table.concat(found, " ")
    end
    """

  @Test func `what reckoning leaves behind the digits of a column is no other decimal`() throws {
    let script = try Script(schema: accounts)
    try script.expect(
      """
      Account:where { id = 1 }:update { balance = function(a) return a.balance + 1 end }
      Account:where { id = 2 }:update { balance = expr "balance + 1" }
      Account:where { id = 3 }:update { balance = expr "balance + 1" }
      print(cells())
      local a = Account:get(1)
      a.balance = decimal "6.6000000000000005" + 2
      a:save()
      print(cells(), a.balance)
      """,
      """
      7.6 2.1 4.3
      8.6 2.1 4.3 8.60
      """)
    for value in ["1.234", "1.2300001", "0.001"] {
      let refusal = "expected a decimal of at most 2 digits behind the point (15 in all), not the decimal \(value)"
      #expect(script.failure("Account:create { balance = decimal '\(value)' }") == "Account: balance: \(refusal)")
    }
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `an export of such a column comes back as it was`(format: String) throws {
    let files = try FileScript(schema: accounts)
    let outcome = try files.run(
      """
      local path, before = dir .. "/accounts.\(format)", cells()
      Account:all():export(path)
      Account:all():delete()
      print(Account:import(path), cells() == before, Account:where { balance = Account:get(1).balance }:count())
      """)
    #expect(outcome == "3 true 1")
  }

  @Test func `digits beyond those of the column are reckoned with`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE rate (id INTEGER PRIMARY KEY, n NUMERIC(10, 2), q INTEGER)"
        db:execute "INSERT INTO rate VALUES (1, 1.23456, 3), (2, 0.99, 3), (3, 1e-05, 1), (4, 2.5, 2), (5, NULL, 1)"
        db:reflect()
        """)
    try script.expect(
      """
      for _, v in ipairs(Rate:sorted_by "id":values("n * q", "n + 0", "n - 0.5")) do
        print(v[1], v[2], v[3])
      end
      print(Rate:where "n * 1 == n":count(), #Rate:fetch():filter "n * 1 == n")
      print(Rate:sum "n * q", Rate:sum(function(r) return r.n and r.n * r.q end), Rate:where "n * q == 0":count())
      """,
      """
      3.70368 1.23456 0.73456
      2.97 0.99 0.49
      0.00001 0.00001 -0.49999
      5.00 2.50 2.00
      null null null
      4 4
      11.67369 11.67369 0
      """)
  }

  @Test func `a small number is a decimal among others, and keeps no function out of SQL`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE rate (id INTEGER PRIMARY KEY, n NUMERIC(10, 2))"
        db:execute "INSERT INTO rate VALUES (1, 1.23456), (2, 2.5), (3, 0.00004), (4, NULL)"
        db:reflect()
        """)
    try script.expect(
      """
      local small = Rate:where(function(r) return r.n ~= nil and r.n < decimal "0.5" end)
      print(small:count(), small:first().n, #small:fetch { pushdown = false }, tostring(small:explain()):find "closure" == nil)
      local order = Rate:sorted_by(function(r) return r.n or 0 end):pluck "id"
      print(table.concat(order, " "), Rate:get(3).n:equals(decimal "0.00004"))
      """,
      """
      1 0.00004 1 true
      4 3 1 2 true
      """)
  }

  @Test func `a large number keeps the digits that it has where its column says more`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE rate (id INTEGER PRIMARY KEY, n NUMERIC(18, 4))"
        db:execute "INSERT INTO rate VALUES (1, 12345678901234.25), (2, 12345678901234.25), (3, 0.25)"
        db:reflect()
        """)
    try script.expect(
      """
      print(Rate:get(1).n, Rate:sum "n", Rate:sum(function(r) return r.n end), Rate:get(1).n * 2 == decimal "24691357802468.5")
      """, "12345678901234.2500 24691357802468.7500 24691357802468.7500 true")
  }

  @Test func `sums have all their digits, whatever they are asked by`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE shop (id INTEGER PRIMARY KEY)"
        db:execute "CREATE TABLE sale (id INTEGER PRIMARY KEY, p NUMERIC(18, 2), shop_id INTEGER REFERENCES shop (id))"
        db:execute "INSERT INTO shop VALUES (1), (2), (3)"
        db:execute "INSERT INTO sale VALUES (1, 1234567890123.45, 1), (2, 1000000000000000, 1), (3, 0.07, 1), (4, 1.5, 2)"
        db:reflect()
        """)
    try script.expect(
      """
      print(Sale:sum "p", Sale:aggregate { s = "sum p" }.s, Sale:aggregate { s = "sum distinct p", n = "count" }.s)
      for _, g in ipairs(Sale:group_by "shop":aggregate { s = "sum p" }:having "s > 1":sorted_by "-s":fetch()) do print(g.s) end
      for _, s in ipairs(Shop:annotate { t = "sum sale.p" }:sorted_by "-t":fetch()) do print(s.id, s.t, s.t == decimal "1.50") end
      print(table.concat(Shop:annotate { t = "sum sale.p" }:where(function(s) return s.id > 0 and tostring(s) ~= "" end):sorted_by "t":fetch():map "id", " "))
      print(Shop:values("sum(sale.p)")[1][1], Shop:where "sum(sale.p) > 1000000000000":count())
      """,
      """
      1001234567890125.02 1001234567890125.02 1001234567890125.02
      1001234567890123.52
      1.50
      1 1001234567890123.52 false
      2 1.50 true
      3 0.00 false
      3 2 1
      1001234567890123.52 1
      """)
  }

  @Test func `a mean is that of the exact sum`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE shop (id INTEGER PRIMARY KEY)"
        db:execute "CREATE TABLE sale (id INTEGER PRIMARY KEY, p NUMERIC(10, 2), shop_id INTEGER REFERENCES shop (id))"
        db:execute "INSERT INTO shop VALUES (1)"
        db:execute "INSERT INTO sale VALUES (1, 0.1, 1), (2, 0.2, 1), (3, 0.3, 1), (4, 99999999.99, 1), (5, -99999999.99, 1)"
        db:reflect()
        """)
    try script.expect(
      """
      print(Sale:avg "p", Sale:aggregate { a = "avg p" }.a, Shop:annotate { a = "avg sale.p" }:first().a)
      print(Sale:where(function(s) return tostring(s) ~= "" end):avg "p")
      """, "0.12 0.12 0.12\n0.12")
  }
}
