import Testing

@Suite struct GroupTests {
  private static let helpers = """

    function show(groups, ...)
      local lines, columns = {}, { ... }
      for i, group in ipairs(groups) do
        local cells = {}
        for j, column in ipairs(columns) do cells[j] = tostring(group[column]) end
        lines[i] = table.concat(cells, "/")
      end
      return table.concat(lines, " ")
    end
    """

  /// A call, its columns, and the groups with their values.
  static let calls: [(String, columns: String, groups: String)] = [
    (#":group_by("team"):aggregate { players = "count" }"#, "'team', 'players'", "nil/1 1/2 2/2"),
    (
      #":group_by("team.name"):aggregate { players = "count", mean = "avg score", best = "max score" }"#,
      "'team.name', 'players', 'mean', 'best'", "nil/1/3.0/3 Blue/2/5.0/9 Red/2/4.0/5"
    ),
    (
      #":group_by("team"):aggregate { ages = "count age", all = "count" }"#, "'team', 'ages', 'all'",
      "nil/1/1 1/2/2 2/1/2"
    ),
    (#":group_by("rank"):aggregate { total = "sum score" }"#, "'rank', 'total'", "amateur/12 pro/9"),
    (#":group_by("active"):aggregate { n = "count" }"#, "'active', 'n'", "nil/3 false/1 true/1"),
    (#":group_by("rank", "team.name")"#, "'rank', 'team.name'", "amateur/nil amateur/Blue amateur/Red pro/Blue"),
    (
      #":group_by("team.name"):aggregate { players = "count" }:having "players > 1 and team.name ~= 'Blue'""#,
      "'team.name', 'players'", "Red/2"
    ),
    (#":group_by("team"):aggregate { n = "count" }:having("n >= low", { low = 2 })"#, "'team', 'n'", "1/2 2/2"),
    (#":group_by("team"):aggregate { n = "count" }:having { n = is.less(2) }"#, "'team', 'n'", "nil/1"),
    (#":group_by("rank"):aggregate { top = "max rank", first = "min name" }"#, "'top', 'first'", "amateur/Ann pro/Cid"),
    (
      #":group_by("team"):aggregate { total = "sum score" }:sorted_by("-total"):limit(1):offset(1)"#,
      "'team', 'total'", "1/8"
    ),
    (#":where "score > 1":group_by("team"):aggregate { n = "count" }"#, "'team', 'n'", "nil/1 1/2 2/1"),
    (#":sorted_by("-score"):limit(3):group_by("team"):aggregate { n = "count" }"#, "'team', 'n'", "1/2 2/1"),
    (#":where "score > 99":group_by("team"):aggregate { n = "count" }"#, "'team', 'n'", ""),
    (
      #":group_by("score"):aggregate { score_ = "sum score", ["key 1"] = "count" }"#, "'score', 'score_', 'key 1'",
      "1/1/1 3/6/2 5/5/1 9/9/1"
    ),
  ]

  @Test(arguments: calls)
  func `groups are counted by the database`(call: String, columns: String, groups: String) throws {
    let script = try Script(schema: fivePlayers + Self.helpers)
    try script.expect("return show(Player\(call), \(columns))", groups)
    try script.expect("return show(Player\(call):fetch(), \(columns))", groups)
    let count = groups.isEmpty ? 0 : groups.split(separator: " ").count
    try script.expect("local g = Player\(call) return #g, g:count(), type(g:fetch())", "\(count) \(count) table")
  }

  @Test func `groups behave as a sequence of plain tables`() throws {
    let script = try Script(schema: fivePlayers + Self.helpers)
    try script.expect(
      """
      local groups = Player:group_by("rank"):aggregate { n = "count" }
      print(#groups, groups[1].rank, groups[1] == groups[1], groups[0], groups[3], type(groups[2]))
      for i, group in pairs(groups) do print(i, group.rank, group.n) end
      local a, b = table.unpack(groups)
      print(a.n, b.n)
      Player:create { name = "Fay", rank = "pro" }
      print(groups[2].n, groups:limit(2)[2].n, groups:fetch()[2].n)
      """, "2 amateur true nil nil table\n1 amateur 4\n2 pro 1\n4 1\n1 2 2")
  }

  @Test func `the statement is one, and its values are bound`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      #"return Player:where "age > 3":group_by("team.name"):aggregate { n = "count", a = "avg score" }:having "n > 1":sql()"#
        .replacing("return", with: "local text, values = ") + " return text, #values",
      #"""
      SELECT "team.name", "a", "n" FROM (SELECT "group key 1" AS "team.name", avg("group value 1") AS "a", count(*) AS "n" FROM (SELECT "team"."name" AS "group key 1", "player"."score" AS "group value 1" FROM "player" LEFT JOIN "team" AS "team" ON "team"."id" = "player"."team_id" WHERE "player"."age" > ?1) GROUP BY "group key 1") AS "groups" WHERE "n" > ?2 ORDER BY "team.name" 2
      """#)
  }

  @Test func `rows that a function selects are grouped in memory as the database groups them`() throws {
    let script = try Script(
      schema: fivePlayers + "\n" + """
        Item = entity "Item" { kind = text {}, price = decimal { scale = 2 }, weight = real {}, part = belongs_to "Item" }
        db:create_all()
        db:transaction(function()
          for i = 1, 60 do
            Item:create {
              kind = ({ "a", "b", "c" })[i % 4], price = i % 7 > 0 and (i % 5) .. "." .. 10 + i % 90 or nil, weight = i % 3 / 4,
              part = i > 3 and Item:get(i % 3 + 1) or nil,
            }
          end
        end)
        function show(groups)
          local lines = {}
          for _, g in ipairs(groups) do
            local line = {}
            for _, name in ipairs { "kind", "part.kind", "n", "m", "total", "mean", "least", "most" } do line[#line + 1] = tostring(g[name]) end
            lines[#lines + 1] = table.concat(line, " ")
          end
          return #groups .. "/" .. groups:count() .. "\\n" .. table.concat(lines, "\\n")
        end
        """)
    let aggregates =
      "{ n = 'count', m = 'count price', total = 'sum price', mean = 'avg price', least = 'min price', most = 'max part.weight' }"
    for keys in ["'kind'", "'part.kind'", "'kind', 'part.kind'"] {
      for tail in [
        "", ":sorted_by('-total')", ":sorted_by('least', '-n'):limit(2)", ":having 'total > 20.5 and n ~= 3'",
        ":offset(1)",
      ] {
        let groups = ":group_by(\(keys)):aggregate \(aggregates)\(tail)"
        let wanted = try script.run("return show(Item:where 'weight > 0.1'\(groups))")
        try script.expect(
          "return show(Item:where(function(i) return next { i } and i.weight > 0.1 end)\(groups))", wanted)
      }
    }
    try script.expect(
      """
      local r = Player:sorted_by(function(p) return -p.score * #{ p } end):limit(3)
      for _, g in ipairs(r:group_by "team.name":aggregate { n = "count", s = "sum score" }) do print(g["team.name"], g.n, g.s) end
      local text = tostring(r:group_by "age":explain())
      print(text:find("the groups are counted in memory", 1, true) ~= nil, #Player:sorted_by(function() end):group_by "rank")
      """, "Blue 1 9\nRed 2 8\ntrue 2")
  }

  @Test func `sums of decimals are decimals, and the first group is one`() throws {
    let script = try Script(
      schema: """
        Item = entity "Item" { kind = text {}, price = decimal { scale = 2 } }
        db:create_all()
        for i, p in ipairs { "0.10", "0.20", "12.05", "1.00" } do Item:create { kind = i > 2 and "b" or "a", price = p } end
        """)
    try script.expect(
      """
      local groups = Item:group_by "kind":aggregate { total = "sum price", mean = "avg price", most = "max price" }
      for _, g in ipairs(groups:sorted_by "-total") do print(g.kind, g.total, g.mean, g.most) end
      print(groups:having "total > 13":first().kind, groups:having "mean < 1":first().kind, groups:having { total = "0.30" }:first().kind)
      print(groups:having "total > 99":first(), #groups:first(5), groups:first(1)[1].total + 1)
      """, "b 13.05 6.525 12.05\na 0.30 0.15 0.20\nb a a\nnil 2 1.30")
  }

  static let mistakes = [
    ("Player:group_by()", "group_by takes names of fields"),
    ("Player:group_by('agee')", "Player has no field 'agee'. Did you mean 'age'?"),
    ("Player:group_by('age', 'age')", "'age' names two values of a group"),
    ("Player:group_by('age'):aggregate { age = 'count' }", "'age' names two values of a group"),
    ("Player:group_by('age'):aggregate { n = 'cuont' }", "there is no 'cuont'. Did you mean 'count'?"),
    ("Player:group_by('age'):aggregate { n = 'sum' }", "sum needs a field: { n = \"sum score\" }"),
    ("Player:group_by('age'):aggregate { n = 'sum name' }", "sum takes numbers: field 'name' is text"),
    ("Player:group_by('age'):aggregate { n = 'sum scor' }", "Player has no field 'scor'. Did you mean 'score'?"),
    ("Player:group_by('age'):aggregate 'count'", "aggregate takes a table"),
    ("Player:group_by('age'):aggregate { n = 'count' }:having 'm > 1'", "has no field 'm'"),
    ("Player:group_by('age'):having 'name == 1'", "groups of Player has no field 'name'"),
    ("Player:group_by('age'):sorted_by 'name'", "groups of Player has no field 'name'"),
    ("Player:group_by('age'):having(function() end)", "having takes tests or a predicate as text, not a function"),
    ("Player:group_by('age'):fecth()", "groups have no method 'fecth'. Did you mean 'fetch'?"),
  ]

  @Test(arguments: mistakes)
  func `groups that cannot be say why`(call: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `aggregates that are given as a list keep their order, others stand by name`() throws {
    let script = try Script(schema: "T = entity 'T' { name = text {} } db:create_all()")
    try script.expect(
      """
      for i = 1, 3 do T:create { name = "t" .. i % 2 } end
      print(encode(T:group_by "name":aggregate { { "z", "count" }, { "a", "max id" } }, "csv"):sub(1, -2))
      print(encode(T:group_by "name":aggregate { z = "count", a = "max id" }, "csv"):sub(1, -2))
      """,
      """
      name,z,a
      t0,1,2
      t1,2,3
      name,a,z
      t0,2,1
      t1,3,2
      """)
  }

  @Test func `rows that count once do so in groups`() throws {
    let script = try Script(
      schema: "O = entity 'O' { n = integer {} } db:create_all() for i = 0, 9 do O:create { n = i % 3 } end")
    try script.expect(
      """
      local r = O:select "n":distinct()
      local all = r:aggregate { k = "count", s = "sum n", m = "avg n" }
      print(#r:fetch(), r:count(), all.k, all.s, all.m, r:aggregate { k = "count", l = "list n" }.k)
      local groups = r:group_by "n":aggregate { k = "count" }
      for _, g in ipairs(groups:fetch()) do print(g.n, g.k) end
      print(groups:count(), O:distinct():aggregate { k = "count" }.k, tostring(groups:explain()):find "memory" == nil)
      """, "3 3 3 3 1.0 3\n0 1\n1 1\n2 1\n3 10 true")
  }

  @Test func `a text of JSON is a text in groups and members, as among values`() throws {
    let script = try Script(
      schema: """
        C = entity "C" { name = text {}, prefs = json {} } db:create_all()
        C:create { name = "a", prefs = { color = "blue", n = 1 } } C:create { name = "b", prefs = { n = "x" } }
        """)
    try script.expect(
      """
      print((encode(C:values("name", "prefs.color"), "csv"):gsub("\\n", ";")))
      print((C:group_by "prefs.color":aggregate { k = "count" }:encode "csv":gsub("\\n", ";")))
      print((C:group_by { c = "coalesce(prefs.color, 'none')" }:aggregate { k = "count" }:encode "csv":gsub("\\n", ";")))
      print((C:select "name":annotate { c = "prefs.color" }:encode "csv":gsub("\\n", ";")))
      print((C:group_by "prefs.color":aggregate { k = "count" }:encode "json":gsub("%s", "")))
      """,
      """
      name,prefs.color;a,blue;b,;
      prefs.color,k;,1;blue,1;
      c,k;blue,1;none,1;
      id,name,c;1,a,blue;2,b,;
      [{"prefs.color":null,"k":1},{"prefs.color":"blue","k":1}]
      """)
  }
}
