import LuaRuntime
import Model
import Query
import Schema
import Store

/// What a database makes of the values of a column, made of rows that functions of the script selected.
enum MemoryAggregate {
  /// `sum`, `avg`, `min` or `max`; NULL of no values.
  ///
  /// - Parameter isGiven: whether a function of the script gave the values.
  static func value(
    _ aggregate: Select.Aggregate, of rows: RowBuffer, column: Int, _ field: Field, isGiven: Bool = false
  ) throws -> Value {
    let cells = (0..<rows.count).lazy.map { rows[$0, column] }.filter { !$0.isNull }
    return try value(aggregate, of: cells, field, isGiven: isGiven)
  }

  /// What is made of cells that are not NULL.
  static func value(
    _ aggregate: Select.Aggregate, of cells: some Collection<Cell>, _ field: Field, isGiven: Bool = false
  ) throws -> Value {
    func isLess(_ left: Cell, _ right: Cell) -> Bool {
      isGiven && left.isString && right.isString
        ? compareBytes(left.bytes, right.bytes) == .less : compareCells(left, right, by: field.collation) == .less
    }
    if field.type == .decimal, field.isStoredAsNumber {
      // What is no number is no decimal.
      if aggregate == .sum { return decimalSum(cells, field) }
      if aggregate == .avg { return decimalMean(cells, field) }
    }
    if field.type == .wideDecimal, let value = try wide(aggregate, of: cells, field) { return value }
    switch aggregate {
    case .min: return cells.min(by: isLess)?.value ?? .null
    case .max: return cells.max(by: isLess)?.value ?? .null
    case .sum: return try sum(cells)
    case .avg: return mean(cells)
    }
  }

  /// What is added up of decimals of any size; nil for what is the same of any values.
  private static func wide(
    _ aggregate: Select.Aggregate, of cells: some Collection<Cell>, _ field: Field
  ) throws -> Value? {
    guard aggregate == .sum || aggregate == .avg else { return nil }
    let numbers = cells.compactMap { field.decimal(of: $0) }
    if numbers.isEmpty { return .null }
    if aggregate == .avg { return .real(numbers.reduce(0) { $0 + $1.real } / Double(numbers.count)) }
    let sum = try numbers.dropFirst().reduce(numbers[0]) { sum, number in
      guard let next = sum.adding(number) else {
        throw ScriptError(RequestError.decimalsTooLong(aggregate: aggregate.rawValue, field: field.name))
      }
      return next
    }
    return .data(sum.ordered)
  }

  private static func mean(_ cells: some Collection<Cell>) -> Value {
    let numbers = cells.compactMap { number($0) }
    if numbers.isEmpty { return .null }
    return .real(reckoned: numbers.reduce(0, +) / Double(numbers.count))
  }

  /// The mean of decimals, of which others may have some as texts.
  private static func decimalMean(_ cells: some Collection<Cell>, _ field: Field) -> Value {
    let numbers = cells.compactMap { $0.kind == .text ? real(ofText: $0.bytes, field) : number($0) }
    if numbers.isEmpty { return .null }
    // Of the exact sum, as the database has it.
    if case .text(let text) = decimalSum(cells, field), let whole = Double(text) {
      return .real(whole / Double(numbers.count))
    }
    return .real(reckoned: numbers.reduce(0, +) / Double(numbers.count))
  }

  /// The number that a text of decimals says; of a column of numbers, whatever digits it has.
  static func real(ofText text: some Collection<UInt8>, _ field: Field) -> Double? {
    if let number = DecimalNumber(text) { return number.real }
    return field.isNumeric ? Double(String(decoding: text, as: UTF8.self)) : nil
  }

  /// The sum of decimals that are stored as numbers, as the text of a decimal.
  private static func decimalSum(_ cells: some Collection<Cell>, _ field: Field) -> Value {
    var sum = DecimalSum()
    for cell in cells { sum.add(cell) }
    // A column of numbers has no other texts than those of numbers: none of them may count as nothing.
    guard field.isNumeric else { return sum.value }
    let isLong = cells.contains { $0.kind == .text && DecimalNumber($0.bytes) == nil }
    if !isLong, case .text = sum.value { return sum.value }
    return LongDecimal.sum(of: cells).map { .text($0.description) } ?? .real(reckoned: infinite(cells))
  }

  /// What infinite numbers add up to, beside which no other counts.
  private static func infinite(_ cells: some Collection<Cell>) -> Double {
    cells.reduce(0) { $1.kind == .real && $1.real.isInfinite ? $0 + $1.real : $0 }
  }

  /// The sum of integers is one; real numbers among them make it real.
  ///
  /// What is no number adds nothing.
  private static func sum(_ cells: some Sequence<Cell>) throws -> Value {
    var (whole, real): (Int128?, Double) = (nil, 0)
    var isReal = false
    for cell in cells {
      switch cell.kind {
      case .integer:
        real += Double(cell.integer)
        whole = (whole ?? 0) + Int128(cell.integer)
      case .real:
        real += cell.real
        isReal = true
      case .null, .text, .data: continue
      }
    }
    if isReal { return .real(reckoned: real) }
    guard let whole else { return .null }
    // On the way to the sum others may be larger.
    guard let sum = Int64(exactly: whole) else { throw StoreError.sumIsTooLarge }
    return .integer(sum)
  }

  /// The number that it is; nil for what is none.
  private static func number(_ cell: Cell) -> Double? {
    switch cell.kind {
    case .integer: Double(cell.integer)
    case .real: cell.real
    case .null, .text, .data: nil
    }
  }
}

extension Cell {
  /// Whether it is a string of Lua: text, or bytes where it is no UTF-8.
  ///
  /// Among themselves these compare by their bytes.
  fileprivate var isString: Bool { kind == .text || kind == .data }
}

extension Value {
  /// A number that was reckoned; of infinities of both signs none, which is not nothing.
  static func real(reckoned number: Double) -> Value { .real(number.isNaN ? .nan : number) }
}
