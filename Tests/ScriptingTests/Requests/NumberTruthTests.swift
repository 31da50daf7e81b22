import Testing

/// Truths that another program keeps as 0 and 1: to Lua they are numbers, of which 0 is true.
@Suite struct NumberTruthTests {
  private let schema = """
    db:execute "CREATE TABLE task (id INTEGER PRIMARY KEY, done BOOL, n INTEGER)"
    db:execute "INSERT INTO task VALUES (1, 0, 0), (2, 1, 1), (3, NULL, 2)"
    db:reflect()
    function both(f)
      local rows, asked = {}, {}
      for i, row in ipairs(Task:where(f):fetch()) do rows[i] = row.id end
      for i, row in ipairs(Task:where(f):fetch { pushdown = false }) do asked[i] = row.id end
      local plan = tostring(Task:where(f):explain()):gsub("\\nSELECT.*", "")
      print(table.concat(rows, " "), table.concat(rows, " ") == table.concat(asked, " "), (plan:gsub("\\n", " | ")))
    end
    """

  @Test func `what is pushed is what the function says, and explain warns of what it may not mean`() throws {
    try Script(schema: schema).expect(
      """
      both(function(t) return t.done end)
      both(function(t) return not t.done end)
      both(function(t) return t.done == true end)
      both(function(t) return t.done ~= false end)
      both(function(t) return t.done == 1 end)
      both(function(t) return t.n end)
      """,
      """
      1 2 true pushed: "done" IS NOT NULL | done holds numbers, and 0 is true in Lua: compare it, as in done == 1
      3 true pushed: "done" IS NULL | done holds numbers, and 0 is true in Lua: compare it, as in done == 1
       true pushed: 0 | done holds numbers, which are never == true: write done == 1
      1 2 3 true pushed: 1 | done holds numbers, which are never == false: write done == 0
      2 true pushed: "done" = 1
      1 2 3 true pushed: 1
      """)
  }
}
