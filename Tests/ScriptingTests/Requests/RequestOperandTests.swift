import Testing

/// Requests as values in the conditions of others.
@Suite struct RequestOperandTests {
  @Test(arguments: [
    ("{ team = Team:where { active = true } }", "Ann"),
    ("{ team = is.one_of(Team:where { active = true }) }", "Ann"),
    ("{ team = is.none_of(Team:where { active = true }) }", "Bob"),
    ("{ team = ~is.one_of(Team:where { active = true }) }", "Bob"),
    ("{ team = is.absent | is.one_of(Team:where { active = true }) }", "Ann Cid"),
    ("{ games = Game:where { score = is.greater(3) } }", "Ann Bob"),
    ("{ games = is.none_of(Game:where { won = true }) }", "Cid"),
    ("{ games = Game:sorted_by '-score':limit(1) }", "Bob"),
    ("{ games = Game:sorted_by 'score':offset(2) }", "Bob"),
    ("{ games = Game:sorted_by('-player.age', '-score'):limit(1) }", "Bob"),
    ("{ tags = Tag:where { color = 'x' } }", "Ann"),
    ("{ tags = is.none_of(Tag:where { color = 'x' }) }", "Bob Cid"),
    ("{ age = is.one_of(Player:select 'age':where { name = { 'Ann', 'Cid' } }) }", "Ann"),
    ("{ age = is.none_of(Player:select 'age':where { name = { 'Ann', 'Cid' } }) }", "Bob"),
    ("{ age = Player:select 'age':where { name = 'Bob' } }", "Bob"),
    ("{ id = is.one_of(Player:select 'id':limit(2)) }", "Ann Bob"),
    ("{ id = is.one_of(Game:select 'player':where { won = true }) }", "Ann Bob"),
    ("{ team = is.one_of(Player:select 'team':where { age = 30 }) }", "Bob"),
    ("('team:one_of(teams)', { teams = Team:where { active = false } })", "Bob"),
    ("('not team:one_of(teams)', { teams = Team:where { active = false } })", "Ann"),
    ("('boss.team:one_of(teams)', { teams = Team:where { active = true } })", "Bob Cid"),
    ("{ ['boss.team'] = Team:where { active = true } }", "Bob Cid"),
    ("{ boss = red.players }", "Bob Cid"),
    // What a function decides is asked before.
    ("{ team = Team:where(function(t) return t.name:gsub('e', '') == 'Rd' end) }", "Ann"),
    ("{ games = Game:where(function(g) return os.time() > 0 and g.score == 9 end) }", "Bob"),
    ("{ team = Team:where { players = Player:where(function(p) return os.time() > 0 and p.age == 20 end) } }", "Ann"),
  ])
  func `a request in a condition means its rows`(condition: String, rows: String) throws {
    let script = try Script(schema: relatedGames)
    let arguments = condition.hasPrefix("(") ? condition : "(\(condition))"
    try script.expect("return both\(arguments)", rows)
  }

  @Test(arguments: [
    ("A:where { d = is.one_of(B:select 'd') }", "1.50 2.00"),
    ("B:where { d = is.one_of(A:select 'd') }", "1.5000 2.0000"),
    ("A:where { d = is.none_of(B:select 'd') }", "2.25"), ("B:where { d = is.none_of(A:select 'd') }", "2.2501"),
    ("B:where_not { d = is.one_of(A:select 'd') }", "2.2501"),
    ("A:where('d:one_of(list)', { list = B:select 'd' })", "1.50 2.00"),
    ("B:where('not d:one_of(list)', { list = A:where(function(a) return os.time() > 0 end):select 'd' })", "2.2501"),
    ("A:where { d = is.one_of(B:select 'n') }", "2.00"), ("B:where { d = is.one_of(B:select 'n') }", "2.0000"),
    ("B:where { n = is.one_of(A:select 'd') }", "2.0000"), ("A:where { d = B:select 'd':where { n = 2 } }", "2.00"),
  ])
  func `decimals are compared by their values, whatever their digits`(request: String, values: String) throws {
    let script = try Script(
      schema: """
        A = entity "A" { d = decimal { scale = 2 } }
        B = entity "B" { d = decimal { scale = 4 }, n = integer {} }
        db:create_all()
        for _, d in ipairs { "1.50", "2.00", "2.25" } do A:create { d = d } end
        B:create { d = "1.5000" } B:create { d = "2.2501", n = 3 } B:create { d = "2.0000", n = 2 }
        A:create {} B:create {}
        """)
    try script.expect(
      """
      local texts = {}
      for place, value in ipairs(\(request):sorted_by 'd':pluck 'd') do texts[place] = tostring(value) end
      return table.concat(texts, ' ')
      """, values)
  }

