import Testing

/// Conditions and expressions in the words of SQL and of other languages: the error itself says how they are said here.
@Suite struct ForeignConditionTests {
  private static let schema = """
    Game = entity "Game" { n = integer {}, won = boolean {}, player = belongs_to "Player" }
    Player = entity "Player" {
      name = text {}, age = integer {}, city = text {}, prefs = json {}, games = has_many "Game", team = belongs_to "Team",
    }
    Team = entity "Team" { name = text {}, players = has_many "Player" }
    db:create_all()
    local red = Team:create { name = "Red" }
    local ann = Player:create { name = "Ann", age = 20, city = "Oslo", prefs = { color = "red" }, team = red }
    Player:create { name = "Bob", city = "Oslo" }
    ann.games:create { n = 3, won = true }
    ann.games:create { n = 5, won = false }
    function said(f, ...)
      local worked, error = pcall(f, ...)
      return worked and "no error" or tostring(error):match "^[^\\n]*"
    end
    """

  private static let inSmallLetters = "the words are Lua's, in small letters: age > 18 and name ~= \"Ann\""

  @Test(arguments: [
    ("city IS NULL", "say age == nil, or where { age = is.absent }"),
    ("(city IS NULL)", "say age == nil, or where { age = is.absent }"),
    ("city is not null", "say age ~= nil, or where { age = is.present }"),
    ("any(games, n IS NULL)", "say age == nil, or where { age = is.absent }"),
    ("name LIKE 'A%'", "text is asked by tests: where { name = is.prefix \"A\" }"),
    ("name ILIKE 'a%'", "text is asked by tests: where { name = is.containing(\"an\", { ignore_case = true }) }"),
    (
      "name NOT ILIKE 'a%'",
      "text is asked by tests: where { name = is.not_containing(\"an\", { ignore_case = true }) }"
    ),
    ("age IN (1, 2)", "say where { age = is.one_of { 1, 2 } }"),
    ("age NOT IN (1, 2)", "say where { age = is.none_of { 1, 2 } }"),
    ("age BETWEEN 18 AND 24", "say 18 <= age and age <= 24, or where { age = is.between(18, 24) }"),
    ("age NOT BETWEEN 18 AND 24", "say age < 18 or age > 24, or where { age = is.not_between(18, 24) }"),
    ("age > 3 AND age < 9", inSmallLetters), ("age > 3 OR age < 9", inSmallLetters), ("NOT city", inSmallLetters),
    ("age > 3 AND name LIKE 'A%'", inSmallLetters + "; text is asked by tests"),
    ("CASE WHEN age > 3 THEN 1 END == 1", "a choice is if(score > 3, 'good', 'bad')"),
    ("age > 3 ORDER BY name", "sorted_by says the order"), ("age > 3 LIMIT 5", "limit says how many"),
    ("count(games) FILTER (WHERE won) > 1", "some of the rows are counted by a sum: sum(if(games.won, 1, 0))"),
    ("count(games WHERE won) > 1", "some of the rows are counted by a sum: sum(if(games.won, 1, 0))"),
  ])
  func `words of SQL are answered where an operator is expected`(condition: String, advice: String) throws {
    let script = try Script(schema: Self.schema)
    let words = try script.run("return said(Player.where, Player, \"\(condition.replacing("\"", with: "\\\""))\")")
    #expect(words.hasPrefix("where: an operator was expected here; \(advice)"), "\(words)")
    #expect(!words.contains("a name with a blank"))
  }

  @Test(arguments: [
    ("age <> 5", "where: a field, a parameter or a value was expected here; unequal is ~="),
    ("#games > 0", "where: '#' means nothing here. Rows are counted by count(games) > 0"),
    ("age == NULL", "no such parameter; NULL is nil in a text: age == nil"),
    ("age == None", "no such parameter; None is nil in a text: age == nil"),
    ("true == FALSE", "no such parameter; the words are Lua's, in small letters: false"),
    ("NOT (age == 3)", "there is no function 'NOT'; \(inSmallLetters)"),
    ("len(name) > 2", "there is no function 'len'. Did you mean 'length', as in length(name) > 3?"),
    ("exists(games)", "there is no function 'exists'. Did you mean 'any', as in any(games, score > 3)?"),
    ("ifnull(age, 3) > 2", "Did you mean 'coalesce', as in coalesce(nickname, name)?"),
    ("lenght(name) > 2", "there is no function 'lenght'. Did you mean 'length'?"),
    // Names that SQL has words for are names all the same.
    ("year(prefs) == 1", "where: year takes a day or a moment, not the json field 'prefs'"),
    ("weekday(prefs) == 1", "where: weekday takes a day or a moment, not the json field 'prefs'"),
    ("name year", "where: an operator was expected here; a name with a blank is written [\"name year\"]"),
  ])
  func `what else is foreign is answered, too`(condition: String, words: String) throws {
    let script = try Script(schema: Self.schema)
    let said = try script.run("return said(Player.where, Player, \"\(condition)\")")
    #expect(said.contains(words), "\(said)")
  }

  @Test func `fields and parameters may be called as words of SQL are`() throws {
    let script = try Script(
      schema: """
        E = entity "E" { limit = integer {}, case = integer {}, desc = text {}, like = integer {}, null = integer {} }
        db:create_all()
        E:create { limit = 1, case = 2, desc = "a", like = 3, null = 4 }
        """)
    try script.expect(
      """
      print(E:where "limit == 1 and case == 2 and like == 3 and null == 4":count())
      print(E:where("desc == IN", { IN = "a" }):count())
      """, "1\n1")
  }

  /// What is advised works.
  @Test func `some of the related rows are counted by a sum`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(encode(Player:annotate { k = "sum if(games.won, 1, 0)" }:sorted_by "id":pluck "k", "json"))
      print(encode(Player:annotate { k = "sum(if(games.won, 1, 0))" }:sorted_by "id":pluck "k", "json"))
      print(encode(Player:annotate { k = "max(if(games.won, games.n, nil))" }:sorted_by "id":pluck "k", "json"))
      print(Game:group_by("player"):aggregate { k = "sum if(won, 1, 0)" }:first().k)
      print(Player:group_by("city"):aggregate { k = "sum sum(if(games.won, 1, 0))" }:first().k)
      """,
      "[1,0]\n[1,0]\n[3,null]\n1\n1")
  }

  @Test(arguments: [
    (
      "count(games, won)",
      "annotate: count takes a relation alone: some of its rows are counted by sum(if(games.won, 1, 0))",
      "count(games, won)\n  ^^^^^"
    ),
    (
      "count games, won",
      "annotate: count takes a relation alone: some of its rows are counted by sum(if(games.won, 1, 0))",
      "count games, won\n  ^^^^^"
    ),
    (
      "max games.n, games.won",
      "annotate: max takes one expression: of some rows it is max(if(games.won, games.n, nil))",
      "max games.n, games.won\n  ^^^"
    ),
    (
      "count games where won", "annotate: an operator was expected here; some of the rows are counted by a sum",
      "count games where won\n              ^^^^^"
    ),
    ("list gams.n", "annotate: list is of the rows that a relation leads to", "list gams.n\n       ^^^^^^"),
  ])
  func `an aggregate with a condition is shown as it was written`(text: String, words: String, marked: String) throws {
    let failure = try Script(schema: Self.schema).failure("Player:annotate { k = \"\(text)\" }:fetch()")
    #expect(failure.hasPrefix(words) && failure.hasSuffix("\n  " + marked), "\(failure)")
  }

  @Test(arguments: [
    (
      "Player:group_by 'city':aggregate { k = 'count games' }", "aggregate: 'games' leads to many rows",
      "\"sum count(games)\"", "2"
    ),
    (
      "Player:group_by 'city':aggregate { k = 'count games.id' }", "aggregate: 'games.id' leads to many rows",
      "\"sum count(games.id)\"", "2"
    ),
    (
      "Player:group_by 'city':aggregate { k = 'max games.n' }", "aggregate: 'games.n' leads to many rows",
      "\"max max(games.n)\"", "5"
    ),
    (
      "Player:group_by 'city':aggregate { k = 'sum games' }", "aggregate: 'games' leads to many rows",
      "\"sum count(games)\"", "2"
    ),
    (
      "Player:group_by 'team.name':aggregate { k = 'count team.players' }", "'team.players' leads to many rows",
      "\"sum count(team.players)\"", "0"
    ),
  ])
  func `aggregates of groups say how related rows are counted`(
    groups: String, words: String, example: String, value: String
  ) throws {
    let script = try Script(schema: Self.schema)
    let said = try script.run("return said(function() return \(groups) end)")
    let advice = "\(words): say first what is made of them for each row, as in \(example)"
    #expect(said.hasSuffix(advice), "\(said)")
    let start = try #require(groups.firstIndex(of: "{"))
    try script.expect("return \(groups[..<start]) { k = \(example) }:first().k", value)
  }

  @Test(arguments: [("sum", "8"), ("min", "3"), ("max", "5"), ("avg", "4.0")])
  func `aggregates of a request say it, too`(word: String, value: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(said(Player.\(word), Player, "games.n"))
      print(said(Player.\(word), Player, "games"))
      print(Player:where { name = "Ann" }:\(word) "\(word)(games.n)")
      print(Player:where { name = "Ann" }:\(word) "count(games)" // 1 | 0)
      """,
      """
      \(word): 'games.n' leads to many rows: say first what is made of them for each row, as in \(word) "\(word)(games.n)"
      \(word): 'games' leads to many rows: say first what is made of them for each row, as in \(word) "count(games)"
      \(value)
      2
      """)
  }

  @Test func `what cannot be said of each row first is asked of the other entity`() throws {
    let script = try Script(schema: Self.schema)
    let advice = "leads to many rows: ask Game itself, as in Game:group_by(…):aggregate { … }"
    for text in ["list games.n", "count distinct games.n"] {
      let said = try script.run("return said(function() Player:group_by 'city':aggregate { k = '\(text)' } end)")
      #expect(said.hasSuffix(advice), "\(said)")
    }
    try script.expect(
      "return said(function() Player:group_by 'city':aggregate { k = 'count(games, won)' } end)",
      "aggregate: there is no 'count(games, won)'. Some of the rows are counted by \"sum if(won, 1, 0)\", some related ones"
        + " by \"sum sum(if(games.won, 1, 0))\". There are count, sum, avg, min, max, median, list")
  }
}
