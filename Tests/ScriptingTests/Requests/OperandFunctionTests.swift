import Testing

@testable import Scripting

/// What became of the functions of requests that stand in a condition is said by the plan of the request around them.
@Suite struct OperandFunctionTests {
  private static let schema = """
    Team = entity "Team" { name = text { required = true }, players = has_many "Player" }
    Player = entity "Player" { name = text { required = true }, age = integer { required = true }, team = belongs_to "Team" }
    db:create_all()
    local red = Team:create { name = "Red" }
    Player:create { name = "Ann", age = 30, team = red } Player:create { name = "Bob", age = 20 }
    grown = Player:where(function(p) return p.age > 25 end)
    odd = Player:where(function(p) return #tostring({}) > 0 and p.age > 25 end)
    -- What a plan says of functions.
    function notes(rows)
      local said = {}
      for line in tostring(rows:explain()):gmatch "[^\\n]+" do
        if line:find "SELECT" then break end
        said[#said + 1] = line
      end
      return table.concat(said, "\\n")
    end
    """

  private static let text = "it makes text of a table or an object: name the field that is meant"

  @Test(arguments: [
    ("Team:where { players = grown }", "in the request for Player, pushed: \"age\" > 25"),
    ("Team:where { players = odd }", "in the request for Player, closure: schema.lua:7: \(text)"),
    ("Team:where('players:one_of(rows)', { rows = odd })", "in the request for Player, closure: schema.lua:7: \(text)"),
    (
      "Team:where(function(t) return t.name == 'Red' end):where { players = grown }",
      "pushed: \"name\" = 'Red'\nin the request for Player, pushed: \"age\" > 25"
    ),
    (
      "Player:where { team = Team:where { players = odd } }",
      "in the request for Player, closure: schema.lua:7: \(text)"
    ),
    ("Team:where { players = Player:where { age = 3 } }", ""),
  ])
  func `a plan names them`(request: String, notes: String) throws {
    try Script(schema: Self.schema).expect("return notes(\(request))", notes)
  }

  @Test func `groups name them, too, and the rows are found`() throws {
    try Script(schema: Self.schema).expect(
      """
      local teams = Team:where { players = odd }
      print(#teams:fetch(), tostring(teams:group_by("name"):aggregate { n = "count" }:explain()):match "^in the request for Player, closure")
      """, "1 in the request for Player, closure")
  }
}
