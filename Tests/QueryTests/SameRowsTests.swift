import Query
import SQLiteEngine
import Schema
import TestSupport
import Testing

/// In memory and in SQL, a test says the same of every value: true, false or nothing.
@Suite struct SameRowsTests {
  private static let seed: UInt64 = 0x5EED_2024

  /// Columns that hold one kind each, and two that hold anything: one of no type, one of numbers.
  private static let columns = ["i", "r", "t", "b", "any", "number"]

  private static let integers: [Int64] = [
    0, 1, -1, 2, 10, 18, 24, .min, .max, .min + 1, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1,
  ]
  private static let reals: [Double] = [
    0, -0.0, 0.5, 1, 1.5, -2.25, 18, 0x1p53, 0x1p63, -0x1p63, 1e20, 1e-7, 1e300, .infinity, -.infinity, 0.1, 123456.789,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]
  private static let texts = [
    "", " ", "\t\n\u{B}\u{C}\r ", "a", "A", "ab", "abc", "%", "_", "a%b", "a_b", "'", "''", "\"", "a'; --", "é",
    "e\u{301}",
    "É", "🙂", "🙂🙂", "a🙂b", "\u{A0}", "1", "10", "1.5", "NULL", "\u{FFFD}", "ß", "Ze", "Zerator", "or", "rat", "2.0",
    "e+", "2024-02-29", "2024-03-02T12:30:00Z", "2024-02-30", "0000-01-01",
  ]
  /// What no column of a table made here holds, but one of a table made elsewhere.
  private static let odd: [Value] = [.text("\0"), .text("a\0b"), .text("ab\0"), .data([0x61, 0, 0x62])]
  private static let bytes: [[UInt8]] = [[], [0], [0x61], [0x61, 0x62], [0xFF], [0x20], [0xC3, 0xA9], [0x31]]

  private static func value(_ column: Int, _ dice: inout Dice) -> Value {
    switch column {
    case 0: return .integer(dice.pick(integers))
    case 1: return .real(dice.pick(reals))
    case 2: return .text(text(&dice))
    case 3: return .data(dice.pick(bytes))
    case 4: return dice.roll(5) == 0 ? dice.pick(odd) : value(dice.roll(4), &dice)
    default: return value(dice.roll(2), &dice)
    }
  }

  private static func text(_ dice: inout Dice) -> String {
    dice.roll(2) == 0 ? dice.pick(texts) : dice.pick(texts) + dice.pick(texts)
  }

  private static func operand(_ column: Int, _ dice: inout Dice) -> Value {
    switch dice.roll(12) {
    case 0: .null
    case 1: .real(.nan)
    // Numbers compare with numbers of either kind.
    case 2...4 where column < 2: value(dice.roll(2), &dice)
    default: value(column, &dice)
    }
  }

  private static func kind(_ kind: TestKind, _ column: Int, _ dice: inout Dice) -> FieldTest {
    var options: Set<TestOption> = []
    for option in kind.options where dice.roll(2) == 0 { options.insert(option) }
    return .kind(kind, TestArguments(operands(of: kind, column, &dice), options: options))
  }

