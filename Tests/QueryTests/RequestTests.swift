import Query
import SQLiteEngine
import Schema
import Testing

/// Each test shows a request, the SQL that it becomes, and the rows that this selects of the sample.
@Suite struct RequestTests {
  private let score = field("score")
  private let name = field("name")

  @Test func `all rows come in the order of their key`() throws {
    try expectSQL(all("Player"), "SELECT … FROM \"player\" ORDER BY \"id\"", ["1", "2", "3", "4"])
  }

  @Test func `every operator is said`() throws {
    let rows: [(Expression.Comparison, String, [String])] = [
      (.equal, "=", ["1", "4"]), (.notEqual, "<>", ["3"]), (.less, "<", []), (.atMost, "<=", ["1", "4"]),
      (.greater, ">", ["3"]), (.atLeast, ">=", ["1", "3", "4"]),
    ]
    for (comparison, sign, keys) in rows {
      try expectSQL(
        all("Player", where: .comparison(comparison, score, literal(10))),
        "SELECT … FROM \"player\" WHERE \"score\" \(sign) 10 ORDER BY \"id\"", keys)
    }
  }

  @Test func `null is asked for by its own words`() throws {
    try expectSQL(
      all("Player", where: .isNull(score)), "SELECT … FROM \"player\" WHERE \"score\" IS NULL ORDER BY \"id\"", ["2"])
    try expectSQL(
      all("Player", where: .not(.isNull(score))),
      "SELECT … FROM \"player\" WHERE \"score\" IS NOT NULL ORDER BY \"id\"", ["1", "3", "4"])
  }

  @Test func `functions are called`() throws {
    try expectSQL(
      all("Player", where: .comparison(.equal, .call(.length, [name]), literal(2))),
      "SELECT … FROM \"player\" WHERE length(\"name\") = 2 ORDER BY \"id\"", ["3"])
    try expectSQL(
      all("Player", where: .comparison(.equal, .call(.lowercase, [name]), literal("ann"))),
      "SELECT … FROM \"player\" WHERE lower(\"name\") = 'ann' ORDER BY \"id\"", ["1", "4"])
  }

  @Test func `where again means and`() throws {
    let request = all("Player").and(.comparison(.equal, score, literal(10))).and(
      .comparison(.greater, name, literal("a"))
    )
    .and(.comparison(.less, field("id"), literal(9)))
    try expectSQL(
      request,
      "SELECT … FROM \"player\" WHERE \"score\" = 10 AND \"name\" > 'a' AND \"id\" < 9 ORDER BY \"id\"", ["4"])
  }

  @Test func `parentheses follow the chain`() throws {
    let request = all("Player").and(.comparison(.equal, score, literal(30))).or(
      .comparison(.equal, name, literal("Ann"))
    )
    .and(.comparison(.less, field("id"), literal(3)))
    try expectSQL(
      request,
      "SELECT … FROM \"player\" WHERE (\"score\" = 30 OR \"name\" = 'Ann') AND \"id\" < 3 ORDER BY \"id\"", ["1"])
    try expectSQL(
      all("Player").and(.comparison(.equal, score, literal(10))).and(.comparison(.equal, name, literal("Ann")))
        .or(.isNull(score)),
      "SELECT … FROM \"player\" WHERE (\"score\" = 10 AND \"name\" = 'Ann') OR \"score\" IS NULL ORDER BY \"id\"",
      ["1", "2"])
  }

  @Test func `everything or something is everything`() throws {
    try expectSQL(
      all("Player").or(.isNull(score)), "SELECT … FROM \"player\" ORDER BY \"id\"", ["1", "2", "3", "4"])
  }

  @Test func `a list of one keeps the parentheses of what is in it`() throws {
    let either = Expression.or([.comparison(.equal, score, literal(30)), .comparison(.equal, name, literal("Ann"))])
    try expectSQL(
      all("Player", where: .and([.and([either]), .comparison(.less, field("id"), literal(3))])),
      "SELECT … FROM \"player\" WHERE (\"score\" = 30 OR \"name\" = 'Ann') AND \"id\" < 3 ORDER BY \"id\"", ["1"])
  }

