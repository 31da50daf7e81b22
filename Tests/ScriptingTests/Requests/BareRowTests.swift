import Testing

/// What is asked of rows without making objects of them: which columns are fetched for it, and how often rows are read.
@Suite struct BareRowTests {
  private static let schema =
    ClosureTests.schema + """

      -- What a call sends, without the quotes around names.
      function sent(call)
        local result = {}
        db.echo = function(sql) result[#result + 1] = sql:gsub('"', "") end
        local ok, value = pcall(call)
        db.echo = nil
        return tostring(value) .. "\\n" .. table.concat(result, "\\n")
      end
      n = 0
      """

  /// Each function counts its calls, so that it runs row by row.
  static let readings: [(String, String, String)] = [
    ("return p.score > 4", "count()", "2 SELECT id, score FROM player ORDER BY id"),
    (
      "local s = p.score return s > 4 and p.name ~= 'Bob'", "count()",
      "2 SELECT id, name, score FROM player ORDER BY id"
    ),
    ("return p.score > 4", "exists()", "true SELECT id, score FROM player ORDER BY id"),
    ("return p.score > 4", "sum('score')", "14 SELECT id, score FROM player ORDER BY id"),
    ("return p.score > 4", "max('weight')", "nil SELECT id, score, weight FROM player ORDER BY id"),
    (
      "return p.score > 4", "max('team.name')",
      "Red SELECT player.id, player.score, team.name FROM player LEFT JOIN team AS team ON team.id = player.team_id ORDER BY player.id"
    ),
    ("return p.score > 4", "pluck('name')[2]", "Cid SELECT id, name, score FROM player ORDER BY id"),
    ("return p.team ~= nil and p.age", "count()", "3 SELECT id, age, team_id FROM player ORDER BY id"),
    ("local q = p return q.score > 4", "count()", "2 SELECT id, score FROM player ORDER BY id"),
    ("return p.sex == 'male' or p.price == decimal '3'", "count()", "2 SELECT id, price, sex FROM player ORDER BY id"),
  ]

  @Test(arguments: readings)
  func `rows of which no objects are made hold what the function reads`(
    body: String, call: String, expected: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local text = sent(function() return Player:where(function(p) n = n + 1 \(body) end):\(call) end)
      return (text:gsub("\\nSELECT id, name, size FROM team.*", ""):gsub("\\n", " "))
      """,
      expected)
  }

  static let escapes = [
    "return p:is_good()", "return help(p)", "local f = function() return p.score end return f() > 4",
    "local k = 'score' return p[k] > 4", "held = p return p.score > 4", "return ({ p })[1].score > 4",
    "return select(2, 1, p).score > 4", "return #p.name == 3 and tostring(p) ~= '' and p.score > 4",
    "return p == p and p.score > 4", "return p.is_good and p.is_good(p)",
    "for _ = 1, 1 do local q = p p = nil return help(q) end",
    "local q repeat q = p until q return pcall(help, q) and q.score > 4",
  ]

  @Test(arguments: escapes)
  func `a function that does anything else with its row sees the whole row`(body: String) throws {
    let script = try Script(schema: Self.schema + "\nfunction help(p) return p.score > 4 and p.name ~= '' end")
    let text = try script.run(
      "return (sent(function() return Player:where(function(p) n = n + 1 \(body) end):count() end))")
    #expect(text.hasPrefix("2\nSELECT id, name, age, score, weight"), "\(text)")
  }

  @Test func `rows that functions select are deleted and changed by their keys`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local odd = Player:where(function(p) n = n + 1 return p.score % 2 == 1 and p.score > 3 end)
      local sql = sent(function() return odd:update { weight = 1 } end)
      print((sql:gsub("\\n.-(SELECT)", "\\n%1"):gsub("\\nCOMMIT", "")))
      print(odd:delete(), names(Player:fetch()))
      """,
      """
      2
      SELECT id, score FROM player ORDER BY id
      UPDATE player SET weight = ?1 WHERE id IN (?2, ?3)
      2 Bob Dora Ève
      """)
  }

  @Test func `one pass over the rows counts them and tells whether a function must be asked`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Player:where { age = null }:update { age = 30 }
      local old = Player:where(function(p) return p.age > 20 end)
      print(sent(function() return old:count() end))
      print(sent(function() return old:sum "score" end))
      print(sent(function() return old:exists() end))
      print(sent(function() return old:or_where(function(p) return p.age < 20 end):count() end))
      Player:where { name = "Dora" }:update { age = null }
      print(sent(function() return Player:where(function(p) return p.name ~= "Dora" and p.age > 20 end):count() end))
      print(sent(function() return old:count() end))
      print(sent(function() return old:exists() end))
      """,
      """
      4
      SELECT count(*), max(age IS NULL) FROM player WHERE age > ?1 OR age IS NULL
      16
      SELECT sum(score), max(age IS NULL) FROM player WHERE age > ?1 OR age IS NULL
      true
      SELECT id, age, age IS NULL FROM player WHERE age > ?1 OR age IS NULL ORDER BY id
      4
      SELECT count(*), max(age IS NULL) FROM player WHERE (age > ?1 OR age < ?2) OR (age IS NULL AND (age > ?3 OR age IS NULL OR age < ?4 OR age IS NULL))
      3
      SELECT count(*), max(name <> ?1 AND age IS NULL) FROM player WHERE (name <> ?2 AND age > ?3) OR (name <> ?4 AND age IS NULL)
      schema.lua:2: attempt to compare number with nil
      SELECT count(*), max(age IS NULL) FROM player WHERE age > ?1 OR age IS NULL
      SELECT id, age, age IS NULL FROM player WHERE age > ?1 OR age IS NULL ORDER BY id
      true
      SELECT id, age, age IS NULL FROM player WHERE age > ?1 OR age IS NULL ORDER BY id
      """)
  }

  @Test func `a sum that overflows does so only by rows that the function selects`() throws {
    let script = try Script(
      schema: """
        Row = entity "Row" { n = integer {}, big = integer { required = true } }
        db:create_all()
        db:add { Row { n = 1, big = math.maxinteger }, Row { big = math.maxinteger }, Row { n = 2, big = -5 } }
        """)
    try script.expect(
      """
      local rows = Row:where(function(r) return string.format("%1s", tostring(r.n)) ~= "nil" and r.n < 3 end)
      return rows:sum "big" == math.maxinteger - 5, rows:count()
      """, "true 2")
    #expect(
      script.failure("return Row:where(function(r) return #tostring(r.n) > 0 end):sum 'big'").contains(
        "sum of Row.big is larger than an integer can be"))
  }
}
