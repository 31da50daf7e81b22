import Testing

@Suite struct SelectionTests {
  @Test func `selected objects have their key and those fields`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      #"""
      local list = Player:select("name", "team"):where { age = is.at_least(21) }:sorted_by("-score"):fetch()
      print((Player:select("name", "team"):sorted_by("-score"):sql()))
      print(names(list), list[1].id, list[1].team.name, list[1]:key(), Player:select("name"):count())
      for p in Player:select("age"):iterate() do io.write("") assert(p.age or p.id == 4) end
      print(names(Player:select("name"):where(function(p) return p.score == 3 end):fetch()))
      print((Player:select("name"):where "team.name == 'Red'":sql()))
      local t = list[1]:to_table()
      print(t.id, t.name, t.team_id, t.score)
      """#,
      """
      SELECT "id", "name", "team_id" FROM "player" ORDER BY "score" DESC, "id"
      Cid Bob Eve 3 Blue Player:3 5
      Bob Eve
      SELECT "player"."id", "player"."name" FROM "player" LEFT JOIN "team" AS "team" ON "team"."id" = "player"."team_id" WHERE "team"."name" = ?1 ORDER BY "player"."id"
      3 Cid 2 nil
      """)
  }

  @Test(arguments: ["p.score", "p.active", "p.rank", "p.avatar", "p.team", "p:toggle 'active'"])
  func `reading a field that was not selected says so`(access: String) throws {
    let script = try Script(schema: fivePlayers)
    for condition in ["", ":where(function(p) return p.score == 5 end)"] {
      let failure = script.failure("local p = Player\(condition):select('name'):first() return \(access)")
      #expect(
        failure.contains("is not among the fields that the request selected: select it too, or reload()"), "\(failure)")
    }
  }

  @Test func `saving a selected object touches what was changed alone`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local p = Player:select("name", "age"):first()
      local ok, e = pcall(function() p.score = 9 end)
      print(ok, e.kind, p:validate(), next(p:changes()))
      Player:get(1):assign({ score = 77 }):save()
      p.age = 24
      p:save()
      print(Player:get(1).age, Player:get(1).score, Player:get(1).active)
      p:reload()
      print(p.score, p.active)
      p.score = 8
      p:save()
      print(Player:get(1).score, Player:select("id"):first():delete(), Player:count())
      """,
      """
      false StateError true nil
      24 77 true
      77 true
      8 nil 4
      """)
  }

  @Test func `distinct values count once, in their own order`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      #"""
      local function list(t) local r = {} for i, v in ipairs(t) do r[i] = type(v) == "table" and list and v[1] .. "/" .. v[2] or tostring(v) end return table.concat(r, " ") end
      print(list(Player:pluck "score"), "|", list(Player:distinct():pluck "score"))
      print(list(Player:distinct():sorted_by("-score"):limit(2):offset(1):pluck "score"))
      print(list(Player:distinct():where(function(p) return p.id > 1 end):pluck "score"))
      print(list(Player:distinct():where(function(p) return p.id > 1 end):sorted_by("-score"):limit(2):offset(1):pluck "score"))
      print(list(Player:where { team = is.present }:distinct():values("team.name", "rank")))
      print(Player:distinct():count(), Player:distinct():limit(2):count(), #Player:distinct():fetch())
      """#,
      """
      5 3 9 1 3 | 1 3 5 9
      5 3
      1 3 9
      3 1
      Blue/amateur Blue/pro Red/amateur
      5 2 5
      """)
    #expect(
      script.failure(#"Player:distinct():sorted_by("age"):pluck "score""#).contains(
        "distinct values of score cannot be sorted by 'age': several rows stand behind one value"))
  }

  static let mistakes = [
    ("Player:select()", "select takes names of fields: select(\"name\", \"age\")"),
    ("Player:select('agee')", "Player has no field 'agee'. Did you mean 'age'?"),
    ("Player:select(1)", "select takes names of fields, not the integer 1"),
    ("Team:select('players')", "Team: 'players' leads to many rows"),
    (
      "Player:select('team.name')",
      "'team.name' is one of a related row. Select first, then annotate: select(…):annotate {"
    ),
  ]

  @Test(arguments: mistakes)
  func `a selection that cannot be says why`(call: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `distinct objects are those whose selected fields differ`() throws {
    let script = try Script(
      schema: """
        N = entity "N" { a = integer {}, b = text {}, c = text {} }
        db:create_all()
        for i, v in ipairs { 1, 2, 1, null, 2, null, 3 } do N:create { a = v, b = "x", c = "c" .. i } end
        function all(r) local t = {} for i, n in ipairs(r:fetch()) do t[i] = n.id .. "=" .. tostring(n.a) end return table.concat(t, " ") end
        """)
    try script.expect(
      """
      print(all(N:select "a":distinct()), N:select "a":distinct():count(), N:distinct():select("a", "b"):count(), N:select "b":distinct():count())
      print(all(N:select "a":distinct():where { a = is.at_least(2) }:sorted_by "-a"), all(N:select "a":distinct():limit(2)))
      print(all(N:where(function(n) return n.c ~= "c1" end):select "a":distinct()), N:select "a":distinct():exists(), N:select("id", "a"):distinct():count())
      print(table.concat(N:select "b":distinct():pluck "b", " "), N:distinct():count())
      """,
      """
      1=1 2=2 4=nil 7=3 4 4 1
      7=3 2=2 1=1 2=2
      2=2 3=1 4=nil 7=3 true 7
      x 7
      """)
  }
}
