import Testing

@Suite struct AssignmentTests {
  @Test func `an assignment is checked at once and what raises leaves the old value`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", age = 20 }
      print(pcall(function() p.age = 25 end))
      print(pcall(function() p.age = "x" end))
      print(pcall(function() p.name = nil end))
      print(pcall(function() p.agee = 1 end))
      return p.age, p.name, next(p:changes())
      """,
      """
      false Player: age: 25 is not between 18 and 24
      false Player: age: expected an integer, not the text 'x'
      false Player: name: is required
      false Player has no field 'agee'. Did you mean 'age'?
      20 Ann nil
      """)
  }

  @Test func `all that is wrong is said at once, in the order of the fields`() throws {
    let script = try Script(schema: players)
    #expect(
      script.failure("Player { foo = 1, score = 'x', age = 1.5, name = 5 }") == """
        Player: name: expected text, not the integer 5
        Player: age: expected an integer, not the number 1.5
        Player: score: expected an integer, not the text 'x'
        Player has no field 'foo'.
        """)
    #expect(
      script.failure("Player:create { name = ' ', age = 30, score = -1 }") == """
        Player: name: ' ' is blank
        Player: age: 30 is not between 18 and 24
        Player: score: -1 is not at least 0
        """)
    try script.expect(
      """
      local _, e = pcall(Player.create, Player, { name = " ", age = 30 })
      print(e.kind, #e.errors, e.entity, e.field, e.value)
      print(e.errors[2].entity, e.errors[2].field, e.errors[2].value, e.errors[2].message)
      """,
      """
      ValidationError 2 Player name \u{20}
      Player age 30 Player: age: 30 is not between 18 and 24
      """)
  }

  @Test func `assign sets all fields or none, relations included`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", age = 20, team = Team:create { name = "Red" } }
      print(pcall(p.assign, p, { age = 30, score = 4, name = "Zoe", team = Team { name = "New" } }))
      print(p.age, p.score, p.name, p.team.name, next(p:changes()))
      p:assign { age = null, team = null, score = 4 }
      print(p.age, p.score, p.team, p:save():reload().age)
      """,
      """
      false Player: age: 30 is not between 18 and 24
      20 0 Ann Red nil
      nil 4 nil nil
      """)
  }

  @Test func `changes tell what is not saved, and the old value set again is none`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", age = 20 }
      p.age = 21
      print(p:changes().age.from, p:changes().age.to)
      p.age = 22
      print(p:changes().age.from, p:changes().age.to)
      p.age = 20
      print(next(p:changes()))
      p.age = nil
      print(p:changes().age.from, p:changes().age.to)
      p:reload()
      print(p.age, next(p:changes()))
      """,
      """
      20 21
      20 22
      nil
      20 nil
      20 nil
      """)
  }

  @Test func `saving updates the changed columns only`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player:create { name = "Ann", age = 20 }
      db.echo = function(sql) print(sql) end
      p.age = 21
      p:save()
      p:save()
      """,
      "UPDATE \"player\" SET \"age\" = ?1 WHERE \"id\" = ?2")
  }

  @Test func `a key can be changed`() throws {
    let script = try Script(schema: players)
    try script.expect(
      "local p = Player:create { name = 'Ann' } p.id = 7 p:save() return Player:count(), Player:get(7).name, p:key()",
      "1 Ann Player:7")
  }

  @Test func `toggle turns a boolean over`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player { name = "Ann" }
      p:toggle "active" print(p.active)
      p:toggle "active" print(p.active)
      print(pcall(p.toggle, p, "age"))
      """,
      """
      true
      false
      false toggle takes the name of a boolean field, not the text 'age'. There are active
      """)
  }

  @Test func `an object answers what it is`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local p = Player { name = "Ann" }
      print(p, p:is_new(), tostring(p:key()), p:changes().name.to)
      p:save()
      print(p, p:is_new(), p:key(), p == Player:get(1), p ~= Player { name = "Ann" }, rawequal(p, p:save()))
      local t = p:to_table()
      print(t.name, t.score, t.rank, t.team_id, t.id)
      """,
      """
      Player(new) true Player(new 1) Ann
      Player(1) false Player:1 true true true
      Ann 0 amateur nil 1
      """)
  }

  @Test func `an object that is not saved has a key of its own`() throws {
    let script = try Script(
      schema: players + """
        Plain = entity "Plain" { note = text {} }
        db:create_all()
        """)
    try script.expect(
      """
      local a, b, c = Player { name = "Ann" }, Player { name = "Ann" }, Plain {}
      local seen = { [a:key()] = a, [b:key()] = b, [c:key()] = c }
      print(rawequal(seen[a:key()], a), rawequal(seen[b:key()], b), rawequal(seen[c:key()], c))
      print(a:key(), b:key(), c:key(), a:draft():key() ~= a:key())
      for i = 1, 2000 do local _ = Plain {}:key() end
      collectgarbage()
      print(a:key(), a:save():key())
      pcall(db.transaction, db, function() b.name = "Bob" print(b:save():key()) error "undo" end)
      print(b:key())
      """,
      """
      true true true
      Player(new 1) Player(new 2) Plain(new 3) true
      Player(new 1) Player:1
      Player:2
      Player(new 2)
      """)
  }
}
