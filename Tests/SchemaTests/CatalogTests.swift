import Schema
import TestSupport
import Testing

/// An entity with an integer key `id` and relations.
private func entity(_ name: String, _ relations: [Relation] = [], key: Field? = nil) -> Entity {
  var id = key ?? Field(name: "id", type: .integer)
  id.isPrimaryKey = true
  var entity = Entity(name: name, table: snakeCase(name), fields: [id])
  for relation in relations {
    var relation = relation
    if relation.kind == .belongsTo {
      relation.columns = [relation.name + "_id"]
      if entity.fields[0].name != relation.columns[0] {
        entity.fields.append(Field(name: relation.columns[0], type: .integer))
      }
    }
    entity.relations.append(relation)
  }
  return entity
}

private func relation(_ kind: Relation.Kind, _ name: String, _ target: String, inverse: String? = nil) -> Relation {
  var relation = Relation(name: name, kind: kind, target: target)
  relation.inverse = inverse
  return relation
}

@Suite struct CatalogTests {
  private func order(_ entities: Entity...) -> [String] { Catalog(entities).inDependencyOrder.map(\.name) }

  @Test func `what is referred to comes first`() {
    let game = entity("Game", [relation(.belongsTo, "player", "Player"), relation(.belongsTo, "map", "Map")])
    let player = entity("Player", [relation(.belongsTo, "team", "Team"), relation(.hasMany, "games", "Game")])
    #expect(order(game, player, entity("Team"), entity("Map")) == ["Team", "Player", "Map", "Game"])
    #expect(order(entity("Map"), entity("Team"), player, game) == ["Map", "Team", "Player", "Game"])
  }

  @Test func `circles and selves keep their order`() {
    let chicken = entity("Chicken", [relation(.belongsTo, "egg", "Egg")])
    let egg = entity("Egg", [relation(.belongsTo, "chicken", "Chicken"), relation(.belongsTo, "nest", "Nest")])
    #expect(order(chicken, egg, entity("Nest")) == ["Nest", "Egg", "Chicken"])
    #expect(order(entity("Employee", [relation(.belongsTo, "manager", "Employee")])) == ["Employee"])
  }

  @Test(arguments: [Relation.Kind.belongsTo, .hasOne, .hasMany]) func `a relation is not its own inverse`(
    kind: Relation.Kind
  ) {
    let person = entity("Person", [relation(kind, "spouse", "Person", inverse: "spouse")])
    #expect(throws: SchemaError.ownInverse(entity: "Person", relation: "spouse")) { try Catalog([person]).resolved() }
  }

