import Query
import SQLiteEngine
import Schema
import Store
import Testing

/// Tests mean the same in SQL and in memory: 3,000 random combinations on random rows.
@Suite struct AgreementTests {
  private static let seed: UInt64 = 7

  private let entity: Entity
  private let engine: SQLiteEngine

  init() throws {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    entity = Entity(name: "Thing", table: "thing", fields: [key, Field(name: "value", type: .any)])
    engine = try memory("CREATE TABLE thing (id INTEGER PRIMARY KEY, value ANY) STRICT")
  }

  private func fill(_ dice: inout TestDice) throws -> [Value] {
    var values: [Value] = [.null, .text(""), .integer(0)]
    while values.count < 50 { values.append(dice.value()) }
    try engine.execute("DELETE FROM thing")
    for (index, value) in values.enumerated() {
      try engine.execute("INSERT INTO thing VALUES (?1, ?2)", .integer(Int64(index)), value)
    }
    return values
  }

  /// The keys of the rows that the database selects.
  private func selected(_ condition: Expression) throws -> [Int] {
    let select = Select(catalog: Catalog([entity]), entity: entity, dialect: engine.dialect)
    let sql = try select.statement(
      FetchRequest(entity: "Thing", predicate: condition), plan: FetchPlan(condition),
      output: .fields([FieldPath(field: "id")])
    ).rendered(for: engine.dialect)
    let statement = try engine.statement(sql.text)
    defer { statement.release() }
    try statement.bind(sql.bindings)
    let rows = RowBuffer(columnCount: 1)
    try statement.stepAll(into: rows)
    return (0..<rows.count).map { Int(rows[$0, 0].integer) }
  }

  private func differing(_ values: [Value], _ found: [Int], _ expected: [Int]) -> [Value] {
    Set(found).symmetricDifference(expected).sorted().map { values[$0] }
  }

  @Test func `SQL and memory select the same rows`() throws {
    var dice = TestDice(seed: Self.seed)
    var values: [Value] = []
    for round in 0..<3000 {
      if round % 100 == 0 { values = try fill(&dice) }
      let test = try dice.test(depth: 3).fitted(to: entity.fields[1])
      let condition = try #require(test.expression(over: .field(FieldPath(field: "value"))))
      let matches = test.matcher()
      let expected = try values.indices.filter { index in
        try values[index].withCell { (cell) throws(SchemaError) in try matches(cell) } == true
      }
      let found = try selected(condition)
      #expect(
        found == expected, "seed \(Self.seed), round \(round): \(condition), \(differing(values, found, expected))")
      if found != expected { break }
    }
  }
}
