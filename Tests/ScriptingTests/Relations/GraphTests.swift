import Testing

/// Objects that are made along with the one that they belong to.
@Suite struct GraphTests {
  private let league = """
    Team = entity "Team" { name = text { unique = true }, players = has_many("Player", { ordered = true }) }
    Player = entity "Player" {
      name = text { required = true }, age = integer { validate = is.between(18, 24) }, team = belongs_to "Team",
      games = has_many "Game", tags = many_to_many "Tag",
      skills = many_to_many("Skill", { through = "Mastery" }),
    }
    Game = entity "Game" { title = text {}, player = belongs_to "Player" }
    Tag = entity "Tag" { name = text { unique = true }, players = many_to_many "Player" }
    Skill = entity "Skill" { name = text {} }
    Mastery = entity "Mastery" { player = belongs_to "Player", skill = belongs_to "Skill", level = integer {} }
    db:create_all()
    """

  @Test func `a constructor takes lists of objects and tables, at any depth`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local ann = Player { name = "Ann" }
      local t = Team:create {
        name = "Red",
        players = { { name = "Bob", age = 20, games = { { title = "Go" }, Game { title = "Chess" } } }, ann },
      }
      print(t.id, table.concat(t.players:pluck "name", " "), ann.team.name, ann.id)
      print(table.concat(Player:where { name = "Bob" }:first().games:pluck "title", " "))
      local p = Player { name = "Cid", tags = { { name = "x" }, Tag:create { name = "y" } } }
      print(p:is_new(), p.tags:count(), Tag:count())
      p:save()
      print(p.tags:count(), Tag:count(), Team { name = "Solo", players = { name = "Dan" } }:save().players:first().name)
      """,
      """
      1 Bob Ann Red 2
      Go Chess
      true 2 1
      2 2 Dan
      """)
  }

  @Test func `what waits is read as requests read rows, and put where it is to stand`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local t = Team { name = "Red" }
      t.players:add({ name = "Bob", age = 20 }, { name = "Cid" })
      t.players:insert({ name = "Ann" }, 1)
      t.players:insert(t.players:fetch()[3], 2)
      print(table.concat(t.players:pluck "name", " "), t.players:pluck("age")[3], t.players:pluck("age")[1] == null)
      local walked = {}
      for p in t.players:iterate() do walked[#walked + 1] = p.name end
      print(table.concat(walked, ";"), #t.players:first(2), t.players:first(2)[1].name, t.players:first().name)
      print(pcall(function() t.players:insert({ name = "X" }, 5) end))
      print((pcall(function() t.players:first(1):first(1).tags:insert({}, 1) end)))
      t:save()
      print(table.concat(t.players:pluck "name", " "))
      """,
      """
      Ann Cid Bob 20 true
      Ann;Cid;Bob 2 Ann Ann
      false insert: Team.players has no place 5: there are the places 1 to 4
      false
      Ann Cid Bob
      """)
  }

  @Test func `a graph that failed leaves its objects as they were`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local p = Player { name = "Ann" }
      print(pcall(Team.create, Team, { name = "Red", players = { p, {} } }))
      print(p.team, p:is_new(), Team:count(), Player:count())
      local q = Player:create { name = "Bob" }
      print(pcall(Team.create, Team, { name = "Red", players = { q, {} } }))
      print(q.team, q.team_id)
      db:begin() Team:create { name = "Red", players = { p, q } } print(p.team.name, q.team.name) db:rollback()
      print(p.team, p:is_new(), q.team, Team:count())
      p:save() q:save() print(p.id ~= nil, Player:count(), Team:count())
      """,
      """
      false Team: players[2]: name: is required
      nil true 0 0
      false Team: players[2]: name: is required
      nil nil
      Red Red
      nil true nil 0
      true 2 0
      """)
  }

  @Test func `a table is the new object of a relation to one`() throws {
    let script = try Script(
      schema: """
        Person = entity "Person" { name = text { required = true }, passport = has_one "Passport" }
        Passport = entity "Passport" { number = text { required = true }, owner = belongs_to "Person" }
        db:create_all()
        """)
    try script.expect(
      """
      local p = Person:create { name = "Ann", passport = { number = "1" } }
      print(p.passport.number, p.passport.owner == p)
      local x = Passport:create { number = "2", owner = { name = "Bob" } }
      print(x.owner.name, Person:count(), x.owner.passport == x)
      """,
      """
      1 true
      Bob 2 true
      """)
    for (call, words) in [
      ("Person:create { name = 'Cid', passport = {} }", "passport: expected a Passport, not a table"),
      ("Person:create { name = 'Cid', passport = { number = 4 } }", "Person: passport: number: expected text"),
      ("Person:create { name = 'Cid', passport = { { number = '1' } } }", "expected a Passport, not a table"),
      ("Passport:create { number = '3', owner = { name = 'Dan' }, owner_id = 1 }", "owner"),
    ] {
      let failure = script.failure(call)
      #expect(failure.contains(words), "\(failure)")
    }
    try script.expect("return Person:count() .. ' ' .. Passport:count()", "2 2")
  }

  @Test func `a relation makes an object of a table without names`() throws {
    let script = try Script()
    try script.expect(
      """
      Team = entity "Team" { name = text {}, players = has_many "Player", friends = many_to_many "Friend" }
      Player = entity "Player" { team = belongs_to "Team", age = integer { default = 7 } }
      Friend = entity "Friend" { name = text { default = "Bo" } }
      db:create_all()
      local t = Team:create {}
      print(t.players:create {}.age, t.players:create { {} }.age, t.players:create(setmetatable({}, { __index = {} })).age)
      print(t.friends:create({}, {}).name, t.players:count(), t.friends:count())
      """,
      """
      7 7 7
      Bo 3 1
      """)
  }

  @Test func `relations make and take plain tables`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local t = Team:create { name = "Red" }
      local p = t.players:create { name = "Ann", age = 20 }
      print(p.id, p.team == t, t.players:count())
      t.players:add { name = "Bob" }
      t.players:add { { name = "Cid" }, Player { name = "Dan" } }
      t.players:add({ name = "Eve" }, { name = "Fay" })
      print(table.concat(t.players:pluck "name", " "))
      p.skills:add({ name = "chess" }, { level = 3 })
      local s = p.skills:create({ name = "go" }, { level = 5 })
      print(s.name, table.concat(Mastery:sorted_by "id":pluck "level", " "), p.skills:count())
      p.tags:add { name = "x" }
      print(p.tags:create { name = "y" }.id, p.tags:count())
      local u, v = p.tags:create { { name = "u" }, { name = "v" } }
      print(u.name, v.name, p.tags:count())
      """,
      """
      1 true 1
      Ann Bob Cid Dan Eve Fay
      go 3 5 2
      2 2
      u v 4
      """)
  }

  @Test func `relations of an object that is not saved read what was added`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local t = Team { name = "Red" }
      print(t.players:count(), t.players:exists(), t.players:first(), #t.players:fetch())
      local a = Player { name = "Ann" }
      t.players:add(a, { name = "Bob" })
      t.players:add(a)
      print(t.players:count(), t.players:first() == a, table.concat(t.players:fetch():map "name", " "))
      t.players:each(function(p) p.age = 19 end)
      local walked = {}
      for p in t.players:iterate() do walked[#walked + 1] = p.name end
      print(table.concat(walked, " "), #t.players)
      local c = Player { name = "Cid" }
      t.players:add(c)
      t.players:remove(c)
      print(t.players, Team:count(), Player:count())
      t:save()
      print(t.players:count(), t.players:sum "age", a.team == t, c:is_new())
      print(pcall(function() Team {}.players:create { name = "x" } end))
      print(pcall(function() return Team {}.players:where { name = "x" } end))
      """,
      """
      0 false nil 0
      2 true Ann Bob
      Ann Bob 2
      relation Team.players of an object that is not saved 0 0
      2 38 true true
      false this Team is not saved: say players:add { … }, and it is saved with the Team
      false this Team is not saved: players has no where until then, but add, remove, fetch, count, exists, first, insert, pluck, iterate, each
      """)
  }

  @Test func `an error names its place, and nothing is saved`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local function refused(f) print(select(2, pcall(f))) end
      refused(function() Team { name = "R", players = { { name = "A" }, { name = "B", age = "x" } } } end)
      refused(function() Team:create { name = "R", players = { { name = "A", age = 20 }, { name = "B", age = 99 } } } end)
      refused(function() Team { name = "R", players = { 5 } } end)
      refused(function() Team { name = "R", players = { Team { name = "S" } } } end)
      refused(function() Team { name = "R", players = { { name = "A", games = { { titel = "x" } } } } } end)
      refused(function() Team { name = "R", players = { { name = "A" }, name = "B" } } end)
      refused(function() Team { name = "R", players = 5 } end)
      local t = Team:create { name = "R" }
      refused(function() t.players:create { name = "A", age = 1 } end)
      refused(function() t.players:add { { name = "A" }, { age = 20 } } end)
      refused(function() t.players:create(5) end)
      print(Team:count(), Player:count())
      """,
      """
      Team: players[2]: age: expected an integer, not the text 'x'
      Team: players[2]: age: 99 is not between 18 and 24
      Team.players[1]: a Player was expected, not the integer 5
      Team.players[1]: a Player was expected, not a Team
      Team: players[1]: games[1]: Game has no field 'titel'. Did you mean 'title'?
      Team.players: a list of objects has no names such as 'name': a table with names alone is one new object
      Team.players leads to many rows: once the Team is saved, its players:add(…) and players:remove(…) change which they are
      Team: players: age: 1 is not between 18 and 24
      Team: players[2]: name: is required
      create: Team.players makes an object of a table: create { name = … }, not of the integer 5
      1 0
      """)
  }

  @Test func `what failed to be saved with its owner can be mended and saved`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local t = Team { name = "R", players = { { name = "A", age = 20 }, { name = "B", age = 99 } } }
      print(pcall(t.save, t))
      print(t:is_new(), t.id, t.players:count(), Player:count(), t.players:first():is_new())
      t.players:fetch()[2].age = 21
      t:save()
      print(t.players:count(), Player:sum "age")
      """,
      """
      false Team: players[2]: age: 99 is not between 18 and 24
      true nil 2 0 true
      2 41
      """)
  }

  @Test func `get_or_create finds an object or makes it`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local t = Team:create { name = "Red" }
      local p, made = Player:get_or_create({ name = "A", team = t }, { age = 20 })
      print(p.id, p.age, p.team == t, made)
      local q, again = Player:get_or_create({ name = "A", team = t }, { age = 21 })
      print(q == p, q.age, again, Player:count())
      local r, new = Player:get_or_create { name = "A", team = null }
      print(r.id, r.team, new)
      print(pcall(Player.get_or_create, Player, { name = is.prefix "x" }))
      print(pcall(Player.get_or_create, Player, { name = { "A", "B" } }))
      print(pcall(Player.get_or_create, Player, { ["team.name"] = "Red" }))
      print(pcall(Player.get_or_create, Player, { name = "Z" }, { age = 99 }))
      print(pcall(Player.get_or_create, Player, "A"))
      print(Player:count())
      """,
      """
      1 20 true true
      true 20 false 1
      2 nil true
      false get_or_create: name must be a value that a new object can have, not a test
      false get_or_create: name must be a value that a new object can have, not a table
      false Player has no field 'team.name'.
      false Player: age: 99 is not between 18 and 24
      false get_or_create takes a table of values to look for, and one of values for a new object, not the text 'A'
      2
      """)
  }

  @Test func `an upsert goes by a unique index of several fields`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {} }
        Player = entity "Player" {
          name = text {}, age = integer {}, team = belongs_to "Team", indexes = { index { "team", "name", unique = true } },
        }
        db:create_all()
        red = Team:create { name = "Red" }
        """)
    try script.expect(
      """
      db:add(Player { name = "A", team = red, age = 1 }, Player { name = "B", team = red, age = 1 })
      local p = Player { name = "A", team = red, age = 2 }
      db:add(p, { upsert = true, on = { "team", "name" } })
      db:batch(function(batch) batch:upsert(Player { name = "B", team = red, age = 3 }, { on = { "name", "team" } }) end)
      print(p.id, Player:count(), Player:sum "age")
      print(pcall(db.add, db, Player { name = "A" }, { upsert = true, on = { "name", "age" } }))
      print(pcall(db.add, db, Player { name = "A" }, { upsert = true, on = {} }))
      """,
      """
      1 2 5
      false Player: rows can be upserted on a unique field only, which 'name, age' is not ('team, name')
      false add: option 'on' cannot be a table, as in { upsert = true, on = "name" }
      """)
  }

  @Test func `a symmetric relation links from both sides`() throws {
    let script = try Script(
      schema: """
        Person = entity "Person" { name = text {}, friends = many_to_many("Person", { inverse = "friends" }) }
        db:create_all()
        """)
    try script.expect(
      """
      local a, b, c = Person:create { name = "a" }, Person:create { name = "b" }, Person { name = "c" }
      a.friends:add(b, c)
      a.friends:add(b)
      local function names(p) return table.concat(p.friends:sorted_by "name":pluck "name", " ") end
      print(names(a), names(b), names(c), Person:where { friends = a }:count())
      b.friends:remove(a)
      print(names(a), b.friends:count(), #db:query "SELECT * FROM person_friends")
      local d = Person:create { name = "d", friends = { { name = "e" }, c } }
      print(names(d), names(c), Person:where { name = "e" }:first().friends:first() == d)
      """,
      """
      b c a a 2
      c 0 2
      c e a d true
      """)
  }

  @Test func `pairs walks the fields in their order`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local p = Player:create { name = "Ann" }
      for name, value in pairs(p) do print(name, value) end
      for name, value in pairs(Player:select "name":first()) do print(name, value) end
      """,
      """
      id 1
      name Ann
      age nil
      team_id nil
      id 1
      name Ann
      """)
  }

  @Test func `a float without a fraction is an integer, and names hold no NUL`() throws {
    let script = try Script(schema: league)
    try script.expect(
      """
      local p = Player { name = "A", age = 40 / 2 }
      p:save()
      print(p.age, math.type(p.age), Player:where { age = 20.0 }:count())
      p.age = 42 / 2
      print(math.type(p.age), p:validate("age", 22.0), (select(2, p:validate("age", 20.5))))
      print(pcall(text, { column = "a\\0b" }))
      """,
      """
      20 integer 1
      integer true Player: age: expected an integer, not the number 20.5
      true field
      """)
    #expect(script.failure("X = entity 'X' { a = text { column = 'a\\0b' } }").contains("must be text, without NUL"))
    #expect(script.failure("X = entity 'A\\0B' { a = text {} }").contains("the name of an entity cannot hold NUL"))
  }
}
