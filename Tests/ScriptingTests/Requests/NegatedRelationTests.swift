import Testing

/// The negation of what is asked of the row that a relation to one leads to: a row without one is in it.
@Suite struct NegatedRelationTests {
  private let schema = """
    Team = entity "Team" { name = text {}, city = belongs_to "City", players = has_many "Player" }
    City = entity "City" { name = text {} }
    Player = entity "Player" { name = text {}, team = belongs_to "Team" }
    db:create_all()
    local ulm = City:create { name = "Ulm" }
    local red, blue, nameless = Team:create { name = "Red", city = ulm }, Team:create { name = "Blue" }, Team:create {}
    for _, team in ipairs { red, blue, nameless } do Player:create { name = team.name or "?", team = team } end
    Player:create { name = "none" }
    """

  @Test(arguments: [
    ("{ team = { name = 'Red' } }", "Blue ? none"), ("\"any(team, name == 'Red')\"", "Blue ? none"),
    ("function(p) return p.team ~= nil and p.team.name == 'Red' end", "Blue ? none"),
    ("{ team = { city = { name = 'Ulm' } } }", "Blue ? none"), ("{ team = { city = null } }", "Red none"),
    ("{ team = { name = 'Red' }, name = is.present }", "Blue ? none"),
    // A dotted name over a missing relation is NULL, and so is its negation.
    ("{ ['team.name'] = 'Red' }", "Blue"), ("\"team.name == 'Red'\"", "Blue"),
  ])
  func `rows without the related one are in it, in SQL as in memory`(condition: String, names: String) throws {
    try Script(schema: schema).expect(
      """
      local function said(rows) return table.concat(rows, " ") end
      print(said(Player:where_not(\(condition)):pluck "name"))
      print(said(Player:where(function(p) return #tostring({}) > 0 and p.id > 0 end):where_not(\(condition)):pluck "name"))
      """,
      "\(names)\n\(names)")
  }
}
