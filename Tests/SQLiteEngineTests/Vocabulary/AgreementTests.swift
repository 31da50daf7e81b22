import Query
import SQLiteEngine
import Schema
import Store
import TestSupport
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

  private func fill(_ dice: inout Dice) throws -> [Value] {
    var values: [Value] = [.null, .text(""), .integer(0)]
    while values.count < 50 { values.append(dice.value()) }
    try engine.execute("DELETE FROM thing")
    for (index, value) in values.enumerated() {
      try engine.execute("INSERT INTO thing VALUES (?1, ?2)", .integer(Int64(index)), value)
    }
    return values
  }

  /// What functions of a script may be: of text, of numbers, of anything.
  private static func asks(_ hook: ScriptHook, _ cell: Cell) -> Bool {
    switch hook.number {
    case 0: cell.kind == .text
    case 1: cell.kind == .integer && cell.integer % 2 == 0
    default: cell.length % 2 == 1
    }
  }

  /// The keys of the rows that a request selects: the database decides what it can, the rest is asked row by row.
  private func selected(_ condition: Expression) throws -> [Int] {
    let plan = FetchPlan(condition)
    let sql = try Select(catalog: Catalog([entity]), entity: entity, dialect: engine.dialect)
      .statement(
        FetchRequest(entity: "Thing", predicate: condition), plan: plan, output: .fields([FieldPath(field: "id")])
      ).rendered(for: engine.dialect)
    let statement = try engine.statement(sql.text)
    defer { statement.release() }
    try statement.bind(sql.bindings)
    let rows = RowBuffer(columnCount: 1 + plan.flags.count)
    try statement.stepAll(into: rows)
    return (0..<rows.count).filter { truth(plan.residual, rows, $0) == true }.map { Int(rows[$0, 0].integer) }
  }

  private func truth(_ residual: FetchPlan.Residual?, _ rows: RowBuffer, _ row: Int) -> Bool? {
    guard let residual else { return true }
    return residual.truth(
      flag: { rows[row, 1 + $0].isNull ? nil : rows[row, 1 + $0].integer != 0 },
      test: { rows[row, 1 + $1].isNull ? nil : Self.asks($0, rows[row, 1 + $1]) },
      ask: { _ in false })
  }

  private func differing(_ values: [Value], _ found: [Int], _ expected: [Int]) -> [Value] {
    Set(found).symmetricDifference(expected).sorted().map { values[$0] }
  }

  @Test(arguments: [0, 3])
  func `SQL and memory select the same rows`(functions: Int) throws {
    var dice = Dice(seed: Self.seed)
    var values: [Value] = []
    for round in 0..<3000 {
      if round % 100 == 0 { values = try fill(&dice) }
      let test = try dice.test(depth: 3, functions: functions).fitted(to: entity.fields[1])
      let condition = test.expression(over: .field(FieldPath(field: "value")))
      let decision = TestDecision(test)
      let expected = try values.indices.filter { index in
        try values[index].withCell { cell in try decision.truth(of: cell) { Self.asks($0, cell) } } == true
      }
      let found = try selected(condition)
      #expect(
        found == expected, "seed \(Self.seed), round \(round): \(condition), \(differing(values, found, expected))")
      if found != expected { break }
    }
  }
}
