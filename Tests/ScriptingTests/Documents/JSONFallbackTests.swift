import Testing

/// Parts of JSON beside fields of other types in `coalesce` and `if`: each value stays of its class, in SQL and in memory.
@Suite struct JSONFallbackTests {
  private static let schema = """
    A = entity "A" { j = json {}, r = real {}, n = integer {}, name = text {}, f = boolean {}, at = datetime {} }
    db:create_all()
    A:create { j = { ok = true, s = "q", n = 2.5 }, r = 1 / 0, n = 1, name = "z", f = true, at = "2020-01-01T00:00:00Z" }
    A:create { j = { ok = false, n = 7 }, n = 9, name = 'b"', at = "2021-01-01T00:00:00Z" }
    A:create { j = { ok = "1", n = "x" }, n = 3, name = "c", f = false, at = "1999-01-01T00:00:00Z" }
    A:create { j = { ok = 12, s = "Zz" }, n = 4, r = 0.1, at = "2020-01-01T00:00:00Z" }
    A:create { j = { ok = "1" }, r = 3, name = "e", f = true, at = "2020-01-01T00:00:00Z" }
    A:create { r = 1e22, n = 5, name = "f" }
    A:create { j = { n = 0.1 }, n = 5, name = "f" }
    local function shown(list)
      local parts = {}
      for i, value in ipairs(list) do
        parts[i] = type(value) == "string" and ("%q"):format(value) or tostring(value)
      end
      return table.concat(parts, " ")
    end
    local function same(one, other) return one == other and one or one .. " in SQL, " .. other .. " in memory" end
    function values(e) return same(shown(A:pluck(e)), shown(A:fetch():map(e))) end
    function order(e)
      local named = shown(A:annotate { x = e }:sorted_by("x", "id"):pluck "id")
      return same(same(shown(A:sorted_by(e, "id"):pluck "id"), shown(A:fetch():sorted(e, "id"):map "id")), named)
    end
    function rows(condition) return same(shown(A:where(condition):pluck "id"), shown(A:fetch():filter(condition):map "id")) end
    function groups(e)
      local found = {}
      for i, g in ipairs(A:group_by { k = e }:aggregate { n = "count" }:fetch()) do
        found[i] = shown { g.k } .. ":" .. g.n
      end
      return table.concat(found, " ")
    end
    """

  @Test(arguments: [
    ("coalesce(r, j.n)", #"inf 7 "x" 0.1 3.0 1e+22 0.1"#), ("coalesce(r, j.ok)", #"inf false "1" 0.1 3.0 1e+22 null"#),
    ("coalesce(j.n, n)", #"2.5 7 "x" 4 null 5 0.1"#), ("coalesce(j.ok, f)", #"true false "1" 12 "1" null null"#),
    ("coalesce(j.s, name)", #""q" "b\"" "c" "Zz" "e" "f" "f""#), ("if(n > 3, j.n, r)", "inf 7 null null 3.0 null 0.1"),
    ("coalesce(j.n, r / 2)", #"2.5 7 "x" 0.05 1.5 5e+21 0.1"#), ("coalesce(j.n, j.n + 1, 5)", #"2.5 7 "x" 5 5 5 0.1"#),
    ("coalesce(j.ok, n > 3)", #"true false "1" 12 "1" true true"#),
    ("coalesce(j.n, year(at))", #"2.5 7 "x" 2020 2020 null 0.1"#),
    ("coalesce(coalesce(j.n, r), name)", #"2.5 7 "x" 0.1 3.0 1e+22 0.1"#),
  ])
  func `values are what they are`(expression: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return values [[\(expression)]]", expected)
  }

  @Test(arguments: [
    ("coalesce(j.n, n)", "5 7 1 4 6 2 3"), ("coalesce(r, j.n)", "4 7 5 2 6 1 3"),
    ("coalesce(j.s, name)", "4 2 3 5 6 7 1"),
    ("if(n > 3, r, j.n)", "2 5 7 4 1 6 3"),
  ])
  func `they sort as they compare`(expression: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return order [[\(expression)]]", expected)
  }

  @Test(arguments: [
    ("coalesce(r, j.ok) >= 2", "1 5 6"), ("coalesce(r, j.ok) == '1'", "3"), ("coalesce(r, j.ok) == false", "2"),
    ("if(n == 9, r, j.ok) >= 2", "4"), ("coalesce(j.s, name) == 'e'", "5"), ("coalesce(j.ok, f) == true", "1"),
    ("coalesce(j.s, name) > 'b'", "1 2 3 5 6 7"), ("year(at) >= if(n > 1, n / 2, j.n)", "1 2 3 4"),
    ("coalesce(r, j.n) > 1e30", "1"), ("coalesce(j.ok, n) == j.ok", "1 2 3 4 5"), ("coalesce(j.n, r) == r", "4 5 6"),
    ("j.n == j.ok", ""), ("j.n > j.ok", "1 2 3"),
  ])
  func `conditions select the same rows in SQL and in memory`(condition: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return rows [[\(condition)]]", expected)
  }

  @Test(arguments: [
    ("{ x = 5 }", "6 7"), ("{ x = '1' }", "3 5"), ("'x == nil'", ""), ("'x ~= nil and x == true'", "1"),
    ("'x == n'", "6 7"),
  ])
  func `conditions on members that are computed so are conditions on these`(condition: String, expected: String) throws
  {
    try Script(schema: Self.schema).expect(
      """
      local rows = A:annotate { x = "coalesce(j.ok, n)" }
      local found = rows:fetch():filter(\(condition)):map "id"
      return table.concat(rows:where(\(condition)):pluck "id", " "), table.concat(found, " ")
      """, "\(expected) \(expected)")
  }

  @Test func `they are grouped and added up, and the greatest is found`() throws {
    try Script(schema: Self.schema).expect(
      """
      print(groups "coalesce(r, j.n)")
      print(groups "coalesce(j.s, name)")
      print(A:sum "coalesce(j.n, r / 2)", A:max "coalesce(j.n, n)", A:min "coalesce(r, j.n)", A:max "if(n == 1, r, j.m)")
      """,
      """
      0.1:2 3.0:1 7:1 1e+22:1 inf:1 "x":1
      "Zz":1 "b\\"":1 "c":1 "e":1 "f":2 "q":1
      5e+21 x 0.1 inf
      """)
  }

  @Test(arguments: [
    ("j.ok .. ''", #"null null "1" "12" "1" null null"#), ("length(j.ok)", "null null 1 2 1 null null"),
    ("upper(j.s)", #""Q" null null "ZZ" null null null"#), ("lower(j.ok)", #"null null "1" "12" "1" null null"#),
  ])
  func `a truth is no text`(expression: String, expected: String) throws {
    try Script(schema: Self.schema).expect("return values [[\(expression)]]", expected)
  }
}
