import Query
import Schema
import Store

/// What a database makes of the values of a column, made of rows that functions of the script selected.
enum MemoryAggregate {
  /// `sum`, `avg`, `min` or `max`; NULL of no values.
  static func value(
    _ aggregate: Select.Aggregate, of rows: RowBuffer, column: Int, by collation: Collation
  ) throws -> Value {
    try value(aggregate, of: (0..<rows.count).lazy.map { rows[$0, column] }.filter { !$0.isNull }, by: collation)
  }

  /// What is made of cells that are not NULL.
  static func value(
    _ aggregate: Select.Aggregate, of cells: some Collection<Cell>, by collation: Collation
  ) throws -> Value {
    switch aggregate {
    case .min: return cells.min { compareCells($0, $1, by: collation) == .less }?.value ?? .null
    case .max: return cells.max { compareCells($0, $1, by: collation) == .less }?.value ?? .null
    case .sum: return try sum(cells)
    case .avg:
      let count = cells.count
      if count == 0 { return .null }
      return .real(cells.reduce(0) { $0 + number($1) } / Double(count))
    }
  }

  /// The sum of decimals that are stored as numbers, as the text of a decimal.
  static func decimalSum(_ cells: some Sequence<Cell>) -> Value {
    var sum = DecimalSum()
    for cell in cells { sum.add(cell) }
    return sum.value
  }

  /// The sum of integers is one; a single real number makes it real.
  private static func sum(_ cells: some Sequence<Cell>) throws -> Value {
    var (whole, real): (Int64?, Double?) = (nil, nil)
    for cell in cells {
      guard cell.kind == .integer, real == nil else {
        real = (real ?? Double(whole ?? 0)) + number(cell)
        continue
      }
      let (sum, isTooLarge) = (whole ?? 0).addingReportingOverflow(cell.integer)
      if isTooLarge { throw StoreError.sumIsTooLarge }
      whole = sum
    }
    return real.map { .real($0) } ?? whole.map { .integer($0) } ?? .null
  }

  /// What is no number counts as 0.
  private static func number(_ cell: Cell) -> Double {
    switch cell.kind {
    case .integer: Double(cell.integer)
    case .real: cell.real
    default: 0
    }
  }
}
