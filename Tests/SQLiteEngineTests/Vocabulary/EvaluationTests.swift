import Query
import SQLiteEngine
import Schema
import Store
import TestSupport
import Testing

/// Expressions mean the same in SQL and in memory: random trees over random rows.
@Suite struct EvaluationTests {
  private static let seed: UInt64 = 11
  private static let columns = ["i", "j", "r", "t", "u"]

  private struct Row: EvaluatedRow {
    func isAmong(_ rows: RelatedRows) -> Bool? { nil }
    func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
    let values: [Value]

    func value(at path: FieldPath) -> Value { values[EvaluationTests.columns.firstIndex(of: path.field) ?? 0] }
    func truth(of function: ScriptHook) -> Bool { false }
    func truth(of function: ScriptHook, testing value: Expression) -> Bool { false }
  }

  private static let integers: [Int64] = [0, 1, -1, 2, 3, -7, 10, .min, .max, 1 << 53 + 1]
  private static let reals: [Double] = [0, 0.5, -2.25, 1e20, 1e-7, 3, .infinity, 0x1p63]
  private static let texts = ["", " ", "a", "A", "ab ", "Ärger", "ä2", "a10", "a2", "é", "e\u{301}", "🙂b", "10", "%"]
  private static let days = [
    "2024-02-29", "2023-02-29", "2024-02-29T10:30:05Z", "1999-12-31 23:59", "2024-13-01", "2024-01-01T24:00:00Z",
    "2024-01-01T10:3", "2024-01-01é10:30:00", "0000-01-01T00:60:00", "9999-12-31T", "2024-1-1",
    "2024-05-06T07:08:09.5Z",
  ]

  private static func number(_ dice: inout Dice, _ depth: Int) -> Expression {
    switch depth == 0 ? dice.roll(4) : dice.roll(11) {
    case 0: .field(FieldPath(dice.pick(["i", "j"])))
    case 1: .field(FieldPath("r"))
    case 2: .literal(.integer(dice.pick(integers)))
    case 3: .literal(dice.roll(5) == 0 ? .null : .real(dice.pick(reals)))
    case 4: .call(.length, [text(&dice, depth - 1)])
    case 5: .call(.position, [text(&dice, depth - 1), text(&dice, depth - 1)])
    case 6: .call(.roundWhole, [number(&dice, depth - 1)])
    case 7: .call(.round, [number(&dice, depth - 1), .literal(.integer(Int64(dice.roll(8) - 3)))])
    case 8: .call(.coalesce, (0...(1 + dice.roll(3))).map { _ in number(&dice, depth - 1) })
    case 9: .call(dice.pick(DatePart.allCases).function, [dice.roll(3) == 0 ? text(&dice, 1) : day(&dice)])
    default:
      .arithmetic(
        dice.pick([.add, .subtract, .multiply, .divide, .floorDivide, .modulo]), number(&dice, depth - 1),
        number(&dice, depth - 1))
    }
  }

  private static func day(_ dice: inout Dice) -> Expression {
    dice.roll(2) == 0 ? .field(FieldPath("u")) : .literal(.text(dice.pick(days)))
  }

  private static func text(_ dice: inout Dice, _ depth: Int) -> Expression {
    switch depth == 0 ? dice.roll(2) : dice.roll(8) {
    case 0: .field(FieldPath(dice.pick(["t", "u"])))
    case 1: .literal(.text(dice.pick(texts)))
    case 6: .call(.dateText, [day(&dice)])
    case 7: .call(.coalesce, (0...(1 + dice.roll(3))).map { _ in text(&dice, depth - 1) })
    case 2: .call(dice.pick([.lowercase, .uppercase, .trim, .foldCase, .caseKey]), [text(&dice, depth - 1)])
    case 3:
      .call(dice.pick([.prefix, .suffix]), [text(&dice, depth - 1), .literal(.integer(Int64(1 + dice.roll(4))))])
    default: .arithmetic(.concatenate, text(&dice, depth - 1), text(&dice, depth - 1))
    }
  }

