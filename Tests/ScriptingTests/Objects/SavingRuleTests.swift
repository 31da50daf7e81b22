import Testing

/// What a save, an assignment or a deletion promises beside the plain case.
@Suite struct SavingRuleTests {
  @Test(arguments: ["p.t = nil", "p.t = null", "p:assign { t = null }"])
  func `a required relation that is to lead to nothing is refused at once`(assignment: String) throws {
    try Script(
      schema: """
        T = entity "T" { n = text {} }
        P = entity "P" { t = belongs_to("T", { required = true }), u = belongs_to "T" }
        db:create_all()
        """
    ).expect(
      """
      local t = T:create { n = "x" }
      p = P:create { t = t, u = t }
      print(pcall(function() \(assignment) end))
      p.u = nil
      print(p.t == t, p.t_id, p.u, (next(p:changes())))
      """,
      """
      false P: t: is required
      true 1 nil u_id
      """)
  }

  @Test func `a save that fails leaves nothing of what before_save assigned`() throws {
    try Script(
      schema: """
        T = entity "T" { n = text {} }
        P = entity "P" {
          n = text { unique = true }, slug = text {}, age = integer { validate = is.less(10) }, t = belongs_to "T",
          before_save = function(p) p.slug = "slug of " .. p.n p.t = nil end,
        }
        db:create_all()
        """
    ).expect(
      """
      local t = T:create { n = "x" }
      local a, b = P:create { n = "a" }, P { n = "a", t = t }
      print(pcall(b.save, b))
      print(b.slug, b.t == t, b:is_new())
      b.n = "b"
      b:save()
      print(b.slug, b.t)
      a.n, a.t = "b", t
      print(pcall(a.save, a))
      print(a.slug, a.t == t, a:changes().slug)
      local c, d = P { n = "c", t = t }, P { n = "a", t = t }
      print(pcall(db.add, db, c, d))
      print(c.slug, c.t == t, d.slug, P:count())
      """,
      """
      false P: n: 'a' exists already (id 1)
      nil true true
      slug of b nil
      false P: n: 'b' exists already (id 2)
      slug of a true nil
      false P: n: 'a' exists already (id 1)
      nil true nil 2
      """)
  }

  @Test func `only entities that keep a row are blamed for it`() throws {
    try Script(
      schema: """
        A = entity "A" {}
        Re = entity "Re" { a = belongs_to "A" { on_delete = "restrict" } }
        Bo = entity "Bo" { a = belongs_to("A", { required = true }) }
        Pr = entity "Pr" { a = belongs_to "A" { on_delete = "cascade" }, qs = has_many "Q" }
        Nu = entity "Nu" { a = belongs_to "A" }
        Q = entity "Q" { pr = belongs_to "Pr" { on_delete = "restrict" } }
        db:create_all()
        """
    ).expect(
      """
      local a = A:create {}
      local pr = Pr:create { a = a }
      Nu:create { a = a }
      local bo = Bo:create { a = a }
      print(pcall(a.delete, a))
      print(pcall(function() A:all():delete() end))
      bo:delete()
      Q:create { pr = pr }
      print(pcall(a.delete, a))
      print(pcall(function() A:all():delete() end))
      """,
      """
      false A 1 cannot be deleted: rows of Bo still refer to it
      false A: nothing was deleted: rows of Bo still refer to some of these
      false A 1 cannot be deleted: rows of Q still refer to it
      false A: nothing was deleted: rows of Q still refer to some of these
      """)
  }

  @Test func `objects that were loaded before follow the present tests of their entity`() throws {
    try Script(
      schema: """
        P = entity "P" { n = text {}, age = integer { validate = function(v) return v < 10 end }, old = text {} }
        db:create_all()
        """
    ).expect(
      """
      local p, q = P:create { n = "a", age = 5, old = "x" }, P { n = "b", age = 50 }
      P = entity "P" {
        n = text { required = true, validate = function(v) return v ~= "no", "must not be 'no'" end },
        age = integer { validate = is.greater(4) },
      }
      print(pcall(function() p.age = 3 end))
      print(pcall(function() p.n = "no" end))
      print(pcall(function() p.n = nil end))
      p.age = 77
      p:save()
      q:save()
      print(P:get(1).age, P:get(2).age, p.old)
      """,
      """
      false P: age: 3 is not greater than 4
      false P: n: 'no' must not be 'no'
      false P: n: is required
      77 50 x
      """)
  }

  @Test func `a key of another kind in a shared table is refused`() throws {
    try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true }
        Dog = entity "Dog" { extends = "Animal", shared = true }
        G = entity "G" { pal = belongs_to "Dog", pet = belongs_to "Animal" }
        db:create_all()
        """
    ).expect(
      """
      local cat, dog = Cat:create { name = "Tom" }, Dog:create { name = "Rex" }
      local g = G { pal_id = cat.id, pet_id = cat.id }
      print(pcall(g.save, g))
      g.pal_id = dog.id
      g:save()
      print(g.pal.name, g.pet.name)
      g.pal_id = cat.id
      print(pcall(g.save, g))
      g.pal = dog
      g:save()
      print(pcall(G.create, G, { pal_id = 99 }))
      """,
      """
      false G: pal: 1 is the key of a Cat, not of a Dog
      Rex Tom
      false G: pal: 1 is the key of a Cat, not of a Dog
      false G: pal: there is no Dog 99
      """)
  }

  @Test func `a relation that is observed leads to what can be`() throws {
    let script = try Script(schema: fivePlayers)
    #expect(
      script.failure("Player:get(1):observe('team', print)").hasSuffix(
        "Player.team is a relation, no field: observe the field that holds its key: "
          + "p:observe(\"team_id\", function(new, old) … end)"))
    #expect(
      script.failure("red:observe('players', print)").hasSuffix(
        "Team.players is a relation, no field: observe its rows: p.players:observe(function(list) … end)"))
    try script.expect("Player:get(1):observe('team_id', print)", "1 nil")
  }

  @Test func `an entity says how its objects merge in a list in memory`() throws {
    try Script(
      schema: """
        P = entity "P" {
          n = text {}, seen = integer {},
          merge = function(old, new) old.n = new.n old.seen = old.seen + new.seen return old end,
        }
        db:create_all()
        """
    ).expect(
      """
      local p = P:create { n = "a", seen = 1 }
      local rs, own = result_set {}, result_set { merge = function(old, new) return old end }
      for _, set in ipairs { rs, own } do
        set:load { P:get(1) }
        local q = P:get(1)
        q.n, q.seen = "b", 5
        set:insert { q }
      end
      print(rs[1].n, rs[1].seen, own[1].n, #rs)
      """, "b 6 a 1")
    #expect(
      try Script().failure("entity 'Q' { merge = 5 }").hasSuffix("option 'merge' must be a function, not the integer 5")
    )
  }
}
