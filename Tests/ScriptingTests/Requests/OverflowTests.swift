import TestSupport
import Testing

/// Sums that are larger than an integer can be: the same words of the database as in memory, and a function's own error.
@Suite struct OverflowTests {
  private static let schema = """
    Game = entity "Game" { n = integer {}, kind = text {}, player = belongs_to "Player" }
    Player = entity "Player" { name = text {}, age = integer {}, games = has_many "Game" }
    db:create_all()
    ann, bob = Player:create { name = "Ann", age = 20 }, Player:create { name = "Bob" }
    Game:create { n = math.maxinteger, kind = "x", player = ann } Game:create { n = 1, kind = "x", player = ann }
    Game:create { n = 5, kind = "y", player = bob }
    asked = Game:where(function(g) return os.time() > 0 end)

    """

  @Test(arguments: [
    "Game:aggregate { t = 'sum n' }", "asked:aggregate { t = 'sum n' }",
    "Game:group_by 'kind':aggregate { t = 'sum n' }:fetch()", "asked:group_by 'kind':aggregate { t = 'sum n' }:fetch()",
    "Player:where 'sum(games.n) > 3':fetch()", "Player:fetch():filter 'sum(games.n) > 3'",
    "Player:annotate { t = 'sum games.n' }:fetch()", "Player:annotate { t = 'sum games.n' }:sorted_by 't':pluck 'name'",
    "for p in Player:annotate { t = 'sum games.n' }:iterate() do end",
  ])
  func `a sum that is no integer any more is an error in words`(source: String) throws {
    let script = try Script(schema: Self.schema)
    let source = source.hasPrefix("for") ? source : "return \(source)"
    #expect(script.failure(source).contains("sum of Game.n is larger than an integer can be"))
    try script.expect(
      "local ok, e = pcall(function() \(source) end) return ok, e.entity, e.field", "false Game n")
  }

  @Test(arguments: [
    "where(function(p) return p.games:sum 'n' > 3 end):count()",
    "where(function(p) return p.games:sum 'n' > 3 end):fetch()",
    "where(function(p) return p.games:sum 'n' > 3 end):exists()",
    "where(function(p) return p.games:sum 'n' > 3 end):pluck 'name'",
    "sorted_by(function(p) return p.games:sum 'n' end):fetch()",
    "where(function(p) return p.games:sum 'n' == nil end):fetch()",
    "where(function(p) return not p.games:sum 'n' end):fetch()",
    "where(function(p) return p.games:sum 'n' == 'x' end):fetch()",
  ])
  func `a function over such a sum raises its own error`(source: String) throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("return Player:\(source)").hasSuffix("sum of Game.n is larger than an integer can be"))
  }

  @Test func `a row for which the function does not ask for the sum is none that the sum decides`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local rows = Player:where(function(p) return p.name ~= "Ann" and p.games:sum "n" == 5 end)
      return rows:count(), rows:first().name, #rows:fetch { pushdown = false }
      """, "1 Bob 1")
  }

  @Test func `a sum that is an integer is one, though a part of it is none`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Game:create { n = -9, kind = "x", player = ann } Game:create { kind = "x", player = ann }
      local mine = Game:where { kind = "x" }
      print(mine:sum "n", mine:sum(function(g) return g.n end), ann.games:sum "n")
      print(mine:aggregate { t = "sum n" }.t, asked:where { kind = "x" }:sum "n")
      local groups = Game:group_by "kind":aggregate { t = "sum n" }:fetch()
      print(groups[1].t, groups[2].t)
      print(table.unpack(Player:annotate { t = "sum games.n" }:sorted_by "name":pluck "t"))
      print(Player:where "sum(games.n) > 3":count(), #Player:fetch():filter "sum(games.n) > 3")
      print(Player:where(function(p) return p.games:sum "n" > 3 end):count())
      """,
      """
      9223372036854775799 9223372036854775799 9223372036854775799
      9223372036854775799 9223372036854775799
      9223372036854775799 5
      9223372036854775799 5
      2 2
      2
      """)
  }

  @Test func `SQL that a person writes adds up as requests do`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Game:create { n = -9, kind = "x", player = ann }
      local row = db:query("SELECT sum(n) s, count(*) c FROM game WHERE kind = 'x'")[1]
      print(row.s, row.c, db:query("SELECT sum(n) s FROM game WHERE kind = 'none'")[1].s)
      local frame = "sum(n) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
      for _, r in ipairs(db:query("SELECT " .. frame .. " s FROM game WHERE id > 1")) do print(r.s) end
      """,
      """
      9223372036854775799 3 nil
      1
      6
      -4
      """)
  }

  @Test func `what an expression reckons beyond 64 bits goes on as a real number, and decimals say so`() throws {
    let script = try Script(
      schema: """
        N = entity "N" { a = integer {}, b = integer {}, large = decimal { scale = 0 }, small = decimal { scale = 4 } }
        db:create_all()
        N:create { a = math.maxinteger, b = 1, large = "1000000000000000", small = "0.0001" }
        N:create { a = 1, b = 1, large = "1", small = "0.0001" }
        """)
    try script.expect(
      """
      local e = "a + b"
      print(N:pluck(e)[1], N:fetch():map(e)[1], N:annotate { s = e }:first().s, N:max(e))
      print(N:sum(e), N:aggregate { t = "sum a + b" }.t, #N:where "a + b > 5":fetch(), #N:fetch():filter "a + b > 5")
      print(select(2, pcall(function() N:where { b = 1 }:update { b = expr(e) } end)))
      """,
      """
      9.2233720368548e+18 9.2233720368548e+18 9.2233720368548e+18 9.2233720368548e+18
      9.2233720368548e+18 9.2233720368548e+18 1 1
      N: b: expected an integer, not the number 9.223372036854776e+18
      """)
    for source in [
      "N:pluck 'large + small'", "N:annotate { s = 'large + small' }:first().s", "N:sum 'large + small'",
      "N:max 'large + small'", "N:fetch():map 'large + small'", "N:aggregate { s = 'sum large + small' }.s",
    ] {
      #expect(script.failure("return \(source)").contains("a value has more than the 18 digits"), "\(source)")
    }
    try script.expect("return N:sum(function(n) return n.large + n.small end)", "1000000000000001.0002")
  }
}
