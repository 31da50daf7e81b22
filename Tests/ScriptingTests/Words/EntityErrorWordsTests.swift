import Model
import TestSupport
import Testing

@Suite struct EntityErrorWordsTests {
  private static let table: [Words<EntityError>] = [
    Words(
      .countedMoments(entity: "D", field: "at", type: "datetime"), .decode,
      "D.at: the column holds numbers, and a datetime is a text, with which no number compares:"
        + " datetime(at, 'unixepoch') of the database makes texts of seconds since 1970"
    ),
    Words(
      .otherUUIDs(entity: "D", field: "u"), .decode,
      "D.u: the column holds UUIDs in upper case, which none in lower case is equal to: db:migrate() rewrites them"
    ),
    Words(
      .otherScale(entity: "D", field: "x", there: 3, here: 2), .state,
      "D.x: the table has decimals of 3 digits behind the point, the entity declares 2: db:migrate() brings them together"
    ),
    Words(.isAnEntity(entity: "Player"), "Player is an entity: add methods to its objects in Player.methods", .state),
    Words(
      .isAbstract(entity: "Player"), "Player is abstract: it has no table. Ask the entities that extend it", .state),
    Words(
      .concernsAllRows(entity: "Player", method: "update"),
      "Player:update would concern all rows. Say so: Player:all():update(…)", .query),
    Words(
      .fieldOfObjects(entity: "Player", field: "age"),
      "Player.age: 'age' is a field of its objects: say Player:pluck \"age\" for all values, or"
        + " Player:get(1).age for one", .query),
    Words(
      .noMethod(entity: "Player", name: "nmae", known: ["name", "age"]),
      "Player has no method 'nmae'. Did you mean 'name'?", .query),
    Words(
      .noMethod(entity: "Player", name: "findOrCreateBy", known: ["create", "get_or_create"]),
      "Player has no method 'findOrCreateBy'. Did you mean 'get_or_create'?", .query),
    Words(
      .noMethod(entity: "Player", name: "upsert", known: ["insert", "get_or_create"]),
      "Player has no method 'upsert'. Say db:add(x, { upsert = true, on = \"field\" })", .query),
    Words(
      .noEntity(found: "the integer 5"), "an entity was expected, not the integer 5. Write ':' before the method",
      .argument),
    Words(
      .declaredWrong(entity: "Player", place: "shop.lua:3", reason: "field 'age' stands twice"),
      "shop.lua:3: entity 'Player', field 'age' stands twice", .schema),
    Words(
      .declaredWrong(entity: "Player", place: nil, reason: "field 'age' stands twice"),
      "entity 'Player', field 'age' stands twice", .schema),
    Words(
      .unknownKind(entity: "Player", found: "the integer 5", field: "age"),
      "Player: kind: the stored value the integer 5 is no entity that shares the table", .decode,
      ["entity: Player", "field: age"]),
    Words(
      .methodOfObjects(entity: "Player", name: "height", example: "example"),
      "Player.methods: 'height' is a method that every object has (example). Choose another name", .schema),
    Words(
      .methodIsField(entity: "Player", name: "height"),
      "Player.methods: 'height' is a field of Player, which is found before a method. Choose another name", .schema),
    Words(
      .scopeIsNoFunction(entity: "Player", name: "adults", found: "the integer 5"),
      "Player.scopes: 'adults' must be a function that gives a request, not the integer 5. Write"
        + " function Player.scopes:adults() return self:where { … } end", .schema),
    Words(
      .scopeNameTaken(entity: "Player", name: "where", example: "example"),
      "Player.scopes: 'where' is a word that entities or requests have (example). Choose another name", .schema),
    Words(
      .belongsElsewhere(member: "team", entity: "Team", location: "shop.db"),
      "team: this Team belongs to another database (shop.db)", .state),
    Words(
      .belongsElsewhere(member: nil, entity: "Team", location: "shop.db"),
      "this Team belongs to another database (shop.db)", .state),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<EntityError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test(arguments: table) func `a mistake has its kind and its details`(_ row: Words<EntityError>) {
    #expect(row.mistake.kind == row.kind)
    #expect(row.mistake.details.map { "\($0.name): \($0.value.text ?? "")" } == row.details)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Entities/EntityError.swift")))
  }
}