  private static func operands(of kind: TestKind, _ column: Int, _ dice: inout Dice) -> [Value] {
    switch kind.operands {
    case .none: return []
    case .values(let count): return (0..<count).map { _ in operand(column, &dice) }
    case .list: return (0..<dice.roll(5)).map { _ in operand(column, &dice) }
    case .text:
      if column == 3 { return [.data(dice.pick(bytes))] }
      if column == 4, dice.roll(3) == 0 { return [dice.pick(odd + [.data([0x61]), .integer(1), .null])] }
      return [.text(text(&dice))]
    case .pattern: return [.text(dice.pick(["", "^a", "[b-z]$", "é", #"\d"#, #"^\w*$"#, ".", "^..$", #"(.)\1"#]))]
    case .counts:
      let counts = [dice.roll(6), dice.roll(6)].map { Value.integer(Int64($0)) }
      return dice.roll(2) == 0 ? counts : [counts[0]]
    }
  }

  private static func combination(_ column: Int, _ depth: Int, _ dice: inout Dice) -> FieldTest {
    switch depth == 0 ? 0 : dice.roll(5) {
    case 1: .not(combination(column, depth - 1, &dice))
    case 2: .and(combination(column, depth - 1, &dice), combination(column, depth - 1, &dice))
    case 3: .or(combination(column, depth - 1, &dice), combination(column, depth - 1, &dice))
    default: kind(dice.pick(TestKind.all), column, &dice)
    }
  }

  private let entity = Entity(
    name: "T", table: "t", fields: [Field(name: "id", type: .integer)] + columns.map { Field(name: $0, type: .any) })

  /// A table of random rows, and the rows as it keeps them.
  private func filled(_ dice: inout Dice) throws -> (database: Database, rows: [[Value]]) {
    let database = try Database(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, any, number NUMERIC)")
    try database.run("BEGIN")
    for id in 0..<250 {
      let values = Self.columns.indices.map { column in dice.roll(8) == 0 ? .null : Self.value(column, &dice) }
      try database.run("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", [.integer(Int64(id))] + values)
    }
    try database.run("COMMIT")
    return (database, try database.rows("SELECT * FROM t ORDER BY id"))
  }

  /// The truth of a test for every row as the database gives it, and the keys of the rows that it selects.
  private func answer(_ test: FieldTest, _ column: Int, _ database: Database) throws -> (
    truths: [Value], keys: [Value]
  ) {
    let expression = test.expression(over: .field(FieldPath(field: Self.columns[column])))
    let select = Select(catalog: Catalog([entity]), entity: entity, dialect: SQLiteDialect())
    // A flag of a plan is a column of the result.
    var plan = FetchPlan(.or([.closure(ScriptHook(1)), expression]))
    let flags = try database.rows(
      try select.statement(FetchRequest(entity: "T"), plan: plan, output: .fields([FieldPath("id")])))
    plan = FetchPlan(expression)
    let keys = try database.rows(
      try select.statement(FetchRequest(entity: "T"), plan: plan, output: .fields([FieldPath("id")])))
    return (flags.sorted { $0[0].number < $1[0].number }.map { $0[1] }, keys.map { $0[0] })
  }

  private func check(_ test: FieldTest, _ column: Int, _ database: Database, _ rows: [[Value]]) throws {
    let matcher = test.matcher()
    let truths = try rows.map { row in try row[column + 1].withCell(matcher) }
    let answer = try answer(test, column, database)
    let wanted = truths.map { $0.map { Value.integer($0 ? 1 : 0) } ?? .null }
    for (row, (memory, sql)) in zip(rows, zip(wanted, answer.truths)) where memory != sql {
      Issue.record(
        "\(Self.columns[column]) = \(row[column + 1]): memory \(memory), SQL \(sql) of \(test.words) (seed \(Self.seed))"
      )
      return
    }
    let selected = Set(zip(rows, truths).filter { $1 == true }.map { $0.0[0] })
    #expect(Set(answer.keys) == selected, "\(test.words) of \(Self.columns[column]), seed \(Self.seed)")
  }

  @Test func `every kind of test selects the same rows in memory and in SQL`() throws {
    var dice = Dice(seed: Self.seed)
    let (database, rows) = try filled(&dice)
    for kind in TestKind.all {
      for column in Self.columns.indices {
        for _ in 0..<12 {
          let test = Self.kind(kind, column, &dice)
          try check(test, column, database, rows)
          try check(.not(test), column, database, rows)
        }
      }
    }
  }

  @Test func `combinations select the same rows in memory and in SQL`() throws {
    var dice = Dice(seed: Self.seed + 1)
    let (database, rows) = try filled(&dice)
    for round in 0..<600 {
      let column = round % Self.columns.count
      try check(Self.combination(column, 4, &dice), column, database, rows)
    }
  }

  @Test func `no test selects null unless it says so`() throws {
    let database = try Database("CREATE TABLE t(id INTEGER PRIMARY KEY, i, r, t, b, any, number)")
    try database.run("INSERT INTO t(id) VALUES (1)")
    var dice = Dice(seed: Self.seed + 2)
    for kind in TestKind.all where kind != .present && kind != .absent {
      for _ in 0..<20 {
        let test = Self.kind(kind, 2, &dice)
        if case .kind(_, let values) = test, [.equal, .notEqual, .oneOf, .noneOf].contains(kind), values.contains(.null)
        {
          continue
        }
        #expect(try test.matcher()(.null) == nil, "\(test.words)")
        try check(test, 2, database, [[.integer(1), .null, .null, .null, .null, .null, .null]])
      }
    }
  }

  @Test func `not is three valued`() throws {
    let prefix = FieldTest.kind(.prefix, [.text("x")])
    let absent = FieldTest.kind(.absent, [])
    let rows: [(FieldTest, Bool?)] = [
      (prefix, nil), (.not(prefix), nil), (.not(.not(prefix)), nil), (absent, true), (.not(absent), false),
      (.and(prefix, absent), nil), (.and(prefix, .not(absent)), false), (.or(prefix, absent), true),
      (.or(prefix, .not(absent)), nil), (.not(.and(prefix, absent)), nil), (.not(.or(prefix, absent)), false),
    ]
    for (test, truth) in rows { #expect(try test.matcher()(.null) == truth, "\(test.words)") }
  }
}

extension Value {
  fileprivate var number: Int64 {
    if case .integer(let value) = self { value } else { -1 }
  }
}

extension FieldTest {
  /// The test as a failure shows it.
  fileprivate var words: String {
    switch self {
    case .kind(let kind, let operands): "\(kind.name)(\(operands.map(\.description).joined(separator: ", ")))"
    case .not(let test): "~\(test.words)"
    case .and(let tests): "(\(tests.map(\.words).joined(separator: " & ")))"
    case .or(let tests): "(\(tests.map(\.words).joined(separator: " | ")))"
    case .function: "function"
    }
  }
}