  @Test func `not is three valued`() throws {
    try expectSQL(
      all("Player", where: .not(.comparison(.equal, score, literal(10)))),
      "SELECT … FROM \"player\" WHERE NOT (\"score\" = 10) ORDER BY \"id\"", ["3"])
    try expectSQL(
      all(
        "Player",
        where: .not(.and([.comparison(.equal, score, literal(10)), .comparison(.equal, name, literal("Ann"))]))),
      "SELECT … FROM \"player\" WHERE NOT (\"score\" = 10 AND \"name\" = 'Ann') ORDER BY \"id\"", ["2", "3", "4"])
  }

  @Test func `a truth as an operand stands in parentheses`() throws {
    let isTen = Expression.comparison(.equal, score, literal(10))
    try expectSQL(
      all("Player", where: .isNull(.not(isTen))),
      "SELECT … FROM \"player\" WHERE (NOT (\"score\" = 10)) IS NULL ORDER BY \"id\"", ["2"])
    try expectSQL(
      all("Player", where: .comparison(.equal, literal(1), .isNull(score))),
      "SELECT … FROM \"player\" WHERE 1 = (\"score\" IS NULL) ORDER BY \"id\"", ["2"])
    try expectSQL(
      all("Player", where: .oneOf(.or([isTen, .isNull(score)]), [.integer(0)])),
      "SELECT … FROM \"player\" WHERE (\"score\" = 10 OR \"score\" IS NULL) IN (0) ORDER BY \"id\"", ["3"])
  }

  @Test func `lists become in`() throws {
    try expectSQL(
      all("Player", where: .oneOf(name, [.text("Ann"), .text("Cy")])),
      "SELECT … FROM \"player\" WHERE \"name\" IN ('Ann', 'Cy') ORDER BY \"id\"", ["1", "3"])
    try expectSQL(
      all("Player", where: .oneOf(name, [])),
      "SELECT … FROM \"player\" WHERE (\"name\" IS NULL AND NULL) ORDER BY \"id\"", [])
    try expectSQL(
      all("Player", where: .not(.oneOf(name, []))),
      "SELECT … FROM \"player\" WHERE NOT ((\"name\" IS NULL AND NULL)) ORDER BY \"id\"",
      ["1", "2", "3", "4"])
  }

  @Test func `no rows and all rows have their words`() throws {
    try expectSQL(all("Player", where: .or([])), "SELECT … FROM \"player\" WHERE 0 ORDER BY \"id\"", [])
    try expectSQL(
      all("Player", where: .and([])), "SELECT … FROM \"player\" WHERE 1 ORDER BY \"id\"", ["1", "2", "3", "4"])
  }

  @Test func `between stands in parentheses within and`() throws {
    let between = Expression.between(score, literal(5), literal(20))
    try expectSQL(
      all("Player", where: .and([between, .comparison(.equal, name, literal("ann"))])),
      "SELECT … FROM \"player\" WHERE (\"score\" BETWEEN 5 AND 20) AND \"name\" = 'ann' ORDER BY \"id\"", ["4"])
    try expectSQL(
      all("Player", where: .not(between)),
      "SELECT … FROM \"player\" WHERE NOT (\"score\" BETWEEN 5 AND 20) ORDER BY \"id\"", ["3"])
  }

  @Test func `a relation stands for its key`() throws {
    try expectSQL(
      all("Player", where: .comparison(.equal, field("team"), literal(1))),
      "SELECT … FROM \"player\" WHERE \"team_id\" = 1 ORDER BY \"id\"", ["1", "2"])
  }
}

/// Dotted names, and the joins that they need.
@Suite struct JoinTests {
  private let join = "LEFT JOIN \"team\" AS \"team\" ON \"team\".\"id\" = \"player\".\"team_id\""

