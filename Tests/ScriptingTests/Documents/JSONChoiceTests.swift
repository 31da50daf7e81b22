import TestSupport
import Testing

/// Parts of JSON in `coalesce`, `if`, `abs` and `round`: what comes of them is a part of JSON again, or a number.
@Suite struct JSONChoiceTests {
  private static let schema = """
    D = entity "D" { k = integer {}, j = json {}, name = text {} }
    db:create_all()
    D:create { k = 2, j = { n = "1" }, name = "a" }
    D:create { k = 0, j = { n = "x" }, name = "b" }
    D:create { k = 1, j = { n = true }, name = "c" }
    D:create { k = 2, j = { n = 3000 }, name = "d" }
    D:create { k = 3, j = { n = { 1, 2 } }, name = "e" }
    D:create { k = 4, j = { n = 1.0 }, name = "f" }
    D:create { k = 5, name = "g" }
    function ids(condition)
      local asked, found = D:where(condition):pluck "id", D:fetch():filter(condition):map "id"
      local some = D:where(function() return os.time() > 0 end):where(condition):pluck "id"
      local one, other = table.concat(asked, " "), table.concat(found, " ")
      if one ~= other or one ~= table.concat(some, " ") then return one .. " in SQL, " .. other .. " in memory" end
      return one
    end
    """

  @Test(arguments: [
    ("k < coalesce(j.n, 0)", "4"), ("k > coalesce(j.n, 0)", "6 7"), ("2000 < abs(j.n)", "4"),
    ("abs(j.n) == 1", "6"), ("round(j.n) == 1", "6"), ("-coalesce(j.n, 5) < -4", "4 7"),
    ("coalesce(j.n, 'x') == 'x'", "2 7"), ("coalesce(j.n, 0) == 1", "6"), ("coalesce(j.n, 0) ~= 1", "1 2 3 4 5 7"),
    ("coalesce(j.n, true) == true", "3 7"), ("coalesce(j.n, true)", "3 7"), ("coalesce(j.n, '1') == '1'", "1 7"),
    ("if(k > 1, j.n, 7) == 7", "2 3"), ("if(k > 1, j.n, 7) > 6", "2 3 4"), ("if(k > 1, 7, j.n) == true", "3"),
    ("coalesce(j.n, k) == 5", "7"), ("coalesce(j.n, k) + 1 == 6", "7"), ("coalesce(j.n, 0):between(0, 2)", "6 7"),
    ("coalesce(j.n, 'x'):one_of(1, 'x', true)", "2 3 6 7"), ("coalesce(j.n, 0) == nil", ""),
    ("coalesce(j.m, j.n, 0) == 3000", "4"), ("coalesce(nil, j.n) == nil", "7"),
  ])
  func `conditions on them select the same rows in SQL and in memory`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return ids [[\(condition)]]", rows)
  }

  @Test func `their values are read, grouped, added up and sorted`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function shown(list)
        local parts = {}
        for i, value in ipairs(list) do parts[i] = encode(value, "json") end
        return table.concat(parts, " ")
      end
      local e = "coalesce(j.n, 0)"
      print(shown(D:pluck(e)))
      print(shown(D:fetch():map(e)))
      print(shown(D:annotate { x = e }:fetch():map "x"))
      print(shown(D:pluck "coalesce(j.n, k)"), shown(D:pluck "if(k > 1, j.n, false)"))
      print(shown(D:pluck "abs(j.n)"), D:sum(e), D:max "abs(j.n)")
      local groups = {}
      for i, g in ipairs(D:group_by { v = "if(k > 1, j.n, 3000)" }:aggregate { n = "count" }:fetch()) do
        groups[i] = encode(g.v, "json") .. ":" .. g.n
      end
      print(table.concat(groups, " "))
      print(shown(D:annotate { x = e }:where { x = 3000 }:pluck "id"), shown(D:annotate { x = e }:fetch():filter "x == true":map "id"))
      """,
      """
      "1" "x" true 3000 [1,2] 1.0 0
      "1" "x" true 3000 [1,2] 1.0 0
      "1" "x" true 3000 [1,2] 1.0 0
      "1" "x" true 3000 [1,2] 1.0 5 "1" false false 3000 [1,2] 1.0 null
      null null null 3000 null 1.0 null 3001.0 3000
      null:1 1.0:1 3000:3 "1":1 [1,2]:1
      4 3
      """)
  }
}
