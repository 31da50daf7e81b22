import Testing

/// What functions give of each row, where it is no value to the database, or not said in SQL.
@Suite struct FunctionValueTests {
  private static let schema = """
    db:execute "CREATE TABLE g (id INTEGER PRIMARY KEY, p REAL, d REAL, n TEXT)"
    db:execute "INSERT INTO g VALUES (1, 1, 2, 'abé'), (2, 0, 0, 'b'), (3, 0, 0, 'c'), (4, 1, 1, 'a')"
    db:reflect()
    function ratio(x) return x.p / x.d end
    function backwards(x) return x.n:reverse() end
    function plan(request) return (tostring(request:explain()):gsub("\\nSELECT.*", "")) end
    function counts(groups)
      local t = {}
      for i, g in ipairs(groups:aggregate { n = "count" }:fetch()) do
        t[i] = tostring(g.k) .. "=" .. g.n
      end
      return table.concat(t, " ")
    end
    """

  @Test func `what is no number counts as nothing, in aggregates and as a key`() throws {
    try Script(schema: Self.schema).expect(
      """
      print(G:sum(ratio), G:avg(ratio), G:min(ratio), G:max(ratio))
      print(G:sum "p / d", G:avg "p / d", G:min "p / d", G:max "p / d")
      print(counts(G:group_by { k = ratio }), counts(G:group_by { k = "p / d" }))
      print(#G:distinct():values(ratio), G:where "id == 2 or id == 3":sum(ratio), G:where "id == 2 or id == 3":max(ratio))
      """,
      """
      1.5 0.75 0.5 1.0
      1.5 0.75 0.5 1.0
      nil=2 0.5=1 1.0=1 nil=2 0.5=1 1.0=1
      3 0 nil
      """)
  }

  @Test func `a function that gives bytes is called for each row, which is said and refused`() throws {
    let script = try Script(schema: Self.schema)
    let reason = "schema.lua:5: it gives bytes, which may be no text to the database"
    try script.expect(
      """
      print(plan(G:annotate { r = backwards }))
      print(plan(G:group_by { k = backwards }))
      """,
      """
      closure: \(reason)
      closure: \(reason)
      the groups are counted in memory
      """)
    for request in [
      "G:annotate { r = backwards }:strict():fetch()", "G:strict():values(backwards)", "G:strict():max(backwards)",
      "G:strict():group_by { k = backwards }:fetch()",
    ] {
      #expect(
        script.failure("return " + request).contains("strict: a function would run row by row: \(reason)"), "\(request)"
      )
    }
  }

  @Test func `nothing is said to be sorted where nothing is`() throws {
    try Script(schema: Self.schema).expect(
      """
      print(plan(G:annotate { r = ratio }))
      print(plan(G:annotate { r = function(x) return x.id == 1 and x.p or x.n end }))
      print(plan(G:sorted_by(ratio)))
      """,
      """
      closure: schema.lua:4: what is NaN or infinite in Lua is NULL in SQL
      closure: schema.lua:2: it gives values of different types: give all of one type, as by tostring
      closure: schema.lua:4: what is NaN or infinite in Lua is NULL in SQL; rows are sorted in memory
      """)
  }
}
