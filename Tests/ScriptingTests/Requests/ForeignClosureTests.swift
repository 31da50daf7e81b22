import TestSupport
import Testing

/// Functions over tables that other programs made: what a column was found to hold, they are pushed by.
@Suite struct ForeignClosureTests {
  private let foreign = """
    db:execute "CREATE TABLE p (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(20), d DATE, ok BOOLEAN, t_id INTEGER REFERENCES t (id))"
    db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"
    db:execute "INSERT INTO t VALUES (1, 'Red'), (2, 'Blue')"
    db:execute "INSERT INTO p VALUES (1, 5, 'Ann', '2017-01-01', 1, 1), (2, 9, 'Bob', '2018-01-01', 0, 2), (3, 1, NULL, NULL, 1, NULL)"
    db:reflect()
    function plan(request) return (tostring(request:explain()):match "[^\\n]*") end
    """

  @Test func `functions are pushed by what the columns hold`() throws {
    try Script(schema: foreign).expect(
      """
      print(plan(P:where(function(p) return p.n > 4 end)))
      print(plan(P:where(function(p) return p.s and p.s:sub(1, 1) == "A" end)))
      print(plan(P:where(function(p) return p.ok == 1 end)))
      print(plan(P:where(function(p) return p.d ~= nil and p.d < "2017-06" end)))
      print(plan(P:where(function(p) return p.t and p.t.name == "Red" end)))
      """,
      """
      pushed: "n" > 4
      pushed: "s" >= 'A' AND "s" < 'B'
      pushed: "ok" = 1
      pushed: "d" < '2017-06'
      pushed: "p"."t_id" IS NOT NULL AND "t"."name" = 'Red'
      """)
  }

  @Test func `a column of any values, without values, may hold texts`() throws {
    try Script(
      schema: "db:execute \"CREATE TABLE e (id INTEGER PRIMARY KEY, d DATETIME)\" db:reflect()", engine: .sqlite
    ).expect(
      """
      local function year(x) return x.d and x.d:sub(1, 4) == "1997" end
      local function plan() return (tostring(E:where(year):explain()):match "^(%a+).* closure where ([^(]*)") end
      local function where() return tostring(E:where(year):explain()):match "closure where ([^\\n]-) %(" end
      print(plan(), where())
      db:execute "INSERT INTO e VALUES (1, NULL)"
      print(plan(), where(), E:where(year):count())
      """,
      """
      prefilter typeof("d") = 'integer' OR typeof("d") = 'real'
      prefilter typeof("d") = 'integer' OR typeof("d") = 'real' 0
      """)
  }

  @Test func `what is written changes what is known, what is rolled back too`() throws {
    try Script(schema: foreign).expect(
      """
      local function over() return P:where(function(p) return p.n > 4 end) end
      print(plan(over()), over():count())
      db:begin()
      db:execute "UPDATE p SET n = 'many' WHERE id = 1"
      print(plan(over()):match "^%a+" ~= "pushed", (pcall(over().fetch, over())))
      db:rollback()
      print(plan(over()), over():count())
      """,
      """
      pushed: "n" > 4 2
      true false
      pushed: "n" > 4 2
      """)
  }

  @Test func `what another program writes changes what is known`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("shared.db")
    let script = try Script(schema: foreign, location: file)
    let other = try Script(location: file)
    try script.expect(#"return P:where(function(p) return type(p.n) == "number" end):count()"#, "3")
    try other.run(#"db:execute "INSERT INTO p (id, n) VALUES (4, 'many')""#)
    try script.expect(#"return P:where(function(p) return type(p.n) == "number" end):count()"#, "3")
    try script.expect(#"return P:where(function(p) return type(p.n) == "string" end):count()"#, "1")
  }

  @Test func `a key that leads to no row is seen as Lua sees it`() throws {
    try Script(schema: foreign).expect(
      """
      db:execute "PRAGMA foreign_keys = OFF"
      db:execute "UPDATE p SET t_id = 77 WHERE id = 2"
      local request = P:where(function(p) return p.t == nil end)
      return request:count(), #request:fetch { pushdown = false }
      """, "2 2")
  }

  @Test func `an entity over a table that holds something else raises as its rows do`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE q (id INTEGER PRIMARY KEY, n INTEGER)"
        db:execute "INSERT INTO q VALUES (1, 3), (2, 7)"
        Q = entity "Q" { table = "q", n = integer {} }
        """)
    try script.expect(#"return Q:where(function(q) return q.n > 5 end):count()"#, "1")
    try script.run(#"db:execute "INSERT INTO q VALUES (3, 'a')""#)
    #expect(
      script.kindOfFailure("return Q:where(function(q) return q.n > 5 end):fetch()")
        == script.kindOfFailure("return Q:where(function(q) return q.n > 5 end):fetch { pushdown = false }"))
  }

  @Test func `a column without case is without it in every word`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE)"
        db:execute "INSERT INTO u VALUES (1, 'Ann'), (2, 'bob'), (3, 'ANN'), (4, 'Bob')"
        db:reflect()
        """)
    try script.expect(
      """
      local all = U:fetch()
      print(U:where { name = "ANN" }:count(), #all:filter { name = "ANN" }, #all:filter { name = is.one_of { "aNN" } })
      print(table.concat(all:sorted("name", "id"):map(function(u) return u.id end), " "))
      print(#U:group_by "name":fetch())
      print(U:where(function(u) return u.name == "ANN" end):count())
      """,
      """
      2 2 2
      1 3 2 4
      2
      1
      """)
  }

  @Test func `of decimals beside texts, only the texts are asked about`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, d DECIMAL(10, 2))"
        db:execute "INSERT INTO t VALUES (1, 1.5), (2, 'x'), (3, NULL), (4, x'35'), (5, '12.5'), (6, -3)"
        db:reflect()
        function ids(f) return table.concat(T:where(f):pluck "id", " ") end
        """, engine: .sqlite)
    try script.expect(
      """
      print(ids(function(t) return t.d == decimal "1.5" end), ids(function(t) return t.d ~= decimal "1.5" end))
      print(ids(function(t) return t.d == "x" end), ids(function(t) return t.d == nil end), ids(function(t) return type(t.d) == "string" end))
      local small = function(t) return t.d ~= nil and type(t.d) ~= "string" and t.d < decimal "2" end
      print(ids(small), (tostring(T:where(small):explain()):match "^[^\\n]*"))
      local less = function(t) return t.d ~= nil and t.d < decimal "2" end
      print((select(2, pcall(ids, less))))
      print((tostring(T:where(less):explain()):match "^[^(]*"))
      """,
      """
      1 2 3 4 5 6
      2 3 2 4
      1 6 pushed: "d" < '' AND "d" < 2.0
      a decimal reckons with decimals, integers and decimal text, not the text 'x'
      prefilter: "d" < 2.0 + closure where "d" >= ''\u{20}
      """)
  }
}
