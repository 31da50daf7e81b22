import Schema
import Testing

/// What becomes of the relations of existing tables when a script defines one of the entities anew.
struct LooseEndTests {
  private func key() -> Field {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    return key
  }

  /// team and player as they are made of two tables.
  private func reflected() -> Catalog {
    var team = Entity(name: "Team", table: "team", fields: [key()])
    var players = Relation(name: "player", kind: .hasMany, target: "Player")
    players.inverse = "team"
    team.relations = [players]
    team.isReflected = true
    var player = Entity(name: "Player", table: "player", fields: [key(), Field(name: "team_id", type: .integer)])
    var belongs = Relation(name: "team", kind: .belongsTo, target: "Team")
    belongs.columns = ["team_id"]
    player.relations = [belongs]
    player.isReflected = true
    return Catalog([team, player])
  }

  @Test func `relations of existing tables hold as long as both sides do`() throws {
    let catalog = try reflected().resolved()
    #expect(catalog["Team"]?.relations.map(\.name) == ["player"])
    #expect(catalog["Player"]?.relations.map(\.name) == ["team"])
  }

  @Test func `a relation goes when the other side is defined without it`() throws {
    var catalog = reflected()
    catalog.define(Entity(name: "Player", table: "player", fields: [key()]))
    #expect(try catalog.resolved()["Team"]?.relations.isEmpty == true)
  }

  @Test func `an entity takes the table of one that was made of it`() throws {
    var catalog = reflected()
    catalog.define(Entity(name: "Club", table: "TEAM", fields: [key()]))
    #expect(catalog.names == ["Player", "Club"])
    #expect(try catalog.resolved()["Player"]?.relations.isEmpty == true)
  }

  @Test func `two entities that were written may not share a table`() {
    var catalog = Catalog([Entity(name: "Team", table: "team", fields: [key()])])
    catalog.define(Entity(name: "Club", table: "team", fields: [key()]))
    #expect(throws: SchemaError.sharedTable(table: "team", first: "Team", second: "Club")) { try catalog.resolved() }
  }
}
