import Testing

/// `Player:sample(100, { seed = 1, team = red })`.
@Suite struct SampleTests {
  @Test func `samples are the same for the same seed, and not saved`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local a, b, c = Player:sample(20, { seed = 7 }), Player:sample(20, { seed = 7 }), Player:sample(20, { seed = 8 })
      local same, other = true, false
      for i = 1, 20 do
        for _, name in ipairs { "name", "age", "score", "active", "rank" } do
          same = same and a[i][name] == b[i][name]
          other = other or a[i][name] ~= c[i][name]
        end
      end
      print(#a, same, other, a[1]:is_new(), Player:count(), a[1]:validate())
      db:add(a)
      print(Player:count(), #Player:sample(0))
      """, "20 true true true 0 true\n20 0")
  }

  @Test func `the first of many are those of few, whatever else there is`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local few, many = Player:sample(3, { seed = 1 }), Player:sample(30, { seed = 1 })
      print(few[3].name == many[3].name, few[3].age == many[3].age)
      print(few[2].name == Player:sample(3, { seed = 1, age = 20 })[2].name)
      """, "true true\ntrue")
  }

  @Test func `members that are given are set as they are`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local red = Team:create { name = "Red" }
      local all = Player:sample(30, { seed = 1, team = red, age = 20, avatar = null })
      for _, p in ipairs(all) do assert(p.team == red and p.age == 20 and p.avatar == nil) end
      db:add(all)
      print(red.players:count())
      """, "30")
    #expect(script.failure("Player:sample(1, { agee = 3 })").contains("Did you mean 'age'?"))
    #expect(script.failure("Player:sample(2, { age = 99 })").contains("age: 99 is not between 18 and 24"))
    #expect(script.failure("Player:sample(2, { age = 'x' })").contains("age"))
    #expect(
      script.failure("Player:sample(2, { name = 'Ann' })").contains(
        "Player:sample: name is unique, and after 1 of 2 objects no other value was found"))
  }

  @Test func `seed is always the option`() throws {
    let script = try Script(schema: "Plant = entity 'Plant' { seed = text {} }")
    try script.expect("print(Plant:sample(2, { seed = 1 })[1].seed ~= 1)", "true")
    #expect(script.failure("Plant:sample(2, { seed = 'x' })").contains("sample: seed is an integer, not the text 'x'"))
    #expect(script.failure("Plant:sample()").contains("sample takes a number of objects"))
    #expect(script.failure("Plant:sample(2, 1)").contains("sample takes its seed, and members that are given"))
  }

  @Test func `unique values differ from each other and from those of the table`() throws {
    let script = try Script(
      schema: """
        Slot = entity "Slot" {
          n = integer { required = true, unique = true, validate = is.between(1, 100) },
          code = text { primary_key = true, validate = is.matching "^[a-z]{3}[A-D]$" },
          a = enum { "x", "y", "z" , required = true }, b = boolean { required = true },
          indexes = { index { "a", "n", unique = true } },
        }
        Pair = entity "Pair" {
          a = enum { "x", "y", "z" , required = true }, b = boolean { required = true },
          indexes = { index { "a", "b", unique = true } },
        }
        db:create_all()
        """)
    try script.expect(
      """
      db:add(Slot:sample(30, { seed = 1 }))
      db:add(Slot:sample(30, { seed = 1 }))
      db:add(Pair:sample(6, { seed = 1 }))
      print(Slot:count(), Pair:count())
      """, "60 6")
    #expect(
      script.failure("Slot:sample(41, { seed = 3 })").contains(
        "Slot:sample: n is unique, and after 40 of 41 objects no other value was found"))
    #expect(
      script.failure("Pair:sample(1)").contains(
        "Pair:sample: a and b are together unique, and after 0 of 1 objects no other value was found"))
  }

  @Test func `required relations lead to rows that are there`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text { required = true } }
        Coach = entity "Coach" { team = belongs_to("Team", { required = true, unique = true }) }
        Game = entity "Game" { home = belongs_to("Team", { required = true }), guest = belongs_to "Team" }
        """)
    let words = "Game:sample: home is required, and there is no Team yet. Save one first, or give one:"
    #expect(script.failure("Game:sample(1)").contains(words))
    #expect(script.failure("db:create_all() Game:sample(1)").contains(words))
    #expect(script.kindOfFailure("Game:sample(1)") == "StateError")
    try script.expect(
      """
      db:add(Team:sample(10, { seed = 1 }))
      local games = Game:sample(50, { seed = 1 })
      local homes, guests, none = {}, {}, 0
      for _, g in ipairs(games) do
        homes[g.home.id] = true
        if g.guest then guests[g.guest.id] = true else none = none + 1 end
      end
      local count = 0
      for _ in pairs(homes) do count = count + 1 end
      print(count > 5, none > 0, none < 20, next(guests) ~= nil)
      db:add(games)
      db:add(Coach:sample(10, { seed = 2 }))
      print(Game:count(), Coach:count())
      """, "true true true true\n50 10")
    #expect(script.failure("Coach:sample(1)").contains("Coach:sample: team is unique"))
  }

  @Test func `rules over several fields hold`() throws {
    let script = try Script(
      schema: """
        Order = entity "Order" {
          start = date { required = true }, finish = date { required = true }, due = datetime {},
          price = decimal { scale = 2, required = true, validate = is.between("1.00", "99.99") },
          quantity = integer { required = true, validate = is.between(1, 20) }, total = decimal { scale = 2 },
          low = integer { required = true }, high = integer { required = true },
          check = { "start < finish", "total == price * quantity", "low + 10 <= high", "low > 5 or high < 100" },
        }
        db:create_all()
        """)
    try script.expect(
      """
      local orders = Order:sample(60, { seed = 3 })
      db:add(orders)
      for _, o in ipairs(orders) do assert(o:validate()) assert(o.start < o.finish and o.low + 10 <= o.high) end
      print(Order:count(), Order:where "total != null":count() > 30)
      """.replacing("total != null", with: "not (total == nil)"), "60 true")
  }

  @Test func `functions are asked, and named where nothing satisfies them`() throws {
    let script = try Script(
      schema: """
        is.even = test(function(v) return v % 2 == 0 end, "must be even")
        Thing = entity "Thing" {
          n = integer { required = true, validate = is.even & is.between(1, 99) },
          hi = integer { required = true, validate = function(v, thing) return v > thing.n, "must be above n" end },
          whole = real { required = true, validate = function(v) return v % 5 == 2 end },
          odd = integer { validate = function(v) return v % 7 == 3 end },
        }
        No = entity "No" { a = integer { required = true, validate = function() return false, "is never right" end } }
        Never = entity "Never" { a = integer { validate = { is.less(3), is.greater(5) } }, check = "a > 7" }
        Rule = entity "Rule" { a = integer { required = true, validate = is.less(3) }, check = { "a > 7" } }
        db:create_all()
        """)
    try script.expect(
      """
      for _, t in ipairs(Thing:sample(40, { seed = 5 })) do
        assert(t:validate() and t.n % 2 == 0 and t.hi > t.n and (t.odd == nil or t.odd % 7 == 3))
      end
      print(#Thing:sample(3))
      """, "3")
    let never = script.failure("No:sample(1, { seed = 1 })")
    #expect(never.contains("No:sample: no object was found in 2000 tries that satisfies all rules: No: a: "))
    #expect(never.contains("is never right"))
    #expect(
      script.failure("Never:sample(9)").contains(
        "Never:sample: a: whatever was tried is not less than 3, or is not greater than 5. Give one:"))
    #expect(script.failure("Rule:sample(1)").contains("satisfies all rules: Rule: a > 7"))
    #expect(script.kindOfFailure("Rule:sample(1)") == "ValidationError")
  }

  @Test func `documents are whole, at any depth`() throws {
    let script = try Script(
      schema: """
        Address = entity "Address" {
          abstract = true, street = text { required = true, validate = is.length(3, 12) },
          zip = text { required = true, validate = is.matching "^\\\\d{5}$" }, since = date {}, price = decimal {},
        }
        Node = entity "Node" { abstract = true, name = text { required = true }, children = list_of "Node" }
        Shop = entity "Shop" {
          home = embedded("Address", { required = true }), others = list_of "Address", named = map_of "Address",
          tree = embedded "Node", avatar = json {}, tags = list_of(text { validate = is.not_empty }),
          shape = variant { circle = real { validate = is.greater(0) }, rect = "Address", none = true },
        }
        db:create_all()
        """)
    try script.expect(
      """
      local shops = Shop:sample(60, { seed = 2 })
      local kinds = {}
      for _, s in ipairs(shops) do
        assert(s:validate())
        assert(s.home.zip:match "^%d%d%d%d%d$")
        if s.shape then kinds[next(s.shape)] = true end
      end
      db:add(shops)
      for s in Shop:iterate() do assert(#s.home.street >= 3) end
      print(Shop:count(), kinds.circle, kinds.rect, kinds.none)
      """, "60 true true true")
  }

  @Test func `tables of others and shared tables have samples, too`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"
        db:execute [[CREATE TABLE car (plate TEXT PRIMARY KEY NOT NULL, maker_id INTEGER NOT NULL REFERENCES maker(id),
          price NUMERIC(8, 2), sold DATETIME, note BLOB)]]
        db:reflect()
        Animal = entity "Animal" { name = text { required = true } }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { validate = is.between(1, 9) } }
        db:create_all()
        """)
    try script.expect(
      """
      db:add(Maker:sample(5, { seed = 1 }))
      db:add(Car:sample(20, { seed = 1 }))
      db:add(Cat:sample(5, { seed = 1 }), { })
      db:add(Animal:sample(5, { seed = 1 }))
      print(Maker:count(), Car:count(), Cat:count(), Animal:count())
      """, "5 20 5 10")
  }

  @Test func `numbers below nothing are found`() throws {
    let schema = """
      T = entity "T" { v = real { required = true, validate = is.less(0) } }
      U = entity "U" { a = real { required = true }, check = "a < 0" }
      db:create_all()
      """
    try Script(schema: schema).expect(
      """
      local found = true
      for _, t in ipairs(T:sample(20, { seed = 1 })) do found = found and t.v < 0 end
      for _, u in ipairs(U:sample(20, { seed = 1 })) do found = found and u.a < 0 end
      return found
      """, "true")
  }
}
