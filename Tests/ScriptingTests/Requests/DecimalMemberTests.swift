import Testing

/// Members of requests that are decimals compare, add up and show as decimals do, whoever computes them.
@Suite struct DecimalMemberTests {
  private static let schema = """
    R = entity "R" { name = text {}, price = decimal {} }
    db:create_all()
    R:create { name = "a", price = "1.50" } R:create { name = "b", price = "2.50" } R:create { name = "c" }
    function known() return R:annotate { v = function(r) return r.price end } end
    function asked() return R:annotate { v = function(r) local p = select(2, pcall(function() return r.price end)) return p end } end
    function counts(...) local all = {} for i, r in ipairs { ... } do
      all[i] = r:count() .. (#r:fetch { pushdown = false } == r:count() and "" or "?") end return table.concat(all, " ") end
    """

  @Test(arguments: ["known()", "asked()"])
  func `conditions on what a function gives compare decimals`(_ rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local r = \(rows)
      print(counts(r:where { v = is.greater(decimal "2") }, r:where { v = is.greater(2) }, r:where { v = decimal "2.5" },
        r:where { v = { decimal "1.5", 3 } }, r:where { v = is.between(decimal "1.5", decimal "2.49") }, r:where("v", "<", decimal "9.999")))
      print(counts(r:where "v > 2", r:where "v > 1.5", r:where("v >= x", { x = decimal "1.50" }), r:where "v * 2 > 4", r:where "v == nil",
        r:where_not { v = is.less(decimal "2") }))
      print(counts(r:where { v = is.greater("2") }, r:where { v = R:select "price" }))
      print(#r:fetch():filter { v = is.greater(decimal "2") }, #r:fetch():filter "v * 2 > 4", r:sorted_by("-v"):first().v)
      """,
      """
      1 1 1 1 1 2
      1 1 2 1 1 1
      1 2
      1 1 2.50
      """)
  }

  @Test func `a condition on a member does not keep rows from the function that gives it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local r = R:annotate { v = function(r) return r.price and r.price * 2 end }
      local s = R:annotate { v = function(r) if r.price then return r.price * 2 end end }
      print(counts(r:where { v = is.greater(decimal "0") }, s:where { v = is.greater(decimal "3") }, r:where { v = is.less(4), name = "a" }))
      """, "2 1 1")
  }

  @Test(arguments: ["known()", "asked()"])
  func `groups over such members show, write and compare decimals`(_ rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local g = \(rows):where "v ~= nil":group_by("name"):aggregate { s = "sum v" }
      print(g:encode("csv"))
      print(#g:having "s > 2", #g:having { s = decimal "1.5" }, #g:having "s * 2 < 4", g:sorted_by("-s")[1].s)
      local function key(r) return r.price end
      print(R:where "price ~= nil":group_by(key):aggregate { n = "count" }:encode "csv")
      """,
      """
      name,s
      a,1.50
      b,2.50

      1 1 1 2.50
      key,n
      1.50,1
      2.50,1

      """)
  }

  @Test func `decimals of tables made elsewhere compare in what is computed of them, and add up exactly`() throws {
    let script = try Script(schema: "")
    try script.expect(
      """
      db:execute "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)"
      db:execute "CREATE TABLE sale (id INTEGER PRIMARY KEY, price NUMERIC(10,2), shop_id INTEGER REFERENCES shop(id))"
      db:execute "INSERT INTO shop VALUES (1, 'a'), (2, 'b')"
      db:execute "INSERT INTO sale VALUES (1, 0.1, 1), (2, 0.2, 1), (3, 0.7, 1), (4, 9.99, 2)"
      db:reflect()
      local p = Sale:annotate { p = "price * 2" }
      print(p:where { p = is.greater(decimal "1") }:count(), p:where("p", "==", decimal "1.4"):count(), #p:fetch():filter { p = decimal "1.4" })
      print(Sale:where("price * 2 > x", { x = decimal "1" }):count(), p:where("p:one_of(x)", { x = { decimal "1.4" } }):count())
      local s = Shop:annotate { spent = "sum sale.price" }
      print(s:where { spent = is.greater(decimal "5") }:count(), s:where { spent = decimal "1" }:count(), s:first().spent, s:where "spent == 1":count())
      """,
      """
      2 1 1
      2 1
      1 1 1.00 1
      """)
  }
}
