import Schema

/// What the cells of a column come to: `sum`, `avg`, `min`, `max` or `count`, as in `aggregate`.
///
/// NULL counts for nothing; sums of integers and of decimals are exact.
package struct ColumnTotal {
  package enum Kind: String, CaseIterable, Sendable {
    case count, sum, avg, min, max
  }

  private let kind: Kind
  private let isDecimal: Bool
  private var count: Int64 = 0
  /// The sum as long as it is exact.
  private var exact: DecimalNumber? = DecimalNumber(0, scale: 0)
  private var sum = 0.0
  private var extreme: Value?

  init(_ kind: Kind, of column: OutputColumn) {
    self.kind = kind
    isDecimal = column.kind == .decimal
  }

  mutating func add(_ cell: Cell) {
    if cell.isNull { return }
    count += 1
    switch kind {
    case .count: break
    case .sum, .avg: addNumber(cell)
    case .min, .max:
      guard let extreme else {
        extreme = cell.value
        return
      }
      let order = extreme.withCell { isDecimal ? Self.order(cell, $0) : compareCells(cell, $0) }
      if order == (kind == .min ? .less : .greater) { self.extreme = cell.value }
    }
  }

  /// Decimals are texts here.
  private static func order(_ left: Cell, _ right: Cell) -> CellOrder {
    guard left.kind == .text, right.kind == .text, let number = DecimalNumber(left.bytes),
      let other = DecimalNumber(right.bytes), let difference = number.subtracting(other)
    else { return compareCells(left, right) }
    return difference.coefficient < 0 ? .less : difference.coefficient > 0 ? .greater : .equal
  }

  private mutating func addNumber(_ cell: Cell) {
    let number: DecimalNumber? =
      switch cell.kind {
      case .integer: DecimalNumber(Int128(cell.integer), scale: 0)
      case .text: DecimalNumber(cell.bytes)
      default: nil
      }
    if let number { exact = exact?.adding(number) } else { exact = nil }
    switch cell.kind {
    case .integer: sum += Double(cell.integer)
    case .real: sum += cell.real
    default: sum += Double(String(decoding: cell.bytes, as: UTF8.self)) ?? 0
    }
  }

  var value: Value {
    switch kind {
    case .count: return .integer(count)
    case .min, .max: return extreme ?? .null
    case .avg: return count == 0 ? .null : .real(sum / Double(count))
    case .sum:
      if count == 0 { return .null }
      guard let exact else { return .real(sum) }
      guard exact.scale == 0, let whole = Int64(exactly: exact.coefficient) else { return .text(exact.description) }
      return .integer(whole)
    }
  }
}
