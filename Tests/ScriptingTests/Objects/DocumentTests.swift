import Testing

@Suite struct DocumentTests {
  @Test func `edits inside a document are changes, nested ones and those after a save too`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", avatar = { hair = { color = "red" }, list = { 1, 2 } } }
      print(next(p:changes()))
      p.avatar.hair.color = "blue"
      print(p:changes().avatar.from.hair.color, p:changes().avatar.to.hair.color)
      p:save()
      print(next(p:changes()), Player:get(1).avatar.hair.color)
      table.insert(p.avatar.list, 3)
      p:save()
      print(#Player:get(1).avatar.list)
      local q = Player:get(1)
      q.avatar.hair = null
      print(q:changes().avatar.from.hair.color, q:save():reload().avatar.hair == null)
      """,
      """
      nil
      red blue
      nil blue
      3
      blue true
      """)
  }

  @Test func `a document that is replaced by an equal one did not change`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", avatar = { b = 1, a = { 2.5, true } } }
      p.avatar = { a = { 2.5, true }, b = 1 }
      print(next(p:changes()))
      p.avatar = { a = 1 }
      print(p:changes().avatar.from.b)
      p.avatar = nil
      print(p:changes().avatar.from.b, p:save():reload().avatar)
      """,
      """
      nil
      1
      1 nil
      """)
  }

  @Test func `reading a document that another program wrote changes nothing`() throws {
    let script = try Script(schema: players)
    try script.expect(
      #"""
      Player:create { name = "Ann" }
      db:execute([[UPDATE player SET avatar = ' { "b" : {}, "a":[ ] , "c": null, "d":"\u00e9\ud83d\ude00\n"} ']])
      local p = Player:first()
      print(#p.avatar.a, p.avatar.c == null, p.avatar.d, next(p:changes()))
      db:execute("UPDATE player SET avatar = '{broken'")
      print(pcall(function() return Player:first().avatar end))
      local q = Player:first()
      q.avatar = { 1 }
      print(q:save():reload().avatar[1])
      """#,
      """
      0 true é😀
       nil
      false Player: avatar: the stored value '{broken' is no json
      1
      """)
  }

  @Test func `a rollback brings the document back`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", avatar = { a = 1 } }
      db:begin()
      p.avatar.a = 2
      p:save()
      p.avatar.a = 3
      p:save()
      db:rollback()
      print(p.avatar.a, next(p:changes()))
      p.avatar.a = 2
      print(p:changes().avatar.from.a, p:save():reload().avatar.a)
      """,
      """
      1 nil
      1 2
      """)
  }

  @Test func `what JSON cannot hold is refused when it is saved, and nothing is written`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", avatar = {} }
      p.avatar.me = p.avatar
      print(pcall(p.save, p))
      p.avatar.me = print
      p.name = "Zoe"
      print(pcall(p.save, p))
      return Player:get(1).name
      """,
      """
      false Player: avatar: JSON cannot hold tables more than 200 deep, nor one that contains itself
      false Player: avatar: JSON cannot hold a function
      Ann
      """)
  }
}
