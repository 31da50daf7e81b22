import Testing

/// `p:draft()` and `Player:draft()`.
@Suite struct DraftTests {
  @Test func `changes of a draft are its own until it is saved`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player:get(1)
      local d = p:draft()
      d.name, d.team, d.avatar = "Zoe", blue, { list = { 1 } }
      print(d.name, d.team.name, p.name, p.team.name, p.avatar, next(p:changes()), Player:get(1).name, d == p)
      d:save()
      print(p.name, p.team.name, p.avatar.list[1], next(p:changes()), next(d:changes()), Player:get(1).name)
      d.avatar.list[1] = 2
      print(p.avatar.list[1])
      d:save()
      p.score = 9
      print(p.avatar.list[1], next(d:changes()), d.score)
      d.age = 24
      d:save()
      print(p.age, p.score, p:changes().score.to, Player:get(1).score, Player:get(1).age)
      """,
      """
      Zoe Blue Ann Red nil nil Ann true
      Zoe Blue 1 nil nil Zoe
      1
      2 nil 5
      24 9 9 5 24
      """)
  }

  @Test func `a draft holds changes of relations back until it is saved`() throws {
    try Script(schema: "").expect(
      """
      T = entity "T" { n = text {}, ps = has_many("P", { ordered = true }), tags = many_to_many "G" }
      P = entity "P" { t = belongs_to "T", n = text {} }
      G = entity "G" { n = text {} }
      db:create_all()
      local a = T:create { n = "A", ps = { { n = "x" }, { n = "y" } } }
      local d = a:draft()
      d.ps:add { n = "z" }
      d.ps:move(3, 1)
      d.ps:remove(P:get(2))
      d.tags:add({ n = "new" }, G:create { n = "old" })
      print(a.ps:count(), d.ps:count(), d.ps:where { n = "z" }:exists(), a.tags:count(), P:count(), G:count())
      print(select(2, pcall(function() d.ps:create { n = "w" } end)))
      d:discard()
      print(a.ps:count(), a.tags:count(), pcall(d.save, d))
      d = a:draft()
      d.n = "B"
      d.ps:add { n = "z" }
      d.ps:move(3, 1)
      d.ps:remove(P:get(2))
      d.tags:add(G:get(1))
      d:save()
      print(a.n, table.concat(a.ps:pluck "n", " "), a.tags:count(), P:get(2).t)
      d:save()
      print(a.ps:count(), a.tags:count())
      """,
      """
      2 2 false 0 2 1
      this is a draft of T, which holds changes back: say ps:add { … }, and it is saved with the draft
      2 0 false this draft was discarded: it cannot be saved
      B z x 1 nil
      2 1
      """)
  }

  @Test func `what a draft holds back is made whole or not at all`() throws {
    try Script(schema: "").expect(
      """
      T = entity "T" { n = text {}, ps = has_many "P" }
      P = entity "P" { t = belongs_to "T", n = text { unique = true } }
      db:create_all()
      local a = T:create { n = "A", ps = { { n = "x" } } }
      local other = P:create { n = "y" }
      local d = a:draft()
      d.n = "B"
      d.ps:add { n = "z" }
      d.ps:add { n = "y" }
      print(pcall(d.save, d))
      print(T:get(1).n, a.ps:count(), P:count())
      other:delete()
      d:save()
      print(T:get(1).n, table.concat(a.ps:pluck "n", " "))
      """,
      """
      false T: ps: n: 'y' exists already (id 2)
      A 1 2
      B x z y
      """)
  }

  @Test func `a draft begins with the changes of its object, and edits nothing of it`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player:get(2)
      p.avatar = { a = { 1 } }
      p.score = 8
      local d = p:draft()
      d.avatar.a[1] = 2
      print(p.avatar.a[1], d.score, d:changes().score.from)
      d:save()
      print(p.avatar.a[1], next(p:changes()), Player:get(2).score)
      """,
      """
      1 8 3
      2 nil 8
      """)
  }

  @Test func `a discarded draft leaves no trace and cannot be used`() throws {
    let script = try Script(schema: fivePlayers)
    try script.run("p = Player:get(1) d = p:draft() d.name = 'Zoe' d:discard()")
    try script.expect("return p.name, Player:get(1).name, d.name, next(p:changes())", "Ann Ann Zoe nil")
    #expect(script.failure("d:save()") == "this draft was discarded: it cannot be saved")
    #expect(script.failure("d.name = 'x'") == "this draft was discarded: it cannot be changed")
    #expect(script.failure("d:draft()") == "this draft was discarded")
    #expect(script.failure("p:discard()") == "this Player is no draft: p:reload() drops changes that were not saved")
    #expect(
      script.failure("p:draft():delete()") == "a draft cannot be deleted: discard() it, or delete what it was made of")
  }

  @Test func `a draft that fails changes nothing`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player:get(1)
      local d = p:draft()
      d.name = "Bob"
      print(pcall(d.save, d))
      print(p.name, d.name, next(p:changes()))
      d.name = "Zoe"
      print(pcall(db.transaction, db, function() d:save() print(p.name) error("no", 0) end))
      print(p.name, next(p:changes()), Player:get(1).name)
      """,
      """
      false Player: name: 'Bob' exists already (id 2)
      Ann Bob nil
      Zoe
      false no
      Ann nil Ann
      """)
  }

  @Test func `a draft of a new object makes that one saved, and an entity makes drafts too`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player { name = "New" }
      local d = p:draft()
      d.age = 20
      print(p.age, p:is_new())
      d:save()
      print(p.age, p.id, p:is_new(), p == d, Player:count())
      p.age = 21
      p:save()
      print(Player:get(6).age)
      local e = Player:draft { name = "Other" }
      print(e:is_new(), Player:count())
      e:save()
      print(e.id, Player:count())
      Player:draft {}:discard()
      print(Player:count())
      local q = Player { name = "Q" }
      local late = q:draft()
      pcall(db.transaction, db, function() late:save() error("no") end)
      print(q:is_new(), q.id, late:is_new(), Player:count())
      q:save()
      print(pcall(late.save, late))
      """,
      """
      nil true
      20 6 false true 6
      21
      true 6
      7 7
      7
      true nil true 7
      false what this draft was made of was saved meanwhile: discard() it, and make a draft of what is saved
      """)
  }

  @Test func `a draft that is made while its object is being saved can be saved itself`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { name = text { unique = true }, before_save = function(x) draft = draft or x:draft() end }
        db:create_all()
        db:execute("INSERT INTO x(name) VALUES ('a')")
        """)
    try script.expect(
      """
      local x = X { id = 7, name = "a" }
      print((pcall(x.save, x)))
      draft.name = "b"
      draft:save()
      return X:count(), x.id, x.name, x:is_new()
      """,
      """
      false
      2 7 b false
      """)
  }

  @Test func `a draft of a draft passes through both, and reloading keeps it a draft`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player:get(1)
      local d = p:draft()
      local e = d:draft()
      e.name = "Zoe"
      e:save()
      print(d.name, p.name)
      d:reload()
      d.name = "Ann"
      d:save()
      print(p.name, e.name)
      """,
      """
      Zoe Zoe
      Ann Zoe
      """)
  }
}