  @Test func `one hop is one join`() throws {
    try expectSQL(
      all("Player", where: .comparison(.equal, field("team.name"), literal("Red"))),
      "SELECT … FROM \"player\" \(join) WHERE \"team\".\"name\" = 'Red' ORDER BY \"player\".\"id\"", ["1", "2"])
  }

  @Test func `a missing relation is null`() throws {
    try expectSQL(
      all("Player", where: .isNull(field("team.city"))),
      "SELECT … FROM \"player\" \(join) WHERE \"team\".\"city\" IS NULL ORDER BY \"player\".\"id\"", ["3", "4"])
  }

  @Test func `two hops are two joins and each is made once`() throws {
    let player = "LEFT JOIN \"player\" AS \"player\" ON \"player\".\"id\" = \"game\".\"player_id\""
    let team = "LEFT JOIN \"team\" AS \"player.team\" ON \"player.team\".\"id\" = \"player\".\"team_id\""
    try expectSQL(
      all(
        "Game",
        where: .and([
          .comparison(.equal, field("player.team.name"), literal("Blue")),
          .comparison(.greater, field("player.score"), literal(1)), .not(.isNull(field("player.team.id"))),
        ])),
      "SELECT … FROM \"game\" \(player) \(team) WHERE \"player.team\".\"name\" = 'Blue' AND \"player\".\"score\" > 1"
        + " AND \"player.team\".\"id\" IS NOT NULL ORDER BY \"game\".\"id\"", ["2"])
  }

  @Test func `the other side of one to one is joined`() throws {
    try expectSQL(
      all("Team", where: .comparison(.equal, field("badge.colour"), literal("gold"))),
      "SELECT … FROM \"team\" LEFT JOIN \"badge\" AS \"badge\" ON \"badge\".\"team_id\" = \"team\".\"id\""
        + " WHERE \"badge\".\"colour\" = 'gold' ORDER BY \"team\".\"id\"", ["2"])
  }

  @Test func `an entity is joined with itself`() throws {
    let manager = "LEFT JOIN \"employee\" AS \"manager\" ON \"manager\".\"id\" = \"employee\".\"manager_id\""
    let boss =
      "LEFT JOIN \"employee\" AS \"manager.manager\" ON \"manager.manager\".\"id\" = \"manager\".\"manager_id\""
    try expectSQL(
      all("Employee", where: .comparison(.equal, field("manager.manager.name"), literal("Boss"))),
      "SELECT … FROM \"employee\" \(manager) \(boss) WHERE \"manager.manager\".\"name\" = 'Boss'"
        + " ORDER BY \"employee\".\"id\"", ["3"])
  }

  @Test func `an alias is never the name of the table itself`() throws {
    var parent = Relation(name: "Node", kind: .belongsTo, target: "Node")
    parent.columns = ["node_id"]
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    let node = Entity(
      name: "Node", table: "node", fields: [key, Field(name: "node_id", type: .integer)], relations: [parent])
    let catalog = Sample.resolved([node])
    let sql = try Select(catalog: catalog, entity: node, dialect: SQLiteDialect()).statement(
      FetchRequest(entity: "Node"), plan: FetchPlan(nil), output: .fields([FieldPath("Node.id")]))
    let text =
      "SELECT \"Node_\".\"id\" FROM \"node\" LEFT JOIN \"node\" AS \"Node_\" ON \"Node_\".\"id\" = \"node\".\"node_id\""
      + " ORDER BY \"node\".\"id\""
    #expect(sql.literal(for: SQLiteDialect()) == text)
    let database = try Database(catalog)
    try database.run("INSERT INTO node VALUES (1, NULL), (2, 1)")
    #expect(try database.rows(sql) == [[.null], [.integer(1)]])
  }

  @Test func `a sort may join too`() throws {
    try expectSQL(
      all("Player", sorted: Sort(FieldPath("team.name"), isDescending: true)),
      "SELECT … FROM \"player\" \(join) ORDER BY \"team\".\"name\" DESC, \"player\".\"id\"", ["1", "2", "3", "4"])
  }
}

