import Query
import SQLiteEngine
import Schema
import Testing

/// Requests for entities that share a table: the statement, and the rows that it selects.
@Suite struct SharedTableTests {
  private let catalog: Catalog
  private let database: Database

  init() throws {
    func entity(_ name: String, _ field: Field) -> Entity { Entity(name: name, table: "x", fields: [field]) }
    var animal = Entity(name: "Animal", table: "animal", fields: [Field(name: "name", type: .text)])
    animal = animal.sharingItsTable
    var lives = Field(name: "lives", type: .integer)
    lives.isRequired = true
    let cat = entity("Cat", lives).sharing(tableOf: animal)
    let kitten = entity("Kitten", Field(name: "fed", type: .boolean)).sharing(tableOf: cat)
    let dog = entity("Dog", Field(name: "trained", type: .boolean)).sharing(tableOf: animal)
    var toy = Entity(name: "Toy", table: "toy", fields: [.automaticKey, Field(name: "cat_id", type: .integer)])
    var relation = Relation(name: "cat", kind: .belongsTo, target: "Cat")
    relation.columns = ["cat_id"]
    toy.relations = [relation]
    toy.fields[1].relation = "cat"
    catalog = try Catalog([animal, cat, kitten, dog, toy]).resolved()
    database = try Database()
    for entity in [catalog["Animal"], catalog["Toy"]].compactMap({ $0 }) {
      for statement in try CreateTable(entity, catalog: catalog, dialect: SQLiteDialect()).statements() {
        try database.run(statement)
      }
    }
    try database.run(
      """
      INSERT INTO animal(id, kind, name, lives, trained) VALUES
        (1, 'Cat', 'Tom', 7, NULL), (2, 'Dog', 'Rex', NULL, 1), (3, 'Kitten', 'Kit', 9, NULL), (4, 'Animal', 'Any', NULL, NULL)
      """)
    try database.run("INSERT INTO toy(id, cat_id) VALUES (1, 1), (2, 2), (3, 3)")
  }

  private func sql(_ name: String, _ predicate: Expression? = nil, _ output: Select.Output = .rows) throws -> SQL {
    let entity = try #require(catalog[name])
    let request = FetchRequest(entity: name, predicate: predicate)
    return try Select(catalog: catalog, entity: entity, dialect: SQLiteDialect())
      .statement(request, plan: FetchPlan(predicate), output: output)
  }

  private func expect(_ sql: SQL, _ text: String, _ rows: [[Value]], at place: SourceLocation = #_sourceLocation) throws
  {
    #expect(sql.literal(for: SQLiteDialect()) == text, sourceLocation: place)
    #expect(try database.rows(sql) == rows, sourceLocation: place)
  }

  @Test func `all rows are asked for with the columns of all kinds`() throws {
    let columns = #""id", "kind", "name", "lives", "fed", "trained""#
    #expect(try sql("Animal").literal(for: SQLiteDialect()) == "SELECT \(columns) FROM \"animal\" ORDER BY \"id\"")
    #expect(try database.rows(sql("Animal")).count == 4)
  }

  @Test func `the rows of a part are told by their kind`() throws {
    try expect(
      sql("Dog"), #"SELECT "id", "kind", "name", "trained" FROM "animal" WHERE "kind" = 'Dog' ORDER BY "id""#,
      [[.integer(2), .text("Dog"), .text("Rex"), .integer(1)]])
    try expect(
      sql("Cat", nil, .slots([0])),
      #"SELECT "id" FROM "animal" WHERE "kind" IN ('Cat', 'Kitten') ORDER BY "id""#, [[.integer(1)], [.integer(3)]])
    try expect(
      sql("Cat", nil, .count), #"SELECT count(*) FROM "animal" WHERE "kind" IN ('Cat', 'Kitten')"#, [[.integer(2)]])
  }

  @Test func `a condition never reaches beyond the kind`() throws {
    let name = Expression.field(FieldPath(field: "name"))
    let either = Expression.or(["Tom", "Rex"].map { .comparison(.equal, name, .literal(.text($0))) })
    try expect(
      sql("Cat", either, .slots([0])),
      #"SELECT "id" FROM "animal" WHERE "kind" IN ('Cat', 'Kitten') AND ("name" = 'Tom' OR "name" = 'Rex') ORDER BY "id""#,
      [[.integer(1)]])
    try expect(
      sql("Cat", .not(either), .slots([0])),
      #"SELECT "id" FROM "animal" WHERE "kind" IN ('Cat', 'Kitten') AND (NOT ("name" = 'Tom' OR "name" = 'Rex')) ORDER BY "id""#,
      [[.integer(3)]])
  }

  @Test func `a relation to a kind joins rows of that kind alone`() throws {
    let lives = Expression.field(FieldPath("cat.lives"))
    try expect(
      sql("Toy", .comparison(.greater, lives, .literal(.integer(1))), .slots([0])),
      #"SELECT "toy"."id" FROM "toy" LEFT JOIN "animal" AS "cat" ON "cat"."id" = "toy"."cat_id""#
        + #" AND "cat"."kind" IN ('Cat', 'Kitten') WHERE "cat"."lives" > 1 ORDER BY "toy"."id""#,
      [[.integer(1)], [.integer(3)]])
    try expect(
      sql("Toy", .isNull(.field(FieldPath("cat.name"))), .slots([0])),
      #"SELECT "toy"."id" FROM "toy" LEFT JOIN "animal" AS "cat" ON "cat"."id" = "toy"."cat_id""#
        + #" AND "cat"."kind" IN ('Cat', 'Kitten') WHERE "cat"."name" IS NULL ORDER BY "toy"."id""#,
      [[.integer(2)]])
  }

  @Test func `rows are changed and deleted by kind`() throws {
    let kitten = try #require(catalog["Kitten"])
    let change = ChangeRows(catalog: catalog, entity: kitten, dialect: SQLiteDialect())
    let request = FetchRequest(entity: "Kitten")
    #expect(
      try change.update(request, [(slot: 3, value: .integer(5))]).literal(for: SQLiteDialect())
        == #"UPDATE "animal" SET "lives" = 5 WHERE "kind" = 'Kitten'"#)
    let named = request.and(.comparison(.equal, .field(FieldPath(field: "name")), .literal(.text("Kit"))))
    #expect(
      try change.delete(named).literal(for: SQLiteDialect())
        == #"DELETE FROM "animal" WHERE "kind" = 'Kitten' AND ("name" = 'Kit')"#)
  }

  @Test func `an upsert leaves a row of another kind alone`() throws {
    let dog = try #require(catalog["Dog"])
    let statement = Upsert(dog).statement(slots: [0, 1, 2], target: [0], updated: [2]).rendered(for: SQLiteDialect())
    #expect(try database.rows(statement.text, [.integer(1), .text("Dog"), .text("New")]) == [])
    #expect(
      try database.rows(statement.text, [.integer(2), .text("Dog"), .text("New")])
        == [[.integer(2), .text("Dog"), .text("New"), .integer(1)]])
    #expect(try database.rows("SELECT name FROM animal WHERE id = 1") == [[.text("Tom")]])
  }
}