  @Test func `every order respects the keys`() {
    let seed: UInt64 = 3
    var dice = Dice(seed: seed)
    for _ in 0..<300 {
      // Each refers to entities of a smaller number only, so that an order exists.
      let names = (0..<8).map { "E\($0)" }
      var entities: [Entity] = []
      for number in names.indices {
        let targets = (0..<number).filter { _ in dice.roll(3) == 0 }
        entities.append(entity(names[number], targets.map { relation(.belongsTo, "r\($0)", names[$0]) }))
      }
      var done: Set<String> = []
      for entity in Catalog(entities.shuffled(using: &dice)).inDependencyOrder {
        for relation in entity.relations { #expect(done.contains(relation.target), "seed \(seed)") }
        done.insert(entity.name)
      }
      #expect(done.count == 8)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `what was made of tables is defined at once as it is one by one`(seed: UInt64) {
    var dice = Dice(seed: seed)
    func made(_ names: [String], isReflected: Bool) -> [Entity] {
      var tables: Set<FoldedName> = []
      return names.compactMap { name in
        var made = entity(name)
        made.table = dice.pick(["a", "b", "c", "d", "B", "e\(dice.roll(3))"])
        made.isReflected = isReflected
        return tables.insert(FoldedName(made.table)).inserted ? made : nil
      }
    }
    let declared = made(["U", "V"], isReflected: false)
    let known = made(["A", "B", "C", "D"], isReflected: true)
    let added = made(["C", "B", "E", "F", "A"], isReflected: true)
    var (together, single) = (Catalog(declared + known), Catalog(declared + known))
    together.define(reflected: added)
    for entity in added { single.define(entity) }
    #expect(Set(together.entities) == Set(single.entities), "seed \(seed)")
  }

  @Test func `defining again replaces in place`() {
    var catalog = Catalog([entity("A"), entity("B")])
    catalog.define(entity("A", [relation(.belongsTo, "b", "B")]))
    #expect(catalog.names == ["A", "B"])
    #expect(catalog["A"]?.relations.count == 1)
    #expect(catalog["C"] == nil)
  }

  @Test func `reachable entities keep their order`() {
    let catalog = Catalog([
      entity("A"), entity("B", [relation(.belongsTo, "a", "A")]), entity("C", [relation(.belongsTo, "b", "B")]),
    ])
    #expect(catalog.reachable(from: "B").names == ["A", "B"])
    #expect(catalog.reachable(from: "X").names == [])
  }

  @Test func `all missing entities are named at once`() {
    let catalog = Catalog([
      entity("Player", [relation(.belongsTo, "team", "Taem"), relation(.hasMany, "games", "Quidditch")]),
      entity("Team", [relation(.hasMany, "players", "Plaier")]),
    ])
    let message = """
      entity 'Player', relation 'team': there is no entity 'Taem'. Did you mean 'Team'?
      entity 'Player', relation 'games': there is no entity 'Quidditch'.
      entity 'Team', relation 'players': there is no entity 'Plaier'. Did you mean 'Player'?
      """
    #expect(words(catalog.resolved) == message)
  }

  @Test func `two entities may not share a table`() {
    var second = entity("Second")
    second.table = "FIRST"
    #expect(
      words(Catalog([entity("First"), second]).resolved)
        == "entities 'First' and 'Second' have the same table 'FIRST'. Give one of them another: table = \"…\"")
  }

  @Test func `the other side is found`() throws {
    let catalog = try Catalog([
      entity("Team", [relation(.hasMany, "players", "Player")]),
      entity("Player", [relation(.belongsTo, "team", "Team")]),
    ]).resolved()
    let players = catalog["Team"]?.relation("players")
    #expect(players?.inverse == "team")
    #expect(players?.columns == ["team_id"])
  }

  @Test func `the other side is found by name`() throws {
    let keys = [relation(.belongsTo, "home", "Team"), relation(.belongsTo, "guest", "Team")]
    let catalog = try Catalog([
      entity(
        "Team",
        [
          relation(.hasMany, "home_games", "Game", inverse: "home"),
          relation(.hasMany, "away", "Game", inverse: "guest"),
        ]), entity("Game", keys),
    ]).resolved()
    #expect(catalog["Team"]?.relation("home_games")?.columns == ["home_id"])
    #expect(catalog["Team"]?.relation("away")?.columns == ["guest_id"])
  }

  @Test func `the other side may name this one`() throws {
    let catalog = try Catalog([
      entity("Team", [relation(.hasMany, "games", "Game")]),
      entity(
        "Game", [relation(.belongsTo, "home", "Team", inverse: "games"), relation(.belongsTo, "guest", "Team")]),
    ]).resolved()
    #expect(catalog["Team"]?.relation("games")?.columns == ["home_id"])
  }

  @Test func `an entity relates to itself`() throws {
    let catalog = try Catalog([
      entity("Employee", [relation(.belongsTo, "manager", "Employee"), relation(.hasMany, "reports", "Employee")])
    ]).resolved()
    #expect(catalog["Employee"]?.relation("reports")?.inverse == "manager")
    #expect(catalog["Employee"]?.relation("reports")?.columns == ["manager_id"])
  }

  @Test func `several other sides are ambiguous`() {
    let catalog = Catalog([
      entity("Team", [relation(.hasMany, "games", "Game")]),
      entity("Game", [relation(.belongsTo, "home", "Team"), relation(.belongsTo, "guest", "Team")]),
    ])
    let message =
      "entity 'Team', relation 'games': Game has several relations to Team (home, guest)."
      + " Say which one: inverse = \"home\""
    #expect(words(catalog.resolved) == message)
  }

  @Test func `an unknown other side is named`() {
    let player = entity("Player", [relation(.belongsTo, "team", "Team")])
    let team = entity("Team", [relation(.hasMany, "players", "Player", inverse: "taem")])
    #expect(
      words(Catalog([team, player]).resolved)
        == "entity 'Team', relation 'players': Player has no relation 'taem' to Team. Did you mean 'team'?")
    let naming = entity("Player", [relation(.belongsTo, "team", "Team", inverse: "playerz")])
    let named = entity("Team", [relation(.hasMany, "players", "Player")])
    #expect(
      words(Catalog([named, naming]).resolved)
        == "entity 'Player', relation 'team': Team has no relation 'playerz' to Player. Did you mean 'players'?")
  }

  @Test func `a missing other side is asked for`() {
    #expect(
      words(Catalog([entity("Team", [relation(.hasOne, "coach", "Coach")]), entity("Coach")]).resolved)
        == "entity 'Team', relation 'coach': Coach has no belongs_to \"Team\", which would hold the key")
  }

  @Test func `a target needs a key`() {
    let view = Entity(name: "View", table: "view", fields: [Field(name: "a", type: .any)])
    #expect(
      words(Catalog([entity("A", [relation(.belongsTo, "view", "View")]), view]).resolved)
        == "entity 'A', relation 'view': View has no primary key of as many columns to refer to")
  }

  @Test func `keys take the type of what they refer to`() throws {
    // A stamp belongs to a passport, whose key is the key of its owner.
    let stamp = entity("Stamp", [relation(.belongsTo, "passport", "Passport")])
    let passport = entity(
      "Passport", [relation(.belongsTo, "owner", "Person")], key: Field(name: "owner_id", type: .integer))
    let person = entity("Person", key: Field(name: "key", type: .uuid))
    let catalog = try Catalog([stamp, passport, person]).resolved()
    #expect(catalog["Passport"]?.field("owner_id")?.type == .uuid)
    #expect(catalog["Stamp"]?.field("passport_id")?.type == .uuid)
    #expect(catalog.names == ["Stamp", "Passport", "Person"])
  }
}
