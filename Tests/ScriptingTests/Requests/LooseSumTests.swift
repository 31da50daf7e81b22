import Testing

/// Columns of any values, and of numbers among which another program has texts: what is added up or reckoned with is a
/// number, and a text is none, whatever digits it begins with.
@Suite struct LooseSumTests {
  private let schema = """
    db:execute "CREATE TABLE owner (id INTEGER PRIMARY KEY)"
    db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner(id), x, n INTEGER,
      at DATETIME, price DECIMAL(10, 2))]]
    db:execute "INSERT INTO owner VALUES (1), (2)"
    db:execute [[INSERT INTO t VALUES (1, 1, 3, 1, '2024-01-02 03:04:05', 1.5), (2, 1, 7, 2, NULL, 2),
      (3, 2, '12abc', '5x', '2023-05-06', 'n/a'), (4, 2, x'39', 4, NULL, NULL), (5, 2, 1.5, 5, NULL, 1)]]
    db:reflect()
    function said(f)
      local ok, result = pcall(f)
      return ok and tostring(result) or result.kind and result.kind .. ": " .. result.message or result
    end
    """

  @Test(arguments: ["sum", "avg"])
  func `a text that is added up is the same error by every way`(word: String) throws {
    let error = "ArgumentError: \(word) takes numbers, and 'x' holds a text or bytes"
    try Script(schema: schema).expect(
      """
      local w = "\(word)"
      local rows = T:where "id ~= 4"
      print(said(function() return rows[w](rows, "x") end))
      print(said(function() return rows:aggregate { v = w .. " x" }.v end))
      print(said(function() return rows:group_by("owner"):aggregate { v = w .. " x" }:fetch() end))
      local asked = rows:where(function(t) return #tostring({}) > 0 and t.id > 0 end)
      print(said(function() return asked[w](asked, "x") end))
      print(said(function() return asked:aggregate { v = w .. " x" }.v end))
      print(said(function() local r = Owner:get(2).t:where "id ~= 4" return r[w](r, "x") end))
      print(said(function() return rows[w](rows, function(t) return t.x end) end))
      """,
      Array(repeating: error, count: 6).joined(separator: "\n")
        + "\nArgumentError: \(word) takes numbers: this function gives texts")
  }

  @Test func `so it is of bytes, of columns of numbers, of decimals, and along relations`() throws {
    try Script(schema: schema).expect(
      """
      print(said(function() return T:where("id == 4"):sum "x" end))
      print(said(function() return T:sum "n" end))
      print(said(function() return T:avg "price" end))
      print(said(function() return T:aggregate { v = "median n" }.v end))
      print(said(function() return Owner:values("sum(t.n)") end))
      print(said(function() return Owner:annotate { s = "avg t.n" }:fetch() end))
      print(said(function() return Owner:where(function(o) return o.t:sum "n" > 1 end):fetch() end))
      print((tostring(Owner:where(function(o) return o.t:sum "n" > 1 end):explain()):gsub("\\nSELECT.*", "")))
      """,
      """
      ArgumentError: sum takes numbers, and 'x' holds a text or bytes
      ArgumentError: sum takes numbers, and 'n' holds a text or bytes
      ArgumentError: avg takes numbers, and 'price' holds a text or bytes
      ArgumentError: median takes numbers, and 'n' holds a text or bytes
      ArgumentError: sum takes numbers, and 'n' holds a text or bytes
      ArgumentError: avg takes numbers, and 'n' holds a text or bytes
      ArgumentError: sum takes numbers, and 'n' holds a text or bytes
      closure: schema.lua:8: it calls 'sum' of a relation with 'n', which may hold what is no number
      """)
  }

  @Test func `rows without texts are added up, and the least and the greatest are of all values`() throws {
    try Script(schema: schema).expect(
      """
      print(T:where("id < 3"):sum "x", T:where("owner_id == 1"):avg "x", T:where("n ~= '5x'"):sum "n")
      print(T:where(function(t) return type(t.x) == "number" end):sum "x")
      print(T:where(function(t) return #tostring({}) > 0 and type(t.x) == "number" end):sum "x")
      print(T:max "n", T:min "x", Owner:get(1).t:sum "n", T:sum "id")
      """,
      """
      10 5.0 12
      11.5
      11.5
      5x 1.5 3 15
      """)
  }

  @Test(arguments: [
    "T:sum 'at + 1'", "T:avg 'at + 1'", "T:aggregate { v = 'sum at + 1' }", "T:values('at + 1')",
    "T:sorted_by('at + 1'):fetch()", "T:annotate { z = 'at + 1' }:fetch()",
    "T:group_by('at + 1'):aggregate { n = 'count' }:fetch()",
    "T:all():update { n = expr 'at + 1' }", "T:where('at + 1 > 3'):fetch()", "T:fetch():filter('at + 1 > 3')",
    "T:fetch():sorted('at + 1')", "Owner:values('sum(t.at + 1)')",
  ])
  func `arithmetic refuses a moment that is a text, wherever it stands`(call: String) throws {
    try Script(schema: schema).expect(
      "print(said(function() return \(call) end))",
      "ArgumentError: '+' takes numbers, and 'at' holds a text or bytes")
  }

  @Test func `functions of numbers and the minus refuse it, too, and Lua says it in its own words`() throws {
    try Script(schema: schema).expect(
      """
      for _, text in ipairs { "-at", "abs(at)", "round(at)", "id * at", "at // 2", "2 % at" } do
        print(said(function() return T:where "id == 1":values(text) end))
      end
      print(said(function() return T:where(function(t) return t.at and t.at + 1 > 2 end):fetch() end))
      print(encode(T:where "at == nil":values "at + 1", "json"), T:where("id < 3"):sum "x + 1")
      """,
      """
      ArgumentError: '-' takes numbers, and 'at' holds a text or bytes
      ArgumentError: abs takes numbers, and 'at' holds a text or bytes
      ArgumentError: round takes numbers, and 'at' holds a text or bytes
      ArgumentError: '*' takes numbers, and 'at' holds a text or bytes
      ArgumentError: '//' takes numbers, and 'at' holds a text or bytes
      ArgumentError: '%' takes numbers, and 'at' holds a text or bytes
      schema.lua:4: attempt to add a 'string' with a 'number'
      [{"at + 1":null},
      {"at + 1":null},
      {"at + 1":null}] 12
      """)
  }

  @Test func `rules of columns of any values are what every program can check`() throws {
    try Script(schema: "Any = entity 'Any' { x = any {}, check = { 'x + 1 > 2' } } db:create_all()").expect(
      """
      print(pcall(function() Any:create { x = 1 } end))
      print(Any:create { x = 2 }.x, Any:create_sql():find "moonshell" == nil)
      """,
      """
      false Any: x + 1 > 2 does not hold
      2 true
      """)
  }
}
