import Query
import SQLiteEngine
import Schema
import Testing

/// Teams of players, who play games; employees and their managers.
///
///     Team = entity "Team" { name = text {}, city = text {}, players = has_many "Player", badge = has_one "Badge" }
///     Player = entity "Player" { name = text { required = true }, score = integer {}, weight = real {},
///       team = belongs_to "Team", games = has_many "Game" }
///     Game = entity "Game" { title = text {}, player = belongs_to "Player" }
enum Sample {
  static let catalog: Catalog = resolved([team, badge, player, game, employee])

  /// Catalogs of tests are right: one that is not shows as empty.
  static func resolved(_ entities: [Entity]) -> Catalog { (try? Catalog(entities).resolved()) ?? Catalog() }

  private static let team = Entity(
    name: "Team", table: "team", fields: [key, text("name"), text("city")],
    relations: [
      Relation(name: "players", kind: .hasMany, target: "Player"),
      Relation(name: "badge", kind: .hasOne, target: "Badge"),
    ])
  private static let badge = Entity(
    name: "Badge", table: "badge", fields: [key, text("colour"), foreign("team")], relations: [belongs("team", "Team")])
  private static let player = Entity(
    name: "Player", table: "player",
    fields: [
      key, text("name"), Field(name: "score", type: .integer), Field(name: "weight", type: .real), foreign("team"),
    ],
    relations: [belongs("team", "Team"), Relation(name: "games", kind: .hasMany, target: "Game")])
  private static let game = Entity(
    name: "Game", table: "game", fields: [key, text("title"), foreign("player")],
    relations: [belongs("player", "Player")])
  private static let employee = Entity(
    name: "Employee", table: "employee", fields: [key, text("name"), foreign("manager")],
    relations: [belongs("manager", "Employee"), Relation(name: "reports", kind: .hasMany, target: "Employee")])

  private static var key: Field {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    return key
  }

  private static func text(_ name: String) -> Field { Field(name: name, type: .text) }

  private static func foreign(_ relation: String) -> Field {
    var field = Field(name: relation + "_id", type: .integer)
    field.relation = relation
    return field
  }

  private static func belongs(_ name: String, _ target: String) -> Relation {
    var relation = Relation(name: name, kind: .belongsTo, target: target)
    relation.columns = [name + "_id"]
    return relation
  }

  static func database() throws -> Database {
    let database = try Database(catalog)
    try database.run("INSERT INTO team VALUES (1, 'Red', 'Rome'), (2, 'Blue', NULL)")
    try database.run("INSERT INTO badge VALUES (1, 'gold', 2)")
    try database.run(
      """
      INSERT INTO player VALUES (1, 'Ann', 10, 1.5, 1), (2, 'bob', NULL, 2.5, 1), (3, 'Cy', 30, NULL, 2),
        (4, 'ann', 10, 4.5, NULL)
      """)
    try database.run("INSERT INTO game VALUES (1, 'chess', 1), (2, 'go', 3), (3, 'dice', 4), (4, 'solo', NULL)")
    try database.run("INSERT INTO employee VALUES (1, 'Boss', NULL), (2, 'Mid', 1), (3, 'Low', 2)")
    return database
  }
}

extension FetchRequest {
  /// The statement for this request over the sample.
  func sql(_ output: Select.Output = .rows) throws(QueryError) -> SQL {
    guard let entity = Sample.catalog[entity] else { throw .unknownEntity(entity) }
    return try Select(catalog: Sample.catalog, entity: entity, dialect: SQLiteDialect())
      .statement(self, plan: FetchPlan(predicate), output: output)
  }
}

/// Expects a request to be said in these words, and to answer these rows: of `.rows` the keys only.
///
///     expectSQL(players.and(.comparison(.greater, .field(…"score"), …)), "SELECT … WHERE \"score\" > 20", ["3"])
func expectSQL(
  _ request: FetchRequest, _ output: Select.Output, _ text: String, _ rows: [String],
  at location: SourceLocation = #_sourceLocation
) throws {
  let sql = try request.sql(output)
  let isRows = if case .rows = output { true } else { false }
  let written = sql.literal(for: SQLiteDialect())
  let columns = Sample.catalog[request.entity]?.fields.map { "\"\($0.column)\"" }.joined(separator: ", ") ?? ""
  let qualified = Sample.catalog[request.entity].map { entity in
    entity.fields.map { "\"\(entity.table)\".\"\($0.column)\"" }.joined(separator: ", ")
  }
  // `…` stands for all columns.
  let wanted = [columns, qualified ?? ""].map { text.replacing("…", with: $0) }
  #expect(wanted.contains(written), "\(written)", sourceLocation: location)
  let answer = try Sample.database().rows(sql)
  let shown = answer.map { row in (isRows ? row[0].description : row.map(\.description).joined(separator: " ")) }
  #expect(shown == rows, sourceLocation: location)
}

func expectSQL(
  _ request: FetchRequest, _ text: String, _ rows: [String], at location: SourceLocation = #_sourceLocation
) throws {
  try expectSQL(request, .rows, text, rows, at: location)
}

/// A field, by its dotted name.
func field(_ name: String) -> Expression { .field(FieldPath(name)) }

func literal(_ value: Int64) -> Expression { .literal(.integer(value)) }
func literal(_ value: String) -> Expression { .literal(.text(value)) }

/// All rows of an entity of the sample.
func all(_ entity: String, where predicate: Expression? = nil, sorted sorts: Sort...) -> FetchRequest {
  var request = FetchRequest(entity: entity, predicate: predicate)
  request.sorts = sorts
  return request
}
