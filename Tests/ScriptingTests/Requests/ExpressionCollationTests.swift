import Testing

/// What is made of columns compares by its bytes, whatever these do, and whatever is asked of them inside.
@Suite struct ExpressionCollationTests {
  private let schema = """
    db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE, d TEXT COLLATE RTRIM, x TEXT, n INTEGER)"
    for i, s in ipairs { "a", "A", "a ", "b", "B", "k", "K", "K ", "ab" } do
      db:execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", i, s, s, s, i % 2)
    end
    db:reflect()
    """

  @Test func `conditions, orders, groups and distinct values agree with lists in memory`() throws {
    try Script(schema: schema).expect(
      """
      local function ids(list) local t = {} for i, r in ipairs(list) do t[i] = r.id end return table.concat(t, " ") end
      local function counts(request)
        local t = {}
        for i, g in ipairs(request:group_by "v":aggregate { n = "count" }:fetch()) do t[i] = g.n end
        table.sort(t)
        return table.concat(t, " ")
      end
      local list, seen = T:fetch(), nil
      local asked = T:where(function(r) seen = r return true end)
      for _, e in ipairs {
        "if(n == 1, c, c)", "coalesce(c, d)", "coalesce(d, c)", "if(n == 1, d, d)", "lower(d)", "c", "d",
        "if(c:prefix('a'), x, x)", "if(c:prefix('a'), c, x)", "coalesce(if(c:suffix('a'), x, x), x)",
      } do
        for _, o in ipairs { " == 'a'", " < 'b'", " == c", " == x", " > d", " == 'K '" } do
          local wanted = ids(list:filter(e .. o))
          if ids(T:where(e .. o):fetch()) ~= wanted then print(e .. o, ids(T:where(e .. o):fetch()), wanted) end
        end
        local sorted = ids(list:sorted(e, "id"))
        if ids(T:sorted_by(e, "id"):fetch()) ~= sorted then print("sorted by " .. e) end
        local groups = counts(T:annotate { v = e })
        if groups ~= counts(asked:annotate { v = e }) then print("groups of " .. e, groups) end
      end
      print(#T:annotate { v = "if(c:prefix('a'), x, x)" }:group_by "v":aggregate { n = "count" }:fetch())
      print(ids(T:where("if(c:prefix('a'), x, x) == 'k'"):fetch()))
      """,
      """
      9
      6
      """)
  }
}
