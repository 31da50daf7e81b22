import Testing

/// Columns of any values, and of numbers among which another program has texts: what is no number counts for nothing,
/// whatever digits it begins with, by every way alike.
@Suite struct LooseSumTests {
  private let schema = """
    db:execute "CREATE TABLE owner (id INTEGER PRIMARY KEY)"
    db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner(id), x, n INTEGER, r REAL,
      u NUMERIC)]]
    db:execute "INSERT INTO owner VALUES (1), (2), (3)"
    db:execute [[INSERT INTO t VALUES (1, 1, 3, 1, 1.5, 2), (2, 1, '12abc', '5x', '', x'3132'),
      (3, 2, x'3132', '4 kg', NULL, '12x'), (4, 2, '12', NULL, '7q', ''), (5, 1, 4, 7, 2.5, 6)]]
    db:reflect()
    """

  @Test(arguments: [("x", "7 3.5 3.5"), ("n", "8 4.0 4.0"), ("r", "4.0 2.0 2.0"), ("u", "8 4.0 4.0")])
  func `what is no number adds nothing, and is none of those of which the mean is made`(
    column: String, expected: String
  ) throws {
    let nothing = "0 nil nil"
    try Script(schema: schema).expect(
      """
      local c = "\(column)"
      local asked = T:where(function(t) return #tostring({}) > 0 and t.id > 0 end)
      local what = { { "s", "sum " .. c }, { "a", "avg " .. c }, { "m", "median " .. c } }
      local function said(g) return ("%s %s %s"):format(g.s, g.a, g.m) end
      for _, rows in ipairs { T:all(), asked } do
        print(rows:sum(c), rows:avg(c), rows:aggregate(what).m)
        print(said(rows:aggregate(what)))
        for _, g in ipairs(rows:group_by "owner_id":aggregate(what):fetch()) do print(said(g)) end
      end
      for _, id in ipairs { 1, 2 } do
        print(Owner:get(id).t:sum(c), Owner:get(id).t:avg(c), Owner:get(id).t:aggregate(what).m)
      end
      local text = { s = "sum(t." .. c .. ")", a = "avg(t." .. c .. ")", m = "median(t." .. c .. ")" }
      for _, o in ipairs(Owner:annotate(text):fetch()) do print(said(o)) end
      local function sums(o) return o.t:sum(c) == 0 end
      print(#Owner:where(sums):fetch(), #Owner:where(sums):fetch { pushdown = false })
      print(#Owner:where(text.a .. " == nil"):fetch(), #Owner:fetch():filter(text.a .. " == nil"))
      """,
      """
      \(expected)
      \(expected)
      \(expected)
      \(nothing)
      \(expected)
      \(expected)
      \(expected)
      \(nothing)
      \(expected)
      \(nothing)
      \(expected)
      \(nothing)
      \(nothing)
      2 2
      2 2
      """)
  }

  @Test func `an operator takes no text for a number, whatever digits it begins with`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE item (id INTEGER PRIMARY KEY, price NUMERIC(10,2), qty INTEGER)"
        db:execute "INSERT INTO item VALUES (1, 1.5, 2), (2, 'abc', 'abc'), (3, '7 each', '7 each')"
        db:reflect()
        """
    ).expect(
      """
      for _, name in ipairs { "price", "qty" } do
        local values = Item:pluck(name .. " + 1")
        print(values[1], values[2] == null, values[3] == null, Item:where(name .. " + 1 > 0"):count())
      end
      """,
      """
      2.50 true true 1
      3 true true 1
      """)
  }

  @Test func `columns that hold numbers by their declaration are added up by plain SQL`() throws {
    try Script(schema: "P = entity 'P' { n = integer {}, r = real {} } db:create_all()").expect(
      """
      print((tostring(P:where("n > 1"):explain()):find "typeof"), P:sum "n", P:avg "r")
      db:execute "CREATE TABLE s (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id), n INTEGER) STRICT"
      db:reflect()
      print(tostring(P:where(function(p) return p.s:sum "n" > 1 end):explain()):find "typeof")
      """,
      """
      nil 0 nil
      nil
      """)
  }
}
