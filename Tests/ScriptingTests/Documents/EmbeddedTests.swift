import Testing

@Suite struct EmbeddedTests {
  @Test func `a document is an object of its entity, before and after it is saved`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      c = Customer:create { name = "Zoe", address = { city = "Paris", since = 0, rent = "12.5", geo = { lat = 48.5 } } }
      local read = Customer:get(c.id)
      for _, c in ipairs { c, read } do
        local a = c.address
        print(a:label(), a.since, a.rent, a.rent + decimal "0.1", a.active, a.geo.lat, a.zip)
      end
      return read.address == c.address, read.address == Address { city = "Rome" }
      """#,
      """
      Paris! 1970-01-01 12.50 12.60 true 48.5 nil
      Paris! 1970-01-01 12.50 12.60 true 48.5 nil
      true false
      """)
  }

  @Test func `a document is stored as JSON with fields in their order`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe", address = {
        geo = { lat = 1, lon = 0.1 }, extra = { b = { 1, 2 }, a = null }, kind = "work", photo = "\0\255\16",
        token = "123E4567-E89B-42D3-A456-426614174000", since = "2024-02-29", rent = 3, city = "Zürich \"1\"\n" } }
      return db:query("SELECT address FROM customer")[1].address
      """#,
      #"{"city":"Zürich \"1\"\n","since":"2024-02-29","rent":"3.00","photo":"AP8Q","active":true,"kind":2,"#
        + #""token":"123e4567-e89b-42d3-a456-426614174000","extra":{"a":null,"b":[1,2]},"geo":{"lat":1.0,"lon":0.1}}"#)
  }

  @Test func `what it was made of is copied`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local a, t = Address { city = "Paris" }, { city = "Rome" }
      local c = Customer { name = "Zoe", address = a, homes = { t, a } }
      local d = Customer { name = "Ann", address = c.address }
      a.city, t.city = "changed", "changed"
      d.address.city = "Oslo"
      return c.address.city, c.homes[1].city, c.homes[2].city, d.address.city
      """#, "Paris Rome Paris Oslo")
  }

  @Test func `an edit inside is a change of the object, and is saved with it`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe", address = { city = "Paris", geo = { lat = 1 } }, homes = { { city = "A" }, { city = "B" } } }
      local c = Customer:get(1)
      print(c.address.city, next(c:changes()))
      c.address.geo.lat = 2
      c.homes[3] = { city = "C" }
      table.insert(c.homes, Address { city = "D" })
      table.remove(c.homes, 1)
      c.homes[1].zip = "12345"
      local changes = c:changes()
      print(changes.address.from.geo.lat, changes.address.to.geo.lat, #changes.homes.from, #changes.homes.to, changes.name)
      c:save()
      print(next(c:changes()), c.homes[2]:label())
      local read = Customer:get(1)
      print(read.address.geo.lat, #read.homes, read.homes[1].zip, read.homes[3].city)
      read.homes[1].zip = nil
      read:save()
      return Customer:get(1).homes[1].zip
      """#, "Paris nil\n1.0 2.0 2 3 nil\nnil C!\n2.0 3 12345 D\nnil")
  }

  @Test func `a map gives its objects by name`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer:create { name = "Zoe", places = { summer = { city = "Nice" }, winter = { city = "Davos" } } }
      c.places.winter = nil
      c.places["über all"] = { city = "Bern" }
      c:save()
      local read = Customer:get(c.id)
      print(read.places.summer:label(), read.places.winter, read.places["über all"].city)
      return db:query("SELECT spots FROM customer")[1].spots
      """#,
      #"Nice! nil Bern"# + "\n" + #"{"summer":{"city":"Nice","active":true},"über all":{"city":"Bern","active":true}}"#)
  }

  @Test func `what was put into a list or variant is seen normalised once it is saved`() throws {
    let script = try Script()
    try script.expect(
      #"""
      X = entity "X" { days = list_of(date {}), ids = map_of(uuid {}), due = variant { at = datetime {}, never = true } }
      db:create_all()
      local x = X:create { days = {}, ids = {}, due = "never" }
      x.days[1], x.ids.a = 0, "123E4567-E89B-42D3-A456-426614174000"
      x.due.never, x.due.at = nil, 0
      x:save()
      return x.days[1], x.ids.a, x.due.at, next(x:changes())
      """#, "1970-01-01 123e4567-e89b-42d3-a456-426614174000 1970-01-01T00:00:00Z nil")
  }

  @Test func `defaults inside apply, an explicit null stays`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe", address = { city = "Paris" }, homes = { { city = "A", active = null } } }
      local c = Customer:get(1)
      return c.address.active, c.homes[1].active, db:query("SELECT homes FROM customer")[1].homes
      """#, #"true nil [{"city":"A","active":null}]"#)
  }

  @Test func `a default of the field is made anew for each object`() throws {
    let script = try Script()
    try script.expect(
      #"""
      Node = entity "Node" { abstract = true, value = integer {} }
      P = entity "P" { one = embedded "Node" { default = { value = 7 } }, many = list_of("Node", { default = function() return {} end }) }
      db:create_all()
      local p, q = P:create {}, P:create {}
      p.one.value = 8
      return q.one.value, #q.many, P:get(q.id).one.value
      """#, "7 0 7")
  }

  @Test func `a stored document that lacks fields takes their defaults, which is no change`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe" }
      db:execute [[UPDATE customer SET address = ' {"geo" : {"lat":1}, "city":"Paris"}']]
      local c = Customer:get(1)
      print(c.address.active, next(c:changes()))
      c:save()
      return db:query("SELECT address FROM customer")[1].address
      """#, #"true nil"# + "\n" + #" {"geo" : {"lat":1}, "city":"Paris"}"#)
  }

  @Test func `names that the entity does not have stay in a document that is saved`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe" }
      db:execute [[UPDATE customer SET homes = '[{"city":"Paris","planet":{"name":"Earth"},"n":1}]']]
      local c = Customer:get(1)
      c.homes[1].zip = "75001"
      c:save()
      return db:query("SELECT homes FROM customer")[1].homes
      """#, #"[{"city":"Paris","zip":"75001","active":true,"n":1,"planet":{"name":"Earth"}}]"#)
  }

  @Test func `to_table gives plain tables all the way down`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Customer:create { name = "Zoe", address = { city = "Paris", geo = { lat = 1 }, rent = 2 }, places = { a = { city = "A" } },
        homes = { { city = "B" } }, shape = { rect = { width = 2 } }, tags = { "x" } }
      local t = Customer:get(1):to_table()
      for _, part in ipairs { t.address, t.address.geo, t.homes, t.homes[1], t.places.a, t.shape.rect, t.tags } do
        assert(type(part) == "table")
      end
      return t.address.city, t.address.geo.lat, tostring(t.address.rent), t.homes[1].city, t.places.a.city, t.shape.rect.width, t.tags[1]
      """#, "Paris 1.0 2.00 B A 2.0 x")
  }

  @Test func `drafts, reload and a rollback keep documents apart`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer:create { name = "Zoe", address = { city = "Paris" } }
      local d = c:draft()
      d.address.city = "Rome"
      print(c.address.city, d.address.city)
      d:save()
      print(c.address.city, Customer:get(1).address.city)
      c.address.city = "Oslo"
      c:reload()
      print(c.address.city)
      pcall(function() db:transaction(function() c.address.city = "Bern" c:save() error "no" end) end)
      return c.address.city, next(c:changes())
      """#, "Paris Rome\nRome Rome\nRome\nRome nil")
  }

  @Test func `an observer sees documents`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer:create { name = "Zoe", address = { city = "Paris" } }
      local stop = c:observe("address", function(new, old) print(new.city, old and old.city) end)
      c.address.city = "Rome"
      c:save()
      stop()
      """#, "Paris nil\nRome Paris")
  }

  @Test func `an object inside another cannot be saved, deleted, drafted or related by itself`() throws {
    let script = try Script(schema: shop + #"c = Customer:create { name = "Zoe", address = { city = "Paris" } }"#)
    let words = "this Address is part of Customer.address, without a row of its own: save() the Customer"
    for code in [
      "c.address:save()", "c.address:delete()", "c.address:draft()", "c.address:reload()", "db:add(c.address)",
    ] {
      #expect(script.failure(code) == words, "\(code)")
      #expect(script.kindOfFailure(code) == "StateError", "\(code)")
    }
    try script.expect(
      "return c.address:is_new(), next(c.address:changes()), tostring(c.address)",
      #"false nil Address {"city":"Paris","active":true}"#)
  }

  @Test func `documents of an entity with a table hold its fields, and no relations`() throws {
    let script = try Script()
    try script.expect(
      #"""
      Team = entity "Team" { name = text {}, players = has_many "Player" }
      Player = entity "Player" { name = text {}, team = belongs_to "Team" }
      Card = entity "Card" { player = embedded "Player" }
      db:create_all()
      local p = Player:create { name = "Zoe", team = Team:create { name = "Reds" } }
      local card = Card:create { player = p }
      p.name = "Ann" p:save()
      print(card.player, card.player == p)
      print(pcall(function() return card.player.team end))
      """#,
      """
      Player {"id":1,"name":"Zoe","team_id":1} true
      false Player.team: an object inside another has no relations; its key is the field 'team_id'
      """)
  }

  @Test func `equal documents have the same key`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local a, b = Customer { name = "a", address = { city = "X" } }, Customer { name = "b", address = { city = "X" } }
      print(a.address == b.address, a.address:key() == b.address:key())
      b.address.zip = "12345"
      return a.address == b.address, a.address:key() == b.address:key(), Address { city = "X" } == a.address
      """#, "true true\nfalse false true")
  }

  @Test func `a set-based update and an upsert take documents`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer:create { name = "Zoe" }
      print(Customer:all():update { address = { city = "Rome" } }, Customer:get(1).address:label())
      db:add(Customer { id = 1, name = "Zoe", address = { city = "Oslo" } }, { upsert = true })
      print(Customer:get(1).address.city)
      print(pcall(function() Customer:all():update { address = { zip = "1" } } end))
      """#,
      """
      1 Rome!
      Oslo
      false Customer: address.city: is required
      Customer: address.zip: '1' does not have 5 characters
      """)
  }

  @Test func `fields of one entity may hold functions between scripts and the document`() throws {
    let script = try Script()
    try script.expect(
      #"""
      Note = entity "Note" { abstract = true, words = text {
        encode = function(list) return table.concat(list, ",") end,
        decode = function(s) local r = {} for w in s:gmatch "[^,]+" do r[#r + 1] = w end return r end } }
      Page = entity "Page" { note = embedded "Note" }
      db:create_all()
      Page:create { note = { words = { "a", "b" } } }
      return db:query("SELECT note FROM page")[1].note, #Page:get(1).note.words
      """#, #"{"words":"a,b"} 2"#)
  }

  @Test func `documents from outside say the words of an enumeration, or what is stored for them`() throws {
    try Script(
      schema: """
        Place = entity "Place" { abstract = true, kind = enum { { "home", 1 }, { "work", 2 } }, stay = duration {} }
        Visit = entity "Visit" { at = embedded "Place", all = list_of "Place", by = map_of "Place" }
        db:create_all()
        """
    ).expect(
      """
      local v = Visit:decode('{"at":{"kind":"work","stay":"PT1H"},"all":[{"kind":"home"},{"kind":2}],"by":{"x":{"kind":1}}}', "json")
      print(v.at.kind, v.at.stay, v.all[1].kind, v.all[2].kind, v.by.x.kind)
      db:add(v)
      print(db:query("SELECT at FROM visit")[1].at, Visit:get(1).at.kind)
      print(select(2, pcall(Visit.decode, Visit, '{"at":{"kind":"pub"}}', "json")))
      """,
      """
      work 3600 home work home
      {"kind":2,"stay":3600} work
      Visit: at.kind: expected one of its words, not the text 'pub'
      """)
  }
}