  @Test func `it counts as it is when the outer request runs`() throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      local least = 3
      local plain = Player:where { games = Game:where { score = is.greater(6) } }
      local captured = Player:where { games = Game:where(function(g) return g.score > least and os.time() > 0 end) }
      print(names(plain:fetch()), "/", names(captured:fetch()))
      g2.score = 8 g2:save() g3.score = 1 g3:save() g1.score = 7 g1:save() least = 7
      print(names(plain:fetch()), "/", names(captured:fetch()), captured:count(), captured:exists())
      print(captured:update { age = 50 }, bob:reload().age, captured:group_by "team":aggregate { n = "count" }[1].n)
      """,
      """
      Bob / Ann Bob
      Ann Bob / Bob 1 true
      1 50 1
      """)
  }

  @Test func `one of another database is read first`() throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      local other = open(":memory:")
      other:create_all()
      other:add(Team { name = "Blue" }, Team { name = "Green", active = false })
      print(names(Player:where { team = Team:on(other):where { active = false } }:fetch()))
      print(Team:where { name = is.one_of(Team:on(other):select "name") }:pluck("name")[1])
      """,
      """
      Bob
      Blue
      """)
  }

  @Test func `a result set follows the tables of a request in its condition`() throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      local plain = Player:where { team = Team:where { active = true } }:results()
      local asked = Player:where { team = Team:where(function(t) return os.time() > 0 and t.active end) }:results()
      print(#plain, #asked)
      blue.active = true blue:save()
      print(#plain, #asked)
      """,
      """
      1 1
      2 2
      """)
  }

  @Test(arguments: [
    ("Player:where { team = Game:all() }", "team: a request for rows of Team was expected, not of Game"),
    ("Player:where { age = Player:all() }", "age: which value of Player is meant? Name one: request:select \"…\""),
    (
      "Player:where { age = is.one_of(Player:select('age', 'name')) }",
      "age: a request has one value here, not 2: select one field"
    ),
    (
      "Player:where { age = Player:select 'name' }", "age is integer: it cannot be compared with 'name', which is text"
    ),
    (
      "Player:where('team == teams', { teams = Team:all() })",
      "where: 'teams' is a request: ask x:one_of(teams)\n  team == teams\n          ^^^^^"
    ),
    (
      "entity 'V' { n = integer { validate = is.one_of(Team:all()) } }",
      "schema.lua:1: entity 'V', field 'n': is.one_of of a request is no test of a value: it is for conditions,"
        + " where { … = is.one_of(request) }"
    ),
    ("Player:where { team = is.between(Team:all(), 3) }", "is.between: takes 2 values, as in is.between(18, 24)"),
  ])
  func `a request that does not fit is refused`(source: String, message: String) throws {
    let script = try Script(schema: relatedGames)
    #expect(script.failure(source) == message)
  }

  @Test func `an error in a request that a condition asks is the error of the one that asks it`() throws {
    try Script(
      schema:
        "T = entity 'T' { n = integer {}, cs = has_many 'C' } C = entity 'C' { t = belongs_to 'T' } db:create_all() T:create { n = 1 }"
    ).expect(
      """
      local function bad(t) local held = { t.n } error("boo " .. held[1], 0) end
      local requests = {
        C:where { t = T:where(bad) }, C:where { t_id = is.one_of(T:where(bad):select "id") },
        C:where { t_id = is.none_of(T:where(bad):select "id") }, C:where { t = T:sorted_by(bad):limit(1) },
        T:where { cs = C:where { t = T:where(bad) } },
      }
      for _, request in ipairs(requests) do
        for _, word in ipairs { "count", "fetch", "exists", "sql" } do
          local is_done, message = pcall(request[word], request)
          if is_done or message ~= "boo 1" then print(word, is_done, message) end
        end
      end
      print(T:count(), C:where { t = T:where(function(t) return t.n == 1 end) }:count())
      """, "1 0")
  }
}
