import Testing

@testable import Scripting

/// What functions do along relations and with values, pushed where SQL says it, and named by `explain()` where it does not.
@Suite struct ClosureReasonTests {
  private static let schema = """
    Client = entity "Client" {
      name = text {}, n = integer {}, limit = decimal { scale = 2 },
      boss = belongs_to "Client", rival = belongs_to "Client", orders = has_many "Order",
      steps = has_many("Step", { ordered = true }),
    }
    Order = entity "Order" {
      code = text {}, n = integer {}, total = decimal { scale = 2 }, paid = boolean {}, client = belongs_to "Client",
    }
    function Order.scopes:large() return self:where { n = is.greater(2) } end
    Step = entity "Step" { name = text {}, client = belongs_to "Client" }
    db:create_all()
    """

  private static let rows = """
    local a = Client:create { name = "A", n = 1, limit = "10.00" }
    a.boss = a
    a:save()
    local b = Client:create { name = "B", n = 2, limit = "20.50", boss = a, rival = a }
    Client:create { name = "3", n = 3, boss = b }
    Order:create { code = "x", n = 4, total = "5.00", paid = true, client = a }
    Order:create { code = "a", n = 2, total = "7.50", paid = false, client = a }
    Order:create { code = "c", n = 1, total = "9.99", paid = true, client = b }
    a.steps:add(Step:create { name = "late" })
    a.steps:insert(Step:create { name = "soon" }, 1)
    function names(rows)
      local found = {}
      for _, row in ipairs(rows) do found[#found + 1] = row.name end
      return table.concat(found, " ")
    end
    -- What explain() says in front, and the rows, which are those of the function itself.
    function found(f)
      local rows = Client:where(f)
      local pushed, called = pcall(function() return names(rows:fetch()) end)
      local asked, given = pcall(function() return names(rows:fetch { pushdown = false }) end)
      if pushed ~= asked or called ~= given then return "differs: " .. tostring(called) .. " | " .. tostring(given) end
      return tostring(rows:explain()):match "^[^\\n:]*" .. ": " .. (pushed and called or "an error")
    end
    function up(client) return client.n == 1 and client.name or up(client.boss) end
    function even(n) if n == 0 then return true end return odd(n - 1) end
    function odd(n) if n == 0 then return false end return even(n - 1) end
    one = Order:where { n = 1 }
    """

  @Test(arguments: [
    ("c.boss == c", "pushed: A"),
    ("c.boss ~= c", "pushed: B 3"),
    ("c.boss == c.rival", "pushed: B"),
    ("c.boss ~= nil and c.boss.boss == c.boss", "pushed: A B"),
    ("c.orders:where(function(o) return o.client == c.boss end):exists()", "pushed: A"),
    ("c.orders:where(function(o) return o.client ~= c.boss end):exists()", "pushed: B"),
    ("c.orders:where_not { paid = true }:exists()", "pushed: A"),
    ("c.orders:where_not(function(o) return o.paid end):count() == 1", "pushed: A"),
    ("c.orders:where { n = 4 }:or_where { paid = false }:count() == 2", "pushed: A"),
    ("c.orders:where { n = 4 }:or_where(function(o) return o.n == 2 end):count() == 2", "pushed: A"),
    ("c.orders:or_where { n = 4 }:count() == 2", "pushed: A"),
    ("c.orders:first() == c.orders:sorted_by('n'):first()", "pushed: B 3"),
    ("(c.orders:sorted_by('total'):first() or c).n == 4", "pushed: A"),
    ("select(-1, c.n, c.name) == 'B'", "pushed: B"),
    ("select(-3, c.n, c.name) == 'B'", "closure: an error"),
  ])
  func `what SQL says of objects, relations and values is pushed, and selects what Lua does`(
    condition: String, found: String
  ) throws {
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    try script.expect("return found(function(c) return \(condition) end)", found)
  }

  /// The numbers of a text are SQLite's alone.
  @Test(arguments: [
    ("math.tointeger(c.name) == 3", "pushed: 3")
  ])
  func `SQLite pushes it, PostgreSQL runs it by row, and both select the same`(condition: String, found: String) throws
  {
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    let expected = TestEngine.chosen == .sqlite ? found : found.replacing("pushed", with: "closure")
    try script.expect("return found(function(c) return \(condition) end)", expected)
  }

