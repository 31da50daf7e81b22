import Testing

/// What tells the rows of lists apart.
@Suite struct RowIdentityTests {
  @Test func `rows that their id does not tell apart are told apart by what is in them`() throws {
    try Script(schema: "").expect(
      """
      local twice = { { id = 1, v = "a" }, { id = 1, v = "b" } }
      print(diff(twice, { { id = 1, v = "a" } }))
      print(diff({ { id = 1, v = "a" } }, twice))
      print(diff(twice, { { id = 1, v = "b" }, { id = 1, v = "a" } }, { sort = "v" }))
      print(diff({ { id = { 1 }, v = "a" } }, { { id = { 1 }, v = "a" }, { id = { 2 } } }))
      print(diff({ { id = null } }, {}))
      local query = "SELECT 1 AS id, 'x' AS tag UNION ALL SELECT 1, 'y'"
      print(diff(db:query(query), db:query(query)))
      print(diff({ { id = 1, v = 2 } }, { { id = 1, v = 3 } }))
      """,
      """
      1 row deleted
        - [1.2]  { id = 1, v = 'b' }
      1 row inserted
        + [1.2]  { id = 1, v = 'b' }
      no changes
      1 row inserted
        + [1.2]  { id = {…} }
      1 section deleted
        - [1]    '' (1 row)
      no changes
      1 row updated
        ~ [1.1]  { v = 2 → 3 }
      """)
  }

  @Test func `a field that compares without case tells rows apart without it`() throws {
    try Script(
      schema: "N = entity 'N' { code = text { collation = 'nocase' }, v = integer {} } db:create_all()", engine: .sqlite
    ).expect(
      """
      for _, code in ipairs { "Ab", "Cd" } do N:create { code = code, v = 1 } end
      for _, many in ipairs { false, true } do
        local before = N:fetch()
        local rs = result_set { unique = "code" }
        if many then rs:load(before) else for _, row in ipairs(before) do rs:insert(row) end end
        print(rs:position "AB", rs:position "cd", rs:position "none", #rs:find { code = "ab" })
        db:execute "UPDATE n SET code = CASE WHEN code = 'AB' THEN 'Ab' ELSE 'AB' END, v = v + 1 WHERE id = 1"
        print(#diff(before, N:fetch(), { unique = "code" }).updated, #rs:insert(N:fetch()).updated, #rs)
        print(rs:remove "CD", rs:position "cd")
      end
      """,
      """
      1 1 nil 1
      1 1 2
      1 row deleted
        - [1.2]  N(2) { code = 'Cd', v = 1 } nil
      1 1 nil 1
      1 1 2
      1 row deleted
        - [1.2]  N(2) { code = 'Cd', v = 1 } nil
      """)
  }

  @Test func `two objects of one row are equal however its key is spelled`() throws {
    try Script(
      schema: "T = entity 'T' { name = text { collation = 'nocase', primary_key = true } } db:create_all()",
      engine: .sqlite
    ).expect(
      """
      local old = T:create { name = "red" }
      db:execute "UPDATE t SET name = 'RED'"
      local new = T:get "red"
      print(old.name, new.name, old == new, old:key() == new:key(), old == T:create { name = "green" })
      local changes = diff({ old, 1, 2 }, { 1, 2, old })
      print(#changes:apply { new, 1, 2 }, pcall(changes.apply, changes, { T:get "green", 1, 2 }))
      """,
      """
      red RED true true false
      3 false apply takes the list that the changes were computed from, of 3 rows in 1 section, and this is another one
      """)
  }

  @Test func `differences of sections without case apply to the old list, whichever set it is of`() throws {
    try Script(
      schema: "P = entity 'P' { name = text { collation = 'nocase' } } db:create_all()", engine: .sqlite
    ).expect(
      """
      P:create { name = "A" } P:create { name = "b" }
      local request = P:all():sectioned_by "name"
      local old = request:results():snapshot()
      P:create { name = "c" }
      local changes = diff(old, request:results())
      print(changes:apply(old).sections)
      local list = result_set { unique = "id", section = "name" }
      list:load(P:all():fetch())
      print(diff(list:snapshot(), list):apply(list:snapshot()).sections)
      """,
      """
      list of 3 sections: A, b, c
      list of 3 sections: A, b, c
      """)
  }

  @Test func `a set that follows another request calls its sections as that does`() throws {
    try Script(
      schema: """
        T = entity "T" { name = text { collation = "nocase" } }
        P = entity "P" { name = text {}, team = belongs_to "T" }
        db:create_all()
        """, engine: .sqlite
    ).expect(
      """
      P:create { name = "a", team = T:create { name = "A" } }
      P:create { name = "A", team = T:create { name = "B" } }
      local by_name, by_team = P:all():sectioned_by "name", P:all():sectioned_by "team.name"
      local set = by_team:results()
      set:follow(by_name)
      print(set.sections, by_name:results().sections)
      set:follow(by_team)
      print(set.sections)
      """,
      """
      list of 2 sections: A, a list of 2 sections: A, a
      list of 2 sections: A, B
      """)
  }

  @Test func `an update does not change the key by which a list knows an object`() throws {
    let script = try Script(schema: "P = entity 'P' { name = text {}, score = integer {} } db:create_all()")
    try script.run("P:create { name = 'a' } P:create { name = 'b' } rs = result_set {} rs:load(P:fetch())")
    let message = script.failure("rs:update(2, function(p) p.id = 77 end)")
    #expect(message.contains("an update cannot change what tells a row from others"))
    try script.expect(
      """
      print(rs:position(2), rs:position(77), rs:at(2).id)
      print(rs:update(2, function(p) p.id, p.name = 2, "c" end))
      print(rs:insert { id = 1, name = "plain" })
      """,
      """
      1 nil 2
      1 row updated
        ~ [1.2]  P(2) { name = 'b' → 'c' }
      1 row updated
        ~ [1.1]  { name = 'a' → 'plain' }
      """)
  }
}
