import Testing

/// `function Player.scopes:adults() … end`.
@Suite struct ScopeTests {
  private let players = """
    Team = entity "Team" { name = text {}, players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, age = integer {}, active = boolean { default = true }, team = belongs_to "Team",
    }
    Student = entity "Student" { extends = "Player", school = text {} }
    function Player.scopes:adults(age) return self:where { age = is.at_least(age or 18) } end
    function Player.scopes:active() return self:where { active = true } end
    function Player.scopes:special() return self:where { name = "Cid" }:or_where { age = 40 } end
    function Player.scopes:oldest() return self:sorted_by("-age"):limit(1) end
    db:create_all()
    red = Team:create { name = "Red" }
    db:add(
      Player { name = "Ann", age = 15, team = red }, Player { name = "Bob", age = 20, team = red },
      Player { name = "Cid", age = 30 }, Player { name = "Dan", age = 40, active = false, team = red })
    """

  @Test func `a scope is a word of the entity, of its requests and of relations to it`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      print(Player:adults():count(), Player:adults(21):count(), Player:all():adults(40):count())
      print(red.players:adults():count(), red.players:adults(21):count(), red.players:adults():active():count())
      print(Player:where { name = is.not_equal("Bob") }:adults():oldest():first().name)
      print(table.concat(Player:adults():active():sorted_by("name"):pluck "name", " "))
      """,
      """
      3 2 1
      2 1 1
      Dan
      Bob Cid
      """)
  }

  @Test func `the conditions of a scope stand in brackets of their own`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      print(Player:where { active = true }:special():count(), Player:special():where { active = true }:count())
      print(red.players:special():first().name, Player:special():or_where { age = 15 }:count())
      print(red.players:special():or_where { age = 15 }:count())
      print((Player:active():special():sql()))
      """,
      """
      1 1
      Dan 3
      2
      SELECT "id", "name", "age", "active", "team_id" FROM "player" WHERE "active" = ?1 AND ("name" = ?2 OR "age" = ?3) ORDER BY "id"
      """)
  }

  @Test func `scopes may use others, are inherited, and may have the name of a field`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      function Player.scopes:current() return self:adults():active() end
      print(Player:current():count(), Player:active():count())
      Student:create { name = "Eve", age = 19, school = "X" }
      print(Student:current():first().name, Student.scopes.current ~= nil)
      function Student.scopes:current() return self:where { school = "Y" } end
      print(Student:current():count(), Player:current():count())
      Student.scopes.current = nil
      print(Student:current():count())
      """,
      """
      2 3
      Eve true
      0 2
      1
      """)
  }

  @Test(arguments: [
    (
      "function Player.scopes:where() end",
      "Player.scopes: 'where' is a word that entities or requests have (Player:where { age = is.between(18, 70) })."
        + " Choose another name"
    ),
    (
      "function Player.scopes:add() end",
      "Player.scopes: 'add' is a word that entities or requests have (p.games:add(g)). Choose another name"
    ),
    (
      "Player.scopes.adults = 5",
      "Player.scopes: 'adults' must be a function that gives a request, not the integer 5. Write"
        + " function Player.scopes:adults() return self:where { … } end"
    ),
    (
      "function Player.scopes:none() end Player:none()",
      "the scope 'none' of Player must return a request of Player, such as self:where { … }, not nil"
    ),
    (
      "function Player.scopes:all_teams() return Team:all() end Player:all_teams()",
      "the scope 'all_teams' of Player must return a request of Player, such as self:where { … }, not a"
        + " request"
    ),
    (
      "function Player.scopes:lost() return Player:where { age = 3 } end Player:where { age = 2 }:lost()",
      "the scope 'lost' of Player returns a request that does not go on from self, so that what was asked before would"
        + " be lost: write self:where { … }"
    ),
    ("Player:adutls()", "Player has no method 'adutls'. Did you mean 'adults'?"),
    ("Player:all():adutls()", "a request has no method 'adutls'. Did you mean 'adults'?"),
  ]) func `a scope that cannot be is refused`(source: String, message: String) throws {
    let script = try Script(schema: players)
    #expect(script.failure(source).hasSuffix(message), "\(script.failure(source))")
  }
}
