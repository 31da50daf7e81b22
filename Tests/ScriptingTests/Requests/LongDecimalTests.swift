import Testing

/// Decimals of more digits than a column holds, as a third has, or as the large and the small have together, which
/// functions of rows give: they stay exact.
@Suite struct LongDecimalTests {
  private static let schema = """
    P = entity "P" { p = decimal { scale = 2 }, small = decimal { scale = 4 }, large = decimal { scale = 0 } }
    db:create_all()
    P:create { p = "10", small = "0.0001", large = "1000000000000000" }
    P:create { p = "2.50", small = "-0.0002", large = "1000000000000001" }
    P:create { p = "10", small = "0.0001", large = "1000000000000000" }
    P:create {}
    function third(p) return p.p and p.p / 3 end
    function both(p) return p.p and p.large + p.small end
    function either(p) if p.p == decimal "2.5" then return p.small end return p.large end
    """

  @Test func `they add up, group and are read as they are`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(P:sum(third), P:sum(both), P:sum(either))
      local values = P:sorted_by "id":pluck(both)
      print(values[1], values[2], values[4] == null, values[1] == values[3])
      for _, key in ipairs { third, both, either } do
        local groups = {}
        for i, g in ipairs(P:group_by(key):aggregate { n = "count" }:fetch()) do groups[i] = tostring(g.key) .. " " .. g.n end
        print(table.concat(groups, ", "))
      end
      print(P:min(both), P:max(both), P:avg(both), P:sum(function(p) return p.p and p.p * 2 end))
      """,
      """
      7.49999999999999999999 3000000000000001.0000 1999999999999999.9998
      1000000000000000.0001 1000000000000000.9998 true true
      nil 1, 0.83333333333333333333 1, 3.33333333333333333333 2
      nil 1, 1000000000000000.0001 2, 1000000000000000.9998 1
      nil 1, -0.0002 1, 1000000000000000.0000 2
      1000000000000000.0001 1000000000000000.9998 1e+15 45.00
      """)
  }

  @Test func `members that are such compare, sort and are grouped exactly`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local rows = P:annotate { t = both }
      print(rows:first().t, #rows:fetch(), encode(rows:limit(1):fetch(), "json"):match '"t":"[^"]*"')
      local function ids(list) return table.concat(list:map "id", " ") end
      print(ids(rows:where { t = is.greater(decimal "1000000000000000.5") }:fetch()), ids(rows:where { t = is.less(decimal "1000000000000001") }:fetch()))
      print(ids(rows:where "t > 1000000000000000":fetch()), ids(rows:fetch():filter { t = is.less(decimal "1000000000000000.5") }))
      print(ids(rows:sorted_by("-t", "id"):fetch()), ids(rows:fetch():sorted("t", "id")))
      local groups = rows:where "p ~= nil":group_by "p":aggregate { s = "sum t", low = "min t", m = "median t" }
      for _, g in ipairs(groups:fetch()) do print(g.p, g.s, g.low, g.m) end
      print(#groups:having "s > 1500000000000000", #groups:having { s = is.less(2000000000000000) }, groups:sorted_by "-s"[1].p)
      """,
      """
      1000000000000000.0001 4 "t":"1000000000000000.0001"
      2 1 2 3
      1 2 3 1 3
      2 1 3 4 4 1 3 2
      2.50 1000000000000000.9998 1000000000000000.9998 1e+15
      10.00 2000000000000000.0002 1000000000000000.0001 1e+15
      1 1 10.00
      """)
  }

  @Test func `what more than 38 digits have together is no sum, and floats are none of them`() throws {
    let script = try Script(schema: Self.schema)
    let long = "p.id == 1 and '100000000000000000000' or '0.12345678901234567890'"
    #expect(
      script.failure("return P:sum(function(p) return p.p and decimal(\(long)) end)").contains(
        "sum of function has more than the 38 digits of a decimal"))
    #expect(
      script.failure("return P:max(function(p) return p.p or 0.0 end)").contains(
        "a function that gives decimals gives only integers and nil beside them, not the number 0.0, which is not exact:"
          + " write 0, or decimal \"0.5\""))
  }

  @Test(arguments: [
    ("p * large > high", "1"), ("p * large == high", ""), ("p * large >= 10", "1 2"),
    ("-(p * large) < low", "1"), ("p * large < high", "2"),
    ("p > large * 100", "1 2"),
  ])
  func `what a text makes of more than 18 digits compares rightly with what has fewer`(condition: String, ids: String)
    throws
  {
    let script = try Script(
      schema: """
        P = entity "P" { p = decimal { scale = 2 }, large = decimal { scale = 0 } }
        db:create_all()
        P:create { p = "92233720368547758.07", large = "9" } P:create { p = "92233720368547758.06", large = "1" }
        """)
    let bounds = "{ high = decimal '92233720368547758.07', low = decimal '-92233720368547758.07' }"
    try script.expect(
      "return table.concat(P:where('\(condition)', \(bounds)):sorted_by 'id':fetch():map 'id', ' ')", ids)
  }

  @Test func `pluck gives what a function gave, digits, texts and floats as they are`() throws {
    try Script(
      schema: """
        P = entity "P" { n = integer {}, price = decimal { scale = 2 } }
        db:create_all()
        for n, price in ipairs { "2.25", "3", "0.1" } do P { n = n, price = decimal(price) }:save() end
        """
    ).expect(
      """
      local function shown(values)
        local words = {}
        for place, value in ipairs(values) do words[place] = tostring(value) .. ":" .. type(value) end
        return table.concat(words, " ")
      end
      print(shown(P:pluck(function(p) if p.n > 2 then return "x" end return p.price end)))
      print(shown(P:pluck(function(p) return p.n == 1 and p.price * p.price or p.n == 2 and 0.5 or nil end)))
      local rows = P:sorted_by "-n":values(function(p) return p.price end, "n")
      print(shown(rows[1]), shown(rows[3]))
      """,
      """
      2.25:userdata 3.00:userdata x:string
      5.0625:userdata 0.5:number null:userdata
      0.10:userdata 3:number 2.25:userdata 1:number
      """)
  }
}
