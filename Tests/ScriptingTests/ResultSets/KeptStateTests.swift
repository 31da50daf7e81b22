import Testing

/// What was kept of a list says what there was, whatever becomes of the rows since.
@Suite struct KeptStateTests {
  @Test func `a snapshot of a request's rows keeps them`() throws {
    try Script(schema: "P = entity 'P' { name = text {}, n = integer {} } db:create_all()").expect(
      """
      for _, name in ipairs { "a", "b" } do P:create { name = name, n = 0 } end
      local rs = P:sorted_by "name":results()
      local before, row = rs:snapshot(), rs:at(1)
      row.name, row.n = "x", 50
      print(before:at(1).n, before:at(1) == row)
      row:save()
      local told = diff(before, rs).updated[1]
      print(before:at(1).n, before:at(1).name, told.old.n, told.object.n, rs:at(2).n)
      """,
      """
      0 true
      0 a 0 50 50
      """)
  }

  @Test func `what differs stays told when the tables change`() throws {
    try Script(schema: "").expect(
      """
      local old, new = { { id = 1, x = { 1 } }, { id = 3 } }, { { id = 1, x = { 2 } }, { id = 2, y = "new" } }
      local changes = diff(old, new, { unique = "id" })
      old[1].x[1], old[2].z, new[1].x[1], new[2].y = 7, 1, 3, "later"
      print(changes)
      local plain = diff({ { id = 1, x = 1 } }, new, { unique = "id" })
      new[1].x = "later"
      print(plain.updated[1].object.x[1], plain.updated[1].old.x)
      """,
      """
      1 row deleted, 1 row inserted, 1 row updated
        - [1.2]  { id = 3 }
        + [1.2]  { id = 2, y = 'new' }
        ~ [1.1]  { x = [1] → [2] }
      3 1
      """)
  }

  @Test func `rows of several kinds are told with the fields of their own`() throws {
    try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        db:create_all()
        """
    ).expect(
      """
      local cat = Cat:create { name = "c", lives = 9 }
      Animal:create { name = "a" }
      local rs = Animal:results()
      rs:observe(function(changes)
        print(changes)
        print(changes.updated[1].fields[1], changes.updated[1].old.lives)
      end)
      cat.lives = 8
      cat:save()
      """,
      """
      1 row updated
        ~ [1.1]  Cat(1) { lives = 9 → 8 }
      lives 9
      """)
  }

  @Test func `decimals are equal whatever zeros they end with`() throws {
    try Script(schema: "").expect(
      """
      print(diff({ decimal "1.0" }, { decimal "1" }))
      print(diff({ { id = 1, v = decimal "1.0" } }, { { id = 1, v = decimal "1" } }, { unique = "id" }))
      print(diff({ decimal "1.0" }, { decimal "2.50" }))
      """,
      """
      no changes
      no changes
      1 row deleted, 1 row inserted
        - [1.1]  1.0
        + [1.1]  2.50
      """)
  }

  @Test func `a section that has gone forgets where a move had found it`() throws {
    try Script(schema: "").expect(
      """
      for _, moves in ipairs { false, true } do
        local rs = result_set { unique = "id", section = "s", sort_sections = "appearance" }
        rs:load { { id = 1, s = "a" }, { id = 2, s = "b" }, { id = 3, s = "b" } }
        if moves then rs:move(2, 1, 2, 2) end
        rs:remove(1)
        rs:insert { { id = 4, s = "a" } }
        print(table.concat(rs:titles(), " "))
      end
      """,
      """
      B A
      B A
      """)
  }
}
