import Testing

/// Views of several SELECTs: SQLite gives their values the class that its plan makes them, so that functions are asked of
/// the rows that are read.
@Suite struct CompoundViewTests {
  private let schema = """
    db:execute "CREATE TABLE base (id INTEGER PRIMARY KEY, c REAL, d INTEGER)"
    db:execute "INSERT INTO base VALUES (1, 5, 6), (2, 2, 1), (3, 'a', 3)"
    db:execute "CREATE VIEW both AS SELECT id, c FROM base WHERE id > 0 UNION ALL SELECT id + 10, d FROM base"
    db:execute "CREATE VIEW around AS SELECT id, c FROM both"
    db:execute "CREATE VIEW \\"plain\\" AS SELECT id, c AS \\"union\\" FROM base"
    db:reflect()
    """

  @Test func `a function of their rows is asked row by row, and says why`() throws {
    try Script(schema: schema).expect(
      """
      local function ids(list) local t = {} for i, r in ipairs(list) do t[i] = r.id end table.sort(t) return table.concat(t, " ") end
      local odd = function(r) return type(r.c) == "number" and r.c % 2 == 1 end
      for _, V in ipairs { Both, Around } do
        print(ids(V:where(odd):fetch()), ids(V:where(odd):fetch { pushdown = false }), ids(V:fetch():filter(odd)))
        print(tostring(V:where(odd):explain()):match "it reads the view '%a+' of several SELECTs")
      end
      print(tostring(Plain:where(function(r) return r.union == 5 end):explain()):match "several SELECTs")
      """,
      """
      1 12 13 1 12 13 1 12 13
      it reads the view 'both' of several SELECTs
      1 12 13 1 12 13 1 12 13
      it reads the view 'around' of several SELECTs
      nil
      """)
  }
}
