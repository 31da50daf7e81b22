import Testing

@Suite struct HasOneTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, passport = has_one "Passport", badge = has_one "Badge" }
    Passport = entity "Passport" { number = text { required = true }, owner = belongs_to "Player" }
    Badge = entity "Badge" { owner = belongs_to("Player", { required = true }) }
    db:create_all()
    p, q = Player:create { name = "Ann" }, Player:create { name = "Bob" }
    function owner(x) local o = x:reload().owner return o and o.name end
    """

  @Test func `what is assigned is read at once and counts once it is saved`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local x = Passport { number = "1" }
      p.passport = x
      print(rawequal(p.passport, x), Passport:count(), Player:get(1).passport)
      p:save()
      print(p.passport.number, x.owner.name, Player:get(1).passport == x)
      local y = Passport:create { number = "2" }
      p.passport = y p:save()
      print(owner(x), owner(y), p.passport == y)
      p.passport = nil
      print(p.passport, owner(y)) p:save() print(p.passport, owner(y), Passport:count())
      p:assign { passport = x } p:save() print(owner(x))
      p:assign { passport = null } p:reload() print(p.passport == x)
      q.passport = x q:save() print(p.passport, q.passport == x, owner(x))
      """,
      """
      true 0 nil
      1 Ann true
      nil Ann true
      nil Ann
      nil nil 2
      Ann
      true
      nil true Bob
      """)
  }

  @Test func `it works from the other side, and there is one only`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local x = Passport:create { number = "1", owner = p }
      print(p.passport == x)
      print(pcall(function() Passport:create { number = "2", owner = p } end))
      x.owner = q x:save()
      print(p.passport, q.passport == x)
      """,
      """
      true
      false Passport: owner: 1 exists already (id 1)
      nil true
      """)
  }

  @Test func `a new object takes its partner along`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local new = Player { name = "New", passport = Passport { number = "9" } }
      print(new.badge, new.passport.number)
      new:save() print(new.passport.number, Passport:first().owner == new)
      db:add { Player { name = "X", passport = Passport { number = "10" } }, Player { name = "Y" } }
      print(Passport:count(), Passport:where { number = "10" }:first().owner.name)
      """,
      """
      nil 9
      9 true
      2 X
      """)
  }

  @Test func `all of it is saved, or nothing`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local bad = Passport {}
      p.name = "Changed" p.passport = bad
      print(pcall(p.save, p))
      print(Player:get(1).name, p.name, p.passport == bad, bad:is_new(), Passport:count())
      bad.number = "5" p:save() print(Player:get(1).name, bad.id)
      local new = Player { name = "N", passport = Passport {} }
      print(pcall(new.save, new)) print(new:is_new(), new.id, Player:count())
      local x = Passport:create { number = "7" }
      db:begin() q.passport = x q:save() db:rollback()
      print(x.owner_id, q.passport)
      """,
      """
      false Player: passport: number: is required
      Ann Changed true true 0
      Changed 1
      false Player: passport: number: is required
      true nil 2
      nil nil
      """)
  }

  @Test func `a partner that needs its owner stays until it is gone`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local b = Badge {}
      p.badge = b p:save() print(b.id)
      p.badge = Badge {} print(pcall(p.save, p))
      p.badge = nil print(pcall(p.save, p))
      p:reload() b.owner = q b:save() p.badge = Badge {} p:save() print(Badge:count())
      print(pcall(function() p.passport = q end))
      print(pcall(function() p.passport = 5 end))
      """,
      """
      1
      false Player.badge: the present Badge cannot be without 'owner', which is required: delete it, or give it to another Player first
      false Player.badge: the present Badge cannot be without 'owner', which is required: delete it, or give it to another Player first
      2
      false Player: passport: expected a Passport, not a Player
      false Player: passport: expected a Passport, not the integer 5
      """)
  }

  @Test func `an upsert takes the partner along`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      db:add(Player { id = 1, name = "Ann 2", passport = Passport { number = "3" } }, { upsert = true })
      print(p:reload().name, p.passport.number, Player:count())
      """,
      "Ann 2 3 2")
  }

  @Test func `a partner is loaded along`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Passport:create { number = "1", owner = p }
      for _, x in ipairs(Player:with("passport"):fetch()) do print(x.name, x.passport and x.passport.number) end
      """,
      """
      Ann 1
      Bob nil
      """)
  }
}
