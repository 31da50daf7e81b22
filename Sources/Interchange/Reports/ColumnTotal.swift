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
  /// Whether all cells are texts of durations, or none is.
  private var durations: Bool?
  /// Whether a cell was neither a number nor a duration, or some are the one and some the other.
  private var isMixed = false

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
      if extreme.withCell({ order(cell, $0) }) == (kind == .min ? .less : .greater) { self.extreme = cell.value }
    }
  }

  /// Decimals and durations are texts here.
  private func order(_ left: Cell, _ right: Cell) -> CellOrder {
    guard left.kind == .text, right.kind == .text else { return compareCells(left, right) }
    if isDecimal, let number = DecimalNumber(left.bytes), let other = DecimalNumber(right.bytes) {
      return number < other ? .less : other < number ? .greater : .equal
    }
    if let length = Self.seconds(left), let other = Self.seconds(right) {
      return length < other ? .less : other < length ? .greater : .equal
    }
    return compareCells(left, right)
  }

  private static func seconds(_ cell: Cell) -> Int64? {
    guard let first = cell.bytes.first, first == UInt8(ascii: "P") || first == UInt8(ascii: "-") else { return nil }
    return durationSeconds(String(decoding: cell.bytes, as: UTF8.self))
  }

  private mutating func addNumber(_ cell: Cell) {
    var isDuration = false
    switch cell.kind {
    case .integer: addExactly(DecimalNumber(Int128(cell.integer), scale: 0))
    case .real:
      exact = nil
      sum += cell.real
    case .text:
      if let number = DecimalNumber(cell.bytes) {
        addExactly(number)
      } else if let seconds = Self.seconds(cell) {
        isDuration = true
        addExactly(DecimalNumber(Int128(seconds), scale: 0))
      } else {
        isMixed = true
      }
    case .data, .null: isMixed = true
    }
    isMixed = isMixed || isDuration != (durations ?? isDuration)
    durations = isDuration
  }

  private mutating func addExactly(_ number: DecimalNumber) {
    exact = exact?.adding(number)
    sum += number.real
  }

  var value: Value {
    switch kind {
    case .count: return .integer(count)
    case .min, .max: return extreme ?? .null
    case .avg, .sum:
      if count == 0 || isMixed { return .null }
      return kind == .avg ? mean : total
    }
  }

  /// Reals as tables show them: 0.3 for 0.1 + 0.2.
  private var mean: Value {
    let mean = exact?.divided(by: DecimalNumber(Int128(count), scale: 0))?.real ?? sum / Double(count)
    return durations == true ? .text(durationText(mean)) : .real(RoundedReal.value(mean))
  }

  private var total: Value {
    guard let exact else { return .real(RoundedReal.value(sum)) }
    guard exact.scale == 0, let whole = Int64(exactly: exact.coefficient) else { return .text(exact.description) }
    return durations == true ? .text(durationText(whole)) : .integer(whole)
  }
}