  @Test(arguments: [
    ("'total'", "x"), ("'-total'", "a"), ("desc 'paid', 'n'", "x"), ("asc('code', { nulls = 'last' })", "a"),
    ("desc(desc 'n')", "a"), ("desc('code', { ignore_case = true })", "x"),
  ])
  func `the first of related rows is found in any order of their fields`(order: String, code: String) throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    let first = "local o = c.orders:sorted_by(\(order)):first() return o ~= nil and o.code == '\(code)'"
    try script.expect("return found(function(c) \(first) end)", "pushed: A")
    let then =
      "local o = c.orders:sorted_by('client_id'):then_by(\(order)):first() return o ~= nil and o.code == '\(code)'"
    try script.expect("return found(function(c) \(then) end)", "pushed: A")
  }

  @Test func `the first row of an ordered relation stands at its first place`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    try script.expect(
      "return found(function(c) local s = c.steps:first() return s ~= nil and s.name == 'soon' end)", "pushed: A")
  }

  @Test(arguments: [
    (
      "c.orders:sorted_by(function(o) return o.n end):exists()",
      "it calls 'sorted_by' of the relation 'orders' with something else than fields of its rows: write their names, as in"
        + " sorted_by(\"-field\")"
    ),
    (
      "c.orders:sorted_by('n'):then_by('n * 2'):exists()",
      "it calls 'then_by' of the relation 'orders' with something else than fields of its rows: write their names, as in"
        + " then_by(\"-field\")"
    ),
    (
      "#c.orders:first(1) == 1",
      "it asks for a list of the first rows of 'orders': write row.orders:first() for one of them, or #row.orders for"
        + " how many there are"
    ),
    (
      "c.orders:limit(2):count() > 1",
      "of the relation 'orders' it asks for 'limit': write row.orders:count() for how many there are, row.orders:first()"
        + " for the first one, or for one in row.orders:iterate() do"
    ),
    (
      "c.orders:distinct():count() > 1",
      "of the relation 'orders' it asks for 'distinct': no row is there twice, so leave it out"
    ),
    (
      "c.orders:select('n'):exists()",
      "of the relation 'orders' it asks for 'select': it changes nothing of which rows there are, so leave it out"
    ),
    (
      "c.orders:aggregate { s = 'sum n' }.s > 1",
      "of the relation 'orders' it asks for 'aggregate': write count, sum, avg, min or max"
    ),
    (
      "c.orders:large():exists()",
      "of the relation 'orders' it asks for 'large', a scope of Order, which is a function itself: write where { orders ="
        + " Order:large() } in place of the function, or the condition of the scope, as in row.orders:where { … }"
    ),
    (
      "c.orders:strict():exists()",
      "of the relation 'orders' it asks for 'strict': write exists, count, sum, avg, min, max, where, where_not,"
        + " or_where, sorted_by(\"-field\"), first, or for one in row.orders:iterate() do"
    ),
    ("c.orders:add {}", "it changes the rows of 'orders' by 'add'"),
    (
      "c.orders:where(math.huge or true):exists()",
      "the condition on the rows of 'orders' is a number: write it as a table, as text or as a function"
    ),
    (
      "up(c) == 'A'",
      "it calls 'up', which calls itself, as often as the row says or more than some times: write a loop of known turns"
    ),
    (
      "even(c.n)",
      "it calls 'odd', which calls itself, as often as the row says or more than some times: write a loop of known turns"
    ),
    (
      "Order:where { client = c }:exists()",
      "it asks the entity Order for 'where', which the row does not lead to: follow a relation of the row, or ask"
        + " before, as in local found = request:count()"
    ),
    (
      "one:exists()",
      "it asks a request of Order for 'exists', which the row does not lead to: follow a relation of the row, or ask"
        + " before, as in local found = request:count()"
    ),
    ("c.limit ~= nil and string.format('%.2f', c.limit) == ''", "a decimal in place of a number is an error"),
    (
      "c.limit ~= nil and math.max(c.limit, 3) == 3",
      "a decimal is given to a function of numbers: compare decimals by <, > and ==, and choose by if"
    ),
    ("select(c.n, 1, 2, 3) == 1", "which values select gives depends on the row"),
    (
      "c.name:gsub('A', 'B', 1) == 'B'",
      "string.gsub has a count, and SQL puts in the new text wherever the pattern is found"
    ),
    ("c.name:gsub('A', c.name) == 'B'", "the text that string.gsub puts in depends on the row"),
    ("c.name:gsub('(A)', '%1') == 'B'", "the text that string.gsub puts in has '%', and SQL puts it in as it stands"),
    ("c.name:gsub('A', { A = 'B' }) == 'B'", "string.gsub puts in what a function or a table gives: give it a text"),
    ("c.name:gsub(c.name, 'B') == 'B'", "a pattern depends on the row"),
    (
      "c.name:find('A', 2) == 2",
      "a search begins at another place than the first: cut the text before, as in text:sub(3)"
    ),
    ("c.name:rep(2, ',') == 'A,A'", "SQL has string.rep with fewer arguments alone"),
    ("decimal(c.name) == c.limit", "it calls 'decimal' with more than numbers and texts that are known before"),
  ])
  func `what is asked row by row is named by its cause`(condition: String, reason: String) throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    let plan = try script.run("return tostring(Client:where(function(c) return \(condition) end):explain())")
    #expect("\(plan)".contains(reason), "\(plan)")
  }

  @Test func `a function that gives a sort is told to give a key`() throws {
    let script = try Script(schema: Self.schema + "\n" + Self.rows)
    let plan = try script.run("return tostring(Client:sorted_by(function(c) return desc 'name' end):explain())")
    #expect(
      "\(plan)".contains(
        "it gives a sort, where it is to give a key: write sorted_by(desc(function(row) return row.name end))"))
  }
}