/// Orders, cuts, and what is made of all rows.
@Suite struct OutputTests {
  private let name = FieldPath("name")
  private let score = FieldPath("score")

  private func cut(_ request: FetchRequest, limit: Int? = nil, offset: Int = 0) -> FetchRequest {
    var request = request
    request.limit = limit
    request.offset = offset
    return request
  }

  @Test func `the key breaks ties`() throws {
    try expectSQL(
      all("Player", sorted: Sort(score)), "SELECT … FROM \"player\" ORDER BY \"score\", \"id\"", ["2", "1", "4", "3"])
    try expectSQL(
      all("Player", sorted: Sort(score, isDescending: true)),
      "SELECT … FROM \"player\" ORDER BY \"score\" DESC, \"id\"", ["3", "1", "4", "2"])
    try expectSQL(
      all("Player", sorted: Sort(FieldPath("id"), isDescending: true)),
      "SELECT … FROM \"player\" ORDER BY \"id\" DESC", ["4", "3", "2", "1"])
  }

  @Test func `nulls come where they should`() throws {
    try expectSQL(
      all("Player", sorted: Sort(score, nulls: .last)),
      "SELECT … FROM \"player\" ORDER BY \"score\" NULLS LAST, \"id\"", ["1", "4", "3", "2"])
    try expectSQL(
      all("Player", sorted: Sort(score, isDescending: true, nulls: .first)),
      "SELECT … FROM \"player\" ORDER BY \"score\" DESC NULLS FIRST, \"id\"", ["2", "3", "1", "4"])
  }

  @Test func `case is ignored when asked`() throws {
    try expectSQL(
      all("Player", sorted: Sort(name)), "SELECT … FROM \"player\" ORDER BY \"name\", \"id\"", ["1", "3", "4", "2"])
    try expectSQL(
      all("Player", sorted: Sort(name, ignoresCase: true)),
      "SELECT … FROM \"player\" ORDER BY moonshell_case_key(\"name\"), \"id\"", ["1", "4", "2", "3"])
    try expectSQL(
      all("Player", sorted: Sort(name, ignoresCase: true, isNumeric: true)),
      "SELECT … FROM \"player\" ORDER BY moonshell_digit_key(moonshell_case_key(\"name\")), \"id\"",
      ["1", "4", "2", "3"])
    // A key without its case is not a key: it still breaks the ties.
    try expectSQL(
      all("Player", sorted: Sort(FieldPath("id"), ignoresCase: true)),
      "SELECT … FROM \"player\" ORDER BY moonshell_case_key(\"id\"), \"id\"", ["1", "2", "3", "4"])
  }

  @Test func `rows are cut`() throws {
    try expectSQL(
      cut(all("Player"), limit: 2), "SELECT … FROM \"player\" ORDER BY \"id\" LIMIT 2", ["1", "2"])
    try expectSQL(
      cut(all("Player"), limit: 2, offset: 1), "SELECT … FROM \"player\" ORDER BY \"id\" LIMIT 2 OFFSET 1", ["2", "3"])
    try expectSQL(
      cut(all("Player"), offset: 3), "SELECT … FROM \"player\" ORDER BY \"id\" LIMIT -1 OFFSET 3", ["4"])
    try expectSQL(cut(all("Player"), limit: 0), "SELECT … FROM \"player\" ORDER BY \"id\" LIMIT 0", [])
  }

  @Test func `rows are counted`() throws {
    try expectSQL(all("Player", sorted: Sort(name)), .count, "SELECT count(*) FROM \"player\"", ["4"])
    try expectSQL(
      cut(all("Player", sorted: Sort(name)), limit: 3, offset: 2), .count,
      "SELECT count(*) FROM (SELECT 1 FROM \"player\" LIMIT 3 OFFSET 2)", ["2"])
  }

