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
    "Player:annotate { t = 'sum games.n' }:fetch()",
  ])
  func `a sum that is no integer any more is an error in words`(source: String) throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("return \(source)").contains("is larger than an integer can be"))
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
}
