import Testing

@Suite struct DeletingTests {
  @Test func `an object of a list that its hook does not let be made is said by that, and nothing is deleted`() throws {
    try Script(
      schema: """
        P = entity "P" { name = text {}, after_load = function(p) if p.name == "b" then error("no b here", 0) end end }
        db:create_all()
        for _, name in ipairs { "a", "b", "c" } do P:create { name = name } end
        """
    ).expect(
      """
      print(select(2, pcall(db.delete, db, P:all():fetch())))
      print(P:count())
      """,
      """
      no b here
      3
      """)
  }

  @Test func `several objects are deleted together or not at all`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local a, b = Player:get(1), Player:get(2)
      local gone = Player:create { name = "x" }
      gone:delete()
      print(pcall(db.delete, db, a, b, gone))
      print(Player:count(), a == Player:get(1))
      a.score = 6
      a:save()
      db:delete(a, b)
      db:delete(Player:where { score = 3 }:fetch())
      db:delete { Player:first() }
      print(Player:count(), Player:first().name)
      print(pcall(db.delete, db, 5))
      print(pcall(db.delete, db))
      """,
      """
      false this Player was deleted already
      5 true
      1 Dan
      false an object of an entity was expected, not the integer 5
      false an object or a list of objects was expected
      """)
  }

  @Test func `objects of one row are equal, whatever way they came`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local a, b = Player:get(1), Player:where { name = "Ann" }:first()
      b.score = 7
      print(a == b, a:key() == b:key(), a ~= Player:get(2), a == red, a == 1)
      local new = Player { name = "Ann" }
      print(new == new, new == Player { name = "Ann" }, new == a)
      local seen = {}
      for p in Player:iterate() do seen[p:key()] = p end
      print(rawequal(seen[a:key()], a), seen[a:key()] == a)
      """,
      """
      true true true false false
      true false false
      false true
      """)
  }
}
