import Testing

/// Expressions and functions where a field's name may stand.
@Suite struct ExpressionTests {
  private static let schema = """
    Sale = entity "Sale" {
      item = text {}, price = decimal { scale = 2 }, quantity = integer {}, weight = real {}, at = datetime {},
      customer = text {}, ["Unit-Price"] = integer {},
    }
    db:create_all()
    Sale:create { item = "pen", price = "1.50", quantity = 4, weight = 0.5, at = "2024-01-31T10:00:00Z", customer = "Ann", ["Unit-Price"] = 3 }
    Sale:create { item = "ink", price = "2.25", quantity = 2, weight = 2.5, at = "2024-02-29T11:30:00Z", customer = "Bob" }
    Sale:create { item = "cap", price = "0.10", quantity = 10, at = "2023-02-01T00:00:00Z", customer = "Ann" }
    Sale:create { item = "nib", quantity = 1, customer = "Cid" }
    function show(value)
      if type(value) ~= "table" then return tostring(value) end
      local parts = {}
      for _, v in ipairs(value) do parts[#parts + 1] = show(v) end
      return "{" .. table.concat(parts, " ") .. "}"
    end
    """

  @Test(arguments: [
    (#"sum "price * quantity""#, "11.50"),
    ("sum(function(s) return s.quantity * 2 end)", "34"),
    ("where { quantity = is.less(0) }:sum 'quantity * 2'", "0"),
    ("where { quantity = is.less(0) }:max 'quantity * 2'", "nil"),
    (#"avg "quantity + 1""#, "5.25"),
    (#"min "price * 2""#, "0.20"),
    (#"max "at""#, "2024-02-29T11:30:00Z"),
    (#"max "date(at)""#, "2024-02-29"),
    (#"pluck "quantity * 2""#, "{8 4 20 2}"),
    (#"pluck "weight""#, "{0.5 2.5 null null}"),
    (#"pluck "quantity > 3""#, "{true false true false}"),
    (#"pluck "['Unit-Price']""#, "{3 null null null}"),
    (#"pluck "Unit-Price""#, "{3 null null null}"),
    ("pluck(function(s) return s.item:upper() end)", "{PEN INK CAP NIB}"),
    ("pluck(function(s) return os.time() > 0 and s.quantity + 1 end)", "{5 3 11 2}"),
    (
      "pluck(function(s) if os.time() > 0 and s.price then return s.price * 2 end end)",
      "{3.00 4.50 0.20 null}"
    ),
    (
      #"values("item", "price * quantity", function(s) return s.quantity end)"#,
      "{{pen 6.00 4} {ink 4.50 2} {cap 1.00 10} {nib null 1}}"
    ),
    (#"sorted_by("-(price * quantity)"):pluck "item""#, "{pen ink cap nib}"),
    (#"sorted_by("-price * quantity"):pluck "item""#, "{pen ink cap nib}"),
    (#"sorted_by(desc "quantity % 4", "item"):pluck "item""#, "{cap ink nib pen}"),
    (#"distinct():pluck "quantity % 2""#, "{0 1}"),
    (#"distinct():pluck(function(s) return os.time() > 0 and s.quantity % 2 end)"#, "{0 1}"),
    (#"where "round(price) == 2":pluck "item""#, "{pen ink}"),
    ("where(function(s) return os.time() > 0 and s.price end):sum 'price * quantity'", "11.50"),
  ])
  func `an expression or a function stands where a name does`(call: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return show(Sale:\(call))", result)
  }

  @Test(arguments: [
    (#"group_by("year(at)"):aggregate { n = "count" }"#, "'year(at)', 'n'", "nil 1/2023 1/2024 2"),
    (
      #"group_by { month = "month(at)" }:aggregate { t = "sum price * quantity" }"#, "'month', 't'",
      "nil 0.00/1 6.00/2 5.50"
    ),
    (
      "group_by(function(s) return s.customer:lower() end):aggregate { n = 'count' }", "'key', 'n'",
      "ann 2/bob 1/cid 1"
    ),
    (
      "group_by('customer', function(s) return s.quantity > 3 end, function(s) return #s.item end):aggregate { n = 'count' }",
      "'customer', 'key', 'key2', 'n'", "Ann true 3 2/Bob false 3 1/Cid false 3 1"
    ),
    (
      "group_by(function(s) return os.time() > 0 and s.customer:lower() end):aggregate { n = 'count', q = 'sum quantity' }",
      "'key', 'n', 'q'", "ann 2 14/bob 1 2/cid 1 1"
    ),
    (
      #"group_by("customer"):aggregate { m = "median quantity" }"#, "'customer', 'm'",
      "Ann 7.0/Bob 2.0/Cid 1.0"
    ),
    (
      #"group_by("customer"):aggregate { w = "list weight" }"#, "'customer', 'w'",
      "Ann {0.5 null}/Bob {2.5}/Cid {null}"
    ),
    (
      #"sorted_by("-quantity"):group_by("customer"):aggregate { w = "list item" }"#,
      "'customer', 'w'",
      "Ann {cap pen}/Bob {ink}/Cid {nib}"
    ),
    (
      #"group_by("quantity % 2"):aggregate { b = "count distinct customer" }"#,
      "'quantity % 2', 'b'", "0 2/1 1"
    ),
    (
      #"group_by("customer"):aggregate { s = "sum weight" }:having "s < 1""#, "'customer', 's'",
      "Ann 0.5/Cid 0"
    ),
    (
      #"group_by("customer"):aggregate { s = "sum weight", n = "count" }:sorted_by "-(n * 10 + s)""#,
      "'customer', 'n'",
      "Ann 2/Bob 1/Cid 1"
    ),
    (
      #"group_by("customer"):aggregate { m = "median quantity", n = "count" }:having "m > 1":sorted_by "m""#,
      "'customer', 'm'", "Bob 2.0/Ann 7.0"
    ),
  ])
  func `groups have keys and aggregates of expressions`(call: String, names: String, groups: String)
    throws
  {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local lines = {}
      for _, group in ipairs(Sale:\(call)) do
        local line = {}
        for _, name in ipairs { \(names) } do line[#line + 1] = show(group[name]) end
        lines[#lines + 1] = table.concat(line, " ")
      end
      return table.concat(lines, "/")
      """, groups)
  }

  @Test(arguments: [
    (#"{ total = "sum price * quantity" }"#, "total", "11.50"),
    (#"{ { "n", "count" }, { "buyers", "count distinct customer" } }"#, "buyers", "3"),
    (#"{ mid = "median price" }"#, "mid", "1.5"),
    (#"{ names = "list item" }"#, "names", "{pen ink cap nib}"),
    (#"{ top = "max date(at)" }"#, "top", "2024-02-29"),
  ])
  func `all rows are counted at once`(aggregates: String, name: String, value: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return show(Sale:aggregate \(aggregates).\(name))", value)
    let asked = "Sale:where(function(s) return os.time() > 0 end)"
    try script.expect("return show(\(asked):aggregate \(aggregates).\(name))", value)
    let none = try script.run(
      "local a = Sale:where 'quantity > 99':aggregate { n = 'count', s = 'sum price', m = 'median price', l = 'list item' }"
        + " return a.n, a.s, a.m, #a.l")
    #expect(none == "0 0.00 nil 0")
  }

  @Test(arguments: [
    ("Sale:where(function(s) return s.weight > 1 end):strict():fetch()", true),
    ("Sale:where(function(s) return s.weight and s.weight > 1 end):strict():fetch()", false),
    ("Sale:where(function(s) return s.quantity > 1 end):strict():fetch()", false),
    ("Sale:where(function(s) return s.weight > 1 end):strict():count()", true),
    ("Sale:strict():sum(function(s) return os.time() > 0 and 1 end)", true),
    ("Sale:strict():sum(function(s) return s.quantity * 2 end)", false),
  ])
  func `a strict request runs no function on any row`(source: String, isRefused: Bool) throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure(source).hasPrefix("strict: a function would run row by row") == isRefused)
  }

  @Test(arguments: [
    (
      "Sale:sum 'price * '",
      "sum: a field, a parameter or a value was expected here, but the text ends\n  price * \n          ^"
    ),
    ("Sale:sum 'customer'", "sum takes numbers: field 'customer' is text"),
    ("Sale:sum 'upper(customer)'", "sum takes numbers: field 'upper(customer)' is text"),
    ("Sale:sum 'prize'", "Sale has no field 'prize'. Did you mean 'price'?"),
    (
      "Sale:pluck(function() return {} end)",
      "a function gives a number, a text, true, false, a decimal or nil here, not a table"
    ),
    (
      "Sale:group_by('customer'):aggregate { m = 'mediam price' }",
      "aggregate: there is no 'mediam'. Did you mean 'median'? There are count, sum, avg, min, max, median, list"
    ),
    ("Sale:aggregate { m = 'count distinct' }", "Sale has no field 'distinct'."),
  ])
  func `what is no value is refused`(source: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure(source) == message)
  }

  @Test func `texts are joined without blanks around the dots, too`() throws {
    try Script(
      schema: """
        P = entity "P" { a = text {}, b = text {} }
        db:create_all()
        db:add(P { a = "x", b = "y" }, P { a = "x", b = "c" })
        """
    ).expect(
      """
      print(table.concat(P:pluck "a..b", " "), table.concat(P:sorted_by "a..b":pluck "id", " "))
      print(P:group_by "a..b":aggregate { n = "count" }:fetch()[1]["a..b"], P:where "a..b == 'xc'":count())
      print(table.concat(P:fetch():map "a..b", " "), P:fetch():sorted("-a..b")[1].id)
      """,
      """
      xy xc 2 1
      xc 1
      xy xc 1
      """)
  }
}
