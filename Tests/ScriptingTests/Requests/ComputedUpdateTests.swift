import Testing

/// `update` with what is computed of each row.
@Suite struct ComputedUpdateTests {
  private static let schema = """
    Team = entity "Team" { name = text {}, bonus = integer {} }
    Player = entity "Player" {
      name = text { required = true }, score = integer {}, age = integer { bits = 16, validate = is.between(1, 99) },
      price = decimal { scale = 2 }, rate = real {}, team = belongs_to "Team", active = boolean {},
    }
    db:create_all()
    red = Team:create { name = "Red", bonus = 7 }
    Player:create { name = "Ann", score = 1, age = 20, price = "1.50", rate = 0.5, team = red, active = true }
    Player:create { name = "Bob", score = 2, age = 98, price = "2.25", rate = 1.5 }
    Player:create { name = "Cid" }
    function all(name)
      local parts = {}
      for _, value in ipairs(Player:sorted_by("id"):pluck(name)) do parts[#parts + 1] = tostring(value) end
      return table.concat(parts, " ")
    end
    """

  @Test(arguments: [
    ("{ score = function(p) return (p.score or 0) + 1 end }", "score", "2 3 1"),
    (#"{ score = expr "score + 1" }"#, "score", "2 3 null"),
    (#"{ score = expr("score + more", { more = 10 }) }"#, "score", "11 12 null"),
    (#"{ price = expr "price * 2" }"#, "price", "3.00 4.50 null"),
    (#"{ rate = expr "rate / 2" }"#, "rate", "0.25 0.75 null"),
    (#"{ name = expr "upper(name) .. '!'" }"#, "name", "ANN! BOB! CID!"),
    ("{ name = function(p) return p.name:reverse() end }", "name", "nnA boB diC"),
    ("{ name = function(p) return os.time() > 0 and p.name:rep(2) end }", "name", "AnnAnn BobBob CidCid"),
    (#"{ score = expr "team.bonus" }"#, "score", "7 null null"),
    (#"{ active = expr "score > 1" }"#, "active", "false true null"),
    (#"{ score = expr "age", age = 50 }"#, "score", "20 98 null"),
    (#"{ score = expr "age", age = expr "score" }"#, "age", "1 2 null"),
  ])
  func `a field becomes what is computed of its row as it was`(values: String, field: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return Player:all():update \(values)", "3")
    try script.expect("return all '\(field)'", result)
  }

  @Test func `an expression is one statement where nothing else has to be kept`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local lines = {}
      db.echo = function(sql) lines[#lines + 1] = sql end
      Player:where { active = true }:update { score = expr "score * 2" }
      Player:where { active = true }:update { score = function(p) if p.score then return p.score * 2 end end }
      db.echo = nil
      print(lines[1])
      print(#lines, all "score")
      """,
      """
      UPDATE "player" SET "score" = "score" * ?1 WHERE "active" = ?2
      2 4 2 null
      """.replacing("2 4 2 null", with: "\(try Self.echoedLines()) 4 2 null"))
  }

  /// A function may wrap around where SQL would not: rows are asked for first whether one does.
  private static func echoedLines() throws -> String {
    let script = try Script(schema: schema)
    return try script.run(
      """
      local count = 1
      db.echo = function() count = count + 1 end
      Player:where { active = true }:update { score = function(p) if p.score then return p.score * 2 end end }
      db.echo = nil
      return count
      """)
  }

  @Test(arguments: [
    (#"{ age = expr "age + 5" }"#, "Player: age: 103 is not between 1 and 99"),
    ("{ age = function(p) return (p.age or 0) + 5 end }", "Player: age: 103 is not between 1 and 99"),
    ("{ name = function(p) if p.score then return p.name end end }", "Player: name: is required"),
    (
      "{ score = function(p) return {} end }",
      "a function gives a number, a text, true, false, a decimal or nil here, not a table"
    ),
    (#"{ nme = expr "name" }"#, "Player has no field 'nme'. Did you mean 'name'?"),
    (#"{ id = expr "id + 1" }"#, "update: 'id' is the key of Player: many rows cannot have one"),
    (
      #"{ score = expr "scor + 1" }"#,
      "Player has no field 'scor', and there is no such parameter. Did you mean 'score'?"
    ),
    ("{ score = expr(5) }", "expr takes an expression as text: expr \"score + 1\", not the integer 5"),
  ])
  func `tests hold, and nothing is changed where one fails`(values: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    let failure = script.failure("Player:all():update \(values)")
    #expect(failure.contains(message.split(separator: "\n").first ?? ""), "\(failure)")
    try script.expect("return all 'name', all 'score', all 'age'", "Ann Bob Cid 1 2 null 20 98 null")
  }

  @Test func `what is too large is an error, not another number`() throws {
    let script = try Script(schema: Self.schema)
    _ = try script.run("Player:where { name = 'Ann' }:update { score = math.maxinteger }")
    #expect(script.failure("Player:all():update { score = expr 'score + 1' }").contains("score"))
    try script.expect("return all 'score'", "9223372036854775807 2 null")
  }

  @Test func `where something stands that is no number, nothing is lost`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, m)"
        db:execute "INSERT INTO t VALUES (1, 'old', 1), (2, 5, '7'), (3, NULL, x'00')"
        db:reflect()
        """)
    for update in ["T:all():update { n = expr 'n + 1' }", "T:limit(1):update { m = 1, n = expr '-n * m' }"] {
      #expect(
        script.failure(update).contains("T 1: n: nothing is reckoned with 'old', and what is stored would be lost"))
    }
    #expect(script.failure("T:all():update { n = expr 'm // 2' }").contains("T 3: m: nothing is reckoned with"))
    try script.expect(
      """
      print(T:where { id = 2 }:update { n = expr "n + m", m = expr "m .. '!'" })
      print(T:sorted_by("-id"):limit(2):update { n = expr "n * 2" })
      for _, t in ipairs(T:fetch()) do print(t.n, t.m) end
      """,
      """
      1
      2
      old 1
      24 7!
      nil \0
      """)
  }
}