  @Test func `existence is one row`() throws {
    try expectSQL(all("Player"), .exists, "SELECT 1 FROM \"player\" LIMIT 1", ["1"])
    try expectSQL(cut(all("Player"), offset: 4), .exists, "SELECT 1 FROM \"player\" LIMIT -1 OFFSET 4", [])
    try expectSQL(
      all("Player", where: .comparison(.greater, field("score"), literal(99))), .exists,
      "SELECT 1 FROM \"player\" WHERE \"score\" > 99 LIMIT 1", [])
  }

  @Test func `aggregates skip null`() throws {
    for (aggregate, value) in [(Select.Aggregate.sum, "50"), (.avg, "16.666666666666668"), (.min, "10"), (.max, "30")] {
      try expectSQL(
        all("Player"), .aggregate(aggregate, score), "SELECT \(aggregate.rawValue)(\"score\") FROM \"player\"", [value])
    }
  }

  @Test func `aggregates of a cut are of its rows`() throws {
    try expectSQL(
      cut(all("Player", sorted: Sort(name)), limit: 2), .aggregate(.sum, score),
      "SELECT sum(\"value\") FROM (SELECT \"score\" AS \"value\" FROM \"player\" ORDER BY \"name\", \"id\" LIMIT 2)",
      ["40"])
  }

  @Test func `an order by a column named value is by that column`() throws {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    let entity = Entity(
      name: "Coin", table: "coin",
      fields: [key, Field(name: "value", type: .integer), Field(name: "weight", type: .integer)])
    let catalog = Catalog([entity])
    let database = try Database(catalog)
    try database.run("INSERT INTO coin VALUES (1, 5, 100), (2, 9, 1)")
    let sql = try Select(catalog: catalog, entity: entity, dialect: SQLiteDialect()).statement(
      cut(all("Coin", sorted: Sort(FieldPath("value"))), limit: 1), plan: FetchPlan(nil),
      output: .aggregate(.sum, FieldPath("weight")))
    #expect(try database.rows(sql) == [[.integer(100)]])
  }

  @Test func `fields are selected`() throws {
    try expectSQL(
      all("Player", where: .comparison(.less, field("id"), literal(3))), .fields([name, FieldPath("team.name")]),
      "SELECT \"player\".\"name\", \"team\".\"name\" FROM \"player\" LEFT JOIN \"team\" AS \"team\""
        + " ON \"team\".\"id\" = \"player\".\"team_id\" WHERE \"player\".\"id\" < 3 ORDER BY \"player\".\"id\"",
      ["'Ann' 'Red'", "'bob' 'Red'"])
  }

  @Test func `distinct values come once`() throws {
    var request = all("Player", sorted: Sort(score))
    request.isDistinct = true
    try expectSQL(
      request, .fields([score]), "SELECT DISTINCT \"score\" FROM \"player\" ORDER BY \"score\"",
      ["NULL", "10", "30"])
    try expectSQL(request, .count, "SELECT count(*) FROM \"player\"", ["4"])
  }

  @Test func `distinct rows without a key are counted once`() throws {
    let entity = Entity(
      name: "Log", table: "log", fields: [Field(name: "a", type: .integer), Field(name: "b", type: .any)])
    let database = try Database(
      "CREATE TABLE log(a, b)", "INSERT INTO log VALUES (1, 'x'), (1, 'x'), (1, 'y'), (2, 'x')")
    let select = Select(catalog: Catalog([entity]), entity: entity, dialect: SQLiteDialect())
    var request = FetchRequest(entity: "Log")
    request.isDistinct = true
    let answer = { (request: FetchRequest, output: Select.Output) in
      try database.rows(try select.statement(request, plan: FetchPlan(nil), output: output))
    }
    #expect(try answer(request, .count) == [[.integer(3)]])
    #expect(try answer(request, .aggregate(.sum, FieldPath("a"))) == [[.integer(4)]])
    #expect(try answer(cut(request, offset: 2), .count) == [[.integer(1)]])
    #expect(try answer(cut(request, offset: 2), .exists) == [[.integer(1)]])
    #expect(try answer(cut(request, offset: 3), .exists) == [])
    #expect(try answer(request, .rows).count == 3)
  }
}
