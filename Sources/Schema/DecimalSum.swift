/// Adds up decimals that are stored as numbers: each counts as the decimal that it stands for, so that the sum is exact.
///
///     0.1 + 0.2          // 0.3
///     9007199254740993 + 1.1   // 9007199254740994.1
package struct DecimalSum: Sendable {
  private var high: Int64 = 0
  private var low: UInt64 = 0
  private var scale = 0
  /// The same as a real number, for what is beyond decimals.
  private var real = 0.0
  private var isBeyond = false
  private var count = 0

  package init() {}

  private var coefficient: Int128 {
    get { Int128(high) << 64 | Int128(low) }
    set { (high, low) = (Int64(truncatingIfNeeded: newValue >> 64), UInt64(truncatingIfNeeded: newValue)) }
  }

  /// Adds a value that is not NULL; what is no number counts as 0.
  package mutating func add(_ cell: Cell) {
    count += 1
    add(counted: cell)
  }

  private mutating func add(counted cell: Cell) {
    switch cell.kind {
    case .integer:
      real += Double(cell.integer)
      add(DecimalNumber(Int128(cell.integer), scale: 0))
    case .real:
      real += cell.real
      add(DecimalNumber(exactly: cell.real))
    case .text:
      // A text counts if all of it is a decimal.
      guard let number = DecimalNumber(cell.bytes) else { return }
      real += number.real
      add(number)
    default: break
    }
  }

  private mutating func add(_ number: DecimalNumber?) {
    guard !isBeyond else { return }
    let common = max(scale, number?.scale ?? 0)
    guard let number = number?.rescaled(to: common),
      let sum = DecimalNumber(coefficient, scale: scale).rescaled(to: common),
      case let (result, isTooLarge) = sum.coefficient.addingReportingOverflow(number.coefficient), !isTooLarge
    else { return isBeyond = true }
    (coefficient, scale) = (result, common)
  }

  /// The sum as the text of a decimal; as a real number where it has no such form, NULL of nothing.
  package var value: Value {
    if count == 0 { return .null }
    return isBeyond ? .real(real) : .text(DecimalNumber(coefficient, scale: scale).description)
  }
}

extension DecimalNumber {
  /// The decimal that a real number is written as; nil for one with too many digits.
  ///
  ///     DecimalNumber(exactly: 1e20)   // 100000000000000000000
  package init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    let parts = "\(value)".split(separator: "e")
    guard let digits = parts.first.flatMap({ DecimalNumber($0.utf8) }), parts.count < 3 else { return nil }
    let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    // 1.0 has no digit behind the point.
    let shortest = digits.coefficient % 10 == 0 && digits.scale == 1 ? digits.rescaled(to: 0) ?? digits : digits
    let scale = shortest.scale - exponent
    if scale >= 0 {
      guard scale <= Self.largestScale else { return nil }
      self.init(shortest.coefficient, scale: scale)
    } else {
      guard let power = Self.power(-scale) else { return nil }
      let (product, isTooLarge) = shortest.coefficient.multipliedReportingOverflow(by: power)
      if isTooLarge { return nil }
      self.init(product, scale: 0)
    }
  }
}
