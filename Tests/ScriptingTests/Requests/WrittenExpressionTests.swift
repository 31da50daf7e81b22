import TestSupport
import Testing

/// `sql("…")`: expressions in the database's own words.
@Suite struct WrittenExpressionTests {
  private static let schema = """
    Team = entity "Team" { name = text {}, score = integer {}, players = has_many "Player" }
    Player = entity "Player" {
      name = text {}, score = integer {}, price = real { default = 1.5 }, at = date {}, team = belongs_to "Team",
    }
    db:create_all()
    red, blue = Team:create { name = "Red", score = 100 }, Team:create { name = "Blue", score = 200 }
    for place, row in ipairs { { "Ann", 10, red }, { "Bob", 30, blue }, { "Cid", 20, red }, { "Dan", 20, blue } } do
      Player:create { name = row[1], score = row[2], team = row[3], at = "2024-0" .. place .. "-01" }
    end
    function told(list)
      local words = {}
      for _, row in ipairs(list) do
        words[#words + 1] = type(row) == "table" and table.concat(row, ":") or tostring(row)
      end
      return table.concat(words, " ")
    end
    """

  @Test(arguments: TestEngine.present)
  func `it stands wherever an expression stands`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      print(told(Player:where(sql "score > 15"):pluck "name"), told(Player:where(sql("score > ? * 2", 10)):pluck "name"))
      print(told(Player:where(sql("score = :low OR score = :high", { low = 10, high = 30 })):pluck "name"))
      print(told(Player:where { team = red }:where(sql "score > 15 OR score < 0"):pluck "name"), Player:where_not(sql "score > 15"):count())
      print(Player:where { team = red }:or_where(sql "score = 30"):count(), Player:where { score = sql "10 + 10" }:count())
      print(told(Player:sorted_by(sql "-score", "name"):pluck "name"), told(Player:sorted_by(desc(sql "score % 30"), "name"):pluck "name"))
      print(told(Player:values("name", sql "score * 2")), told(Player:pluck(sql("score + ?", 1))))
      print(Player:sum(sql "score * 2"), Player:max(sql "score + 0"))
      local member = Player:annotate { { "double", sql "score * 2" }, { "far", "double + 1" } }
      print(member:first().double, member:where { double = 40 }:count(), member:where "far > 41":first().name)
      for _, g in ipairs(Player:group_by { half = sql "score / 20" }:aggregate { n = "count" }:sorted_by "half":fetch()) do print(g.half, g.n) end
      print(Player:where { name = "Ann" }:update { score = sql("score + ?", 5) }, Player:get(1).score)
      """,
      """
      Bob Cid Dan Bob
      Ann Bob
      Cid 1
      3 2
      Bob Cid Dan Ann Cid Dan Ann Bob
      Ann:20 Bob:60 Cid:40 Dan:40 11 31 21 21
      160 30
      20 2 Bob
      0 1
      1 3
      1 15
      """)
  }

  @Test(arguments: TestEngine.present)
  func `names are columns of the entity's own table, also when others are joined`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      local joined = Player:where { ["team.name"] = "Red" }
      print(told(joined:where(sql "score > 15 AND name <> 'score'"):pluck "name"))
      print(told(joined:sorted_by(sql "SCORE", "team.score"):values("name", "team.score", sql "score + 1")))
      print(told(joined:where(sql "coalesce(score, 0) = (SELECT max(p.score) FROM player AS p WHERE p.team_id = player.team_id)"):pluck "name"))
      print(told(joined:where(sql("CAST(score AS text) = ? -- score", "20")):pluck "name"))
      print(told(joined:annotate { place = sql "rank() OVER (PARTITION BY team_id ORDER BY score DESC NULLS LAST ROWS UNBOUNDED PRECEDING)" }:values("name", "place")))
      """,
      """
      Cid
      Ann:100:11 Cid:100:21
      Cid
      Cid
      Ann:2 Cid:1
      """)
  }

  @Test(arguments: TestEngine.present)
  func `a condition on a window is asked around the rows`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      local ranked = Player:annotate { place = sql "rank() OVER (ORDER BY score DESC)" }
      print(told(ranked:values("name", "place")), told(ranked:sorted_by("place", "name"):pluck "name"))
      print(told(ranked:where { place = 1 }:pluck "name"), told(ranked:where { place = is.at_most(2), team = red }:values("name", "place")))
      print(ranked:where { place = 2 }:count(), ranked:where { place = 9 }:exists(), ranked:sum "place", ranked:where "place > 1":max "place")
      print(told(ranked:where { place = 2 }:sorted_by("-name"):limit(1):pluck "name"), told(ranked:where { place = 4 }:or_where { name = "Bob" }:pluck "name"))
      print(told(ranked:where { ["team.name"] = "Blue", place = 1 }:pluck "name"), told(ranked:where_not { place = 1 }:pluck "name"))
      print(told(ranked:where(function(p) return p.score > 15 end):where { place = 2 }:pluck "name"))
      local twice = ranked:annotate { half = "place * 2" }
      print(told(twice:where { half = 4 }:values("name", "half")))
      for _, g in ipairs(ranked:group_by("place"):aggregate { n = "count" }:sorted_by "place":fetch()) do print(g.place, g.n) end
      print(told(Player:sorted_by(sql "row_number() OVER (ORDER BY name DESC)"):pluck "name"))
      print(ranked:where { place = 4 }:update { score = 1 }, Player:get(1).score, ranked:where { place = 1 }:delete(), Player:count())
      """,
      """
      Ann:4 Bob:1 Cid:2 Dan:2 Bob Cid Dan Ann
      Bob Ann:2 Cid:1
      2 false 9 4
      Dan Ann Bob
      Bob Ann Cid Dan
      Cid Dan
      Cid:4 Dan:4
      1 1
      2 2
      4 1
      Dan Cid Bob Ann
      1 1 1 3
      """)
  }

  @Test(arguments: TestEngine.present)
  func `values may be one value of all rows`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      print(told(Player:values(sql "count(*)", sql "max(score)")), told(Player:where { team = red }:pluck(sql "sum(score)")))
      print(told(Player:annotate { all = sql "count(*) OVER ()" }:pluck "all"))
      """,
      """
      4:30 30
      4 4 4 4
      """)
  }

  @Test(arguments: TestEngine.present)
  func `groups take aggregates in these words`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      local groups = Player:group_by("team.name"):aggregate { top = sql "max(score) - min(score)", n = "count", some = sql("sum(CASE WHEN score > ? THEN 1 ELSE 0 END)", 15) }
      for _, g in ipairs(groups:sorted_by "-top":fetch()) do print(g["team.name"], g.top, g.n, g.some) end
      print(#groups:having "top == 10", Player:aggregate { span = sql "max(score) - min(score)" }.span)
      """,
      """
      Blue 10 2 2
      Red 10 2 1
      2 20
      """)
    #expect(
      script.failure("Player:group_by('name'):aggregate { m = 'median score', n = sql 'count(*)' }:fetch()").contains(
        "aggregate: sql(\"count(*)\") is asked of the database"))
  }

  @Test func `random conditions on windows choose the rows of the statement that says the same`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      math.randomseed(7)
      for place = 1, 60 do
        Player:create { name = "n" .. math.random(4), score = math.random(20), team = math.random(5) < 5 and red or nil }
      end
      local windows = {
        "rank() OVER (PARTITION BY name ORDER BY score)", "sum(score) OVER (ORDER BY score, id)",
        "count(*) FILTER (WHERE score > 5) OVER (PARTITION BY name)", "lag(score, 1) OVER (ORDER BY id)",
      }
      local conditions = {
        { "score > 6", "score > 6" }, { "team.score <= 150", "(SELECT score FROM team WHERE team.id = player.team_id) <= 150" },
        { "name ~= 'n1'", "name <> 'n1'" },
      }
      local wrong = 0
      for round = 1, 100 do
        local window, condition, least = windows[math.random(4)], conditions[math.random(3)], math.random(12)
        local inner = "SELECT player.*, " .. window .. " AS w FROM player WHERE " .. condition[2]
        local rows = db:query("SELECT id, w FROM (" .. inner .. ") AS t WHERE w >= ? ORDER BY w DESC, id", least)
        local words = {}
        for place, row in ipairs(rows) do words[place] = row.id .. ":" .. row.w end
        local request = Player:where(condition[1]):annotate { w = sql(window) }:where("w", ">=", least):sorted_by("-w", "id")
        local after = Player:annotate { w = sql(window) }:where("w", ">=", least):where(condition[1])
        if told(request:values("id", "w")) ~= table.concat(words, " ") or after:count() ~= #rows then
          wrong = wrong + 1
          print(window, condition[1], least)
        end
      end
      print(wrong)
      """, "0")
  }

  @Test func `in memory it is an error that says so`() throws {
    let script = try Script(schema: Self.schema)
    let words = "is asked of the database, and these rows are in memory"
    #expect(script.failure("Player:fetch():filter(sql 'score > 1')").contains(words))
    #expect(script.failure("Player:fetch():sorted(sql '-score')").contains(words))
    #expect(script.failure("result_set { unique = 'id', sort = sql 'score' }").contains(words))
    #expect(
      script.failure("local s = result_set { unique = 'id', filter = sql 'score > 1' } s:load(Player:fetch())")
        .contains(words))
  }

  @Test func `what looks at all rows is refused where one row is looked at`() throws {
    let script = try Script(schema: Self.schema)
    #expect(
      script.failure("Player:where(sql 'rank() OVER (ORDER BY score) = 1')").contains(
        "where: sql(\"rank() OVER (ORDER BY score) = 1\") looks at all rows"))
    #expect(script.failure("Player:annotate { n = sql 'count(*)' }").contains("is one value of all rows"))
    #expect(script.failure("Player:group_by(sql 'sum(score)')").contains("is one value of all rows"))
    #expect(script.failure("Player:all():update { score = sql 'max(score) OVER ()' }").contains("looks at all rows"))
    #expect(
      script.failure(
        "Player:annotate { n = sql 'rank() OVER (ORDER BY score)' }:where(function(p) return print(p) end):fetch()"
      ).contains("a function selects them row by row"))
    #expect(
      script.failure("Player:annotate { n = sql 'rank() OVER (ORDER BY score)' }:sorted_by('n'):page(2)").contains(
        "say limit and offset"))
  }

  @Test(arguments: [
    ("sql 'score > 1)'", "a quote or a bracket in it has no other end"),
    ("sql '(score'", "a quote or a bracket in it has no other end"),
    ("sql \"name = 'a\"", "a quote or a bracket in it has no other end"),
    ("sql 'score; DELETE FROM player'", "there can be no ';' in it"),
    ("sql 'score, name'", "what stands behind ',' is another"),
    ("sql '-- nothing'", "there is no SQL in it"),
    ("sql 'score > ?'", "no value is given for '?'"),
    ("sql('score > ?', 1, 2)", "2 values are given, and it takes 1"),
    ("sql('score > :low', { lo = 1 })", "no value is given for ':low'"),
    ("sql('score > :low', { low = 1, lw = 2 })", "it has no parameter 'lw'. Did you mean 'low'?"),
    ("sql('score > ?', {{}})", "value ?1 must be plain"),
  ])
  func `a text that would not end where it is put is refused`(value: String, words: String) throws {
    let script = try Script(schema: Self.schema)
    let failure = script.failure("Player:where(\(value)):fetch()")
    #expect(failure.contains(words), "\(failure)")
  }
}