  private static func truth(_ dice: inout Dice, _ depth: Int) -> Expression {
    let isText = dice.roll(2) == 0
    func operand() -> Expression { isText ? text(&dice, 2) : number(&dice, 2) }
    let comparison = dice.pick(Expression.Comparison.allCases)
    switch depth == 0 ? dice.roll(6) : dice.roll(9) {
    case 0, 1: return .comparison(comparison, operand(), operand())
    case 2: return .between(operand(), operand(), operand())
    case 3:
      let values = (0..<dice.roll(4)).map { _ in
        dice.roll(5) == 0 ? Value.null : isText ? .text(dice.pick(texts)) : .integer(dice.pick(integers))
      }
      return .oneOf(operand(), values)
    case 4: return .isNull(operand())
    case 5:
      if dice.roll(2) == 0 {
        return .call(.search, [text(&dice, 1), .literal(.text(dice.pick(["^a", "\\d", "é$", ""])))])
      }
      return .comparison(comparison, .call(.digitKey, [text(&dice, 1)]), .call(.digitKey, [text(&dice, 1)]))
    case 6: return .not(truth(&dice, depth - 1))
    case 7: return .and((0..<dice.roll(4)).map { _ in truth(&dice, depth - 1) })
    default: return .or((0..<dice.roll(4)).map { _ in truth(&dice, depth - 1) })
    }
  }

  private static func row(_ dice: inout Dice) -> [Value] {
    columns.map { column in
      if dice.roll(6) == 0 { return .null }
      switch column {
      case "r": return .real(dice.pick(reals))
      case "u" where dice.roll(3) == 0: return .text(dice.pick(days))
      case "t", "u": return .text(dice.pick(texts) + (dice.roll(2) == 0 ? "" : dice.pick(texts)))
      default: return .integer(dice.pick(integers))
      }
    }
  }

  @Test func `memory and SQL give an expression the same value`() throws {
    var dice = Dice(seed: Self.seed)
    let fields = Self.columns.map { name in
      Field(name: name, type: name == "r" ? .real : ["t", "u"].contains(name) ? .text : .integer)
    }
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    let entity = Entity(name: "Thing", table: "thing", fields: [key] + fields)
    let engine = try memory(
      "CREATE TABLE thing (id INTEGER PRIMARY KEY, i INTEGER, j INTEGER, r REAL, t TEXT, u TEXT) STRICT")
    let rows = (0..<60).map { _ in Self.row(&dice) }
    for (place, row) in rows.enumerated() {
      let sql = "INSERT INTO thing VALUES (\(place), \(row.map(\.description).joined(separator: ", ")))"
      try engine.execute(sql)
    }
    let select = Select(catalog: Catalog([entity]), entity: entity, dialect: engine.dialect)
    for round in 0..<2500 {
      let expression =
        round % 3 == 0 ? Self.number(&dice, 3) : round % 3 == 1 ? Self.text(&dice, 3) : Self.truth(&dice, 3)
      var plan = FetchPlan(.or([.closure(ScriptHook(1)), .isNull(.field(FieldPath("id")))]))
      let column = plan.add(expression)
      let sql = try select.statement(
        FetchRequest(entity: "Thing"), plan: plan, output: .fields([FieldPath("id")])
      ).rendered(for: engine.dialect)
      let statement = try engine.statement(sql.text)
      defer { statement.release() }
      try statement.bind(sql.bindings)
      let found = RowBuffer(columnCount: 1 + plan.flags.count)
      try statement.stepAll(into: found)
      for place in 0..<found.count {
        let row = rows[Int(found[place, 0].integer)]
        let memory = try Evaluation(Row(values: row)).value(expression)
        let database = found.value(place, 1 + column)
        guard memory != database else { continue }
        Issue.record("\(expression) of \(row): memory \(memory), SQL \(database) (seed \(Self.seed), round \(round))")
        return
      }
    }
  }
}
