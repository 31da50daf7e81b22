import Testing

@Suite struct ChangeTests {
  /// A request, its new values, the statement that runs, and the rows that have a score of 7 afterwards.
  static let updates: [(String, sql: String, rows: String)] = [
    (":all()", #"UPDATE "player" SET "score" = ?1"#, "Ann Bob Cid Dan Eve"),
    (":where 'age > 21'", #"UPDATE "player" SET "score" = ?1 WHERE "age" > ?2"#, "Cid Eve"),
    (
      ":where { ['team.name'] = 'Red' }",
      #"UPDATE "player" SET "score" = ?1 WHERE "id" IN (SELECT "player"."id" FROM "player" LEFT JOIN "team" AS "team" ON "team"."id" = "player"."team_id" WHERE "team"."name" = ?2 ORDER BY "player"."id")"#,
      "Ann Bob"
    ),
    (
      ":sorted_by('-score'):limit(2)",
      #"UPDATE "player" SET "score" = ?1 WHERE "id" IN (SELECT "id" FROM "player" ORDER BY "score" DESC, "id" LIMIT ?2)"#,
      "Ann Cid"
    ),
    (
      ":sorted_by('name'):offset(3)",
      #"UPDATE "player" SET "score" = ?1 WHERE "id" IN (SELECT "id" FROM "player" ORDER BY "name", "id" LIMIT ?2 OFFSET ?3)"#,
      "Dan Eve"
    ),
    (
      ":where(function(p) return next { p } and p.score == 3 end)",
      #"UPDATE "player" SET "score" = ?1 WHERE "id" IN (?2, ?3)"#, "Bob Eve"
    ),
    (
      ":where(function(p) return next { p } and p.score == 3 end):limit(1)",
      #"UPDATE "player" SET "score" = ?1 WHERE "id" IN (?2)"#, "Bob"
    ),
    (
      ":where(function(p) return p.score == 3 end)", #"UPDATE "player" SET "score" = ?1 WHERE "score" = ?2"#, "Bob Eve"
    ),
    (
      ":where(function(p) return p.age and p.age > 21 end)", #"UPDATE "player" SET "score" = ?1 WHERE "age" > ?2"#,
      "Cid Eve"
    ),
    (":where 'age > 99'", #"UPDATE "player" SET "score" = ?1 WHERE "age" > ?2"#, ""),
  ]

  @Test(arguments: updates)
  func `an update is one statement for all rows`(request: String, sql: String, rows: String) throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local statements = {}
      db.echo = function(sql) if sql:find "^UPDATE" then statements[#statements + 1] = sql end end
      local count = Player\(request):update { score = 7 }
      db.echo = nil
      print(count, #statements)
      print(statements[1])
      print(names(Player:where { score = 7 }:fetch()))
      """, "\(rows.isEmpty ? 0 : rows.split(separator: " ").count) 1\n\(sql)\n\(rows)")
  }

  @Test(arguments: updates)
  func `a delete takes the same rows`(request: String, sql: String, rows: String) throws {
    let script = try Script(schema: fivePlayers)
    let left = "Ann Bob Cid Dan Eve".split(separator: " ").filter { !rows.contains($0) }.joined(separator: " ")
    try script.expect("return Player\(request):delete()", "\(rows.isEmpty ? 0 : rows.split(separator: " ").count)")
    try script.expect("return names(Player:fetch())", left)
  }

  @Test func `values are what an assignment takes`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      print(Player:where { name = "Ann" }:update { team = blue, age = null, active = false, rank = "pro", avatar = { x = 1 } })
      local a = Player:get(1)
      print(a.team.name, a.age, a.active, a.rank, a.avatar.x)
      print(red.players:update { team = null }, red.players:count(), Player:where { team = null }:count())
      """, "1\nBlue nil false pro 1\n1 0 2")
  }

  @Test func `tests that are functions see each row, and one failure leaves all`() throws {
    let script = try Script(
      schema: """
        Item = entity "Item" {
          price = integer { validate = function(value, item) return value < item.limit, "is over the limit" end },
          limit = integer {}, kind = text { unique = true },
        }
        db:create_all()
        db:add { Item { price = 1, limit = 10 }, Item { price = 1, limit = 5 } }
        """)
    try script.expect("return Item:all():update { price = 4 }, Item:sum 'price'", "2 8")
    #expect(script.failure("Item:all():update { price = 7 }").contains("Item: price: 7 is over the limit"))
    try script.expect("return Item:sum 'price'", "8")
    #expect(script.kindOfFailure("Item:all():update { kind = 'x' }") == "ConflictError")
    try script.expect("return Item:where { kind = null }:count()", "2")
  }

  @Test func `keys of several columns are changed by rows of keys`() throws {
    let script = try Script(
      schema: """
        Seat = entity "Seat" {
          row = integer { primary_key = true }, place = integer { primary_key = true }, free = boolean { default = true },
        }
        db:create_all()
        for row = 1, 3 do for place = 1, 3 do Seat:create { row = row, place = place } end end
        """)
    try script.expect(
      """
      print(Seat:sorted_by("-row", "place"):limit(2):update { free = false })
      print(Seat:where(function(s) return s.row == s.place end):update { free = false })
      for s in Seat:where { free = false }:iterate() do print(s.row, s.place) end
      print(Seat:where { free = false }:limit(3):delete(), Seat:count())
      """, "2\n3\n1 1\n2 2\n3 1\n3 2\n3 3\n3 6")
  }

  static let mistakes = [
    ("Player:update { score = 1 }", "Player:update would concern all rows. Say so: Player:all():update(…)"),
    ("Player:all():update()", "update takes a table of values: update { score = 3 }, not nil"),
    ("Player:all():update {}", "update {} changes nothing"),
    ("Player:all():update { scor = 3 }", "Player has no field 'scor'. Did you mean 'score'?"),
    ("Player:all():update { id = 3 }", "'id' is the key of Player: many rows cannot have one"),
    ("Player:all():update { score = 'x' }", "Player: score: expected an integer, not the text 'x'"),
    ("Player:all():update { score = -1, age = 99 }", "Player: age: 99 is not between 18 and 24"),
    ("Player:all():update { name = null }", "Player: name: is required"),
    ("Player:all():update { team = Team { name = 'x' } }", "this Team is not saved here"),
    ("Player:all():update { team = 'Red' }", "team: a Team was expected, not the text 'Red'"),
    ("Player:all():update { team = red, team_id = 2 }", "'team_id' is given twice, by its relation too"),
    ("Player:all():update { name = 'Zed' }", "exists already"),
  ]

  @Test(arguments: mistakes)
  func `an update that cannot be changes nothing`(call: String, message: String) throws {
    let script = try Script(schema: fivePlayers)
    let failure = script.failure(call)
    #expect(failure.contains(message), "\(failure)")
    try script.expect("return Player:sum 'score', Player:sum 'age', names(Player:fetch())", "21 87 Ann Bob Cid Dan Eve")
  }

  @Test func `rows that others refer to stay, and the error names those`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {} }
        Player = entity "Player" { team = belongs_to "Team" { on_delete = "restrict" } }
        db:create_all()
        db:add { Player { team = Team { name = "a" } }, Team { name = "b" } }
        """)
    #expect(
      script.failure("Team:all():delete()").contains(
        "Team: nothing was deleted: rows of Player still refer to some of these"))
    #expect(script.kindOfFailure("Team:where(function() return true end):delete()") == "ConstraintError")
    try script.expect("return Team:count(), Team:where 'name == \"b\"':delete()", "2 1")
  }

  @Test func `a rollback takes both back`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      pcall(db.transaction, db, function()
        print(Player:all():update { score = 7 }, Player:where "age > 20":delete())
        error "no"
      end)
      print(Player:sum "score", Player:count())
      """, "5 3\n21 5")
  }
}
