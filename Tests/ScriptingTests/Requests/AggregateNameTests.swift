import Testing

@testable import Scripting

/// Fields that are called as an aggregate is: before an operator they are the field, else the word is the aggregate's.
@Suite struct AggregateNameTests {
  private static let schema = """
    Team = entity "Team" { count = integer {}, price = integer {}, players = has_many "Player" }
    Player = entity "Player" { score = integer {}, team = belongs_to "Team" }
    db:create_all()
    local t = Team:create { count = 3, price = 2 }
    Player:create { score = 5, team = t }
    """

  @Test(arguments: [
    ("count", "3"), ("count * 2", "6"), ("count - 1", "2"), ("count + price", "5"),
    ("count > 2 and price == 2", "true"),
    ("count players", "1"), ("count(players)", "1"), ("sum -players.score", "-5"), ("price * count", "6"),
  ])
  func `a member is what its text says`(text: String, value: String) throws {
    try Script(schema: Self.schema).expect("return tostring(Team:annotate { k = '\(text)' }:first().k)", value)
  }

  @Test func `an aggregate begins with its word`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "return Team:aggregate { k = 'sum count' }.k, Team:aggregate { k = 'sum -price' }.k, Team:aggregate { k = 'count' }.k",
      "3 -2 1")
    for text in ["count * 2", "count - 2", "count > 2"] {
      #expect(
        script.failure("return Team:aggregate { k = '\(text)' }.k").hasPrefix(
          "aggregate: '\(text)' is an expression: before it stands what is made of it"))
    }
    #expect(script.failure("Team:annotate { k = 'sum * 2' }").contains("Team has no field 'sum'"))
  }
}
