extension ColumnType {
  /// Decimals of more digits than the integers of a column have, which functions of rows give; no field is declared so.
  ///
  /// What is stored are bytes in the order of the numbers, equal numbers alike, whatever their scales.
  package static let wideDecimal = ColumnType(
    name: "decimal of any size", summary: decimal.summary, example: decimal.example, storage: .any,
    expected: decimal.expected, reading: .decimal, words: { cell, field in field.decimal(of: cell)?.description }
  ) { input, _ in
    let number: DecimalNumber? =
      switch input {
      case .integer(let value): DecimalNumber(Int128(value), scale: 0)
      case .real(let value): DecimalNumber(exactly: value)
      case .text(let bytes): DecimalNumber(bytes)
      case .decimal(let value): value
      default: nil
      }
    if let number { return .value(.data(number.ordered)) }
    guard case .real(let value) = input, value.isFinite else { return .refused(expected: decimal.expected) }
    return .value(.data(DecimalNumber.ordered(beyond: value)))
  }
}

extension Field {
  /// A value as it compares with others of the field: an integer that stands among decimals is one of them there, and so
  /// is what has digits of its own.
  package func comparedDecimal(_ value: Value) -> Value {
    guard type == .wideDecimal else { return value }
    switch value {
    case .integer(let number): return .data(DecimalNumber(Int128(number), scale: 0).ordered)
    case .text(let text): return DecimalNumber(text.utf8).map { .data($0.ordered) } ?? value
    default: return value
    }
  }
}

extension DecimalNumber {
  /// What stands before the point and, as parts of so many digits, behind it, in bytes whose order is that of the numbers.
  package var ordered: [UInt8] {
    let power = Self.power(scale) ?? 1
    var (whole, rest) = coefficient.quotientAndRemainder(dividingBy: power)
    // The part behind the point counts upward from the integer below.
    if rest < 0 { (whole, rest) = (whole - 1, rest + power) }
    return Self.bytes(whole) + Self.bytes(rest * (Self.power(Self.largestScale - scale) ?? 1))
  }

  /// The number that such bytes are, with no zero at its end.
  package init?(ordered bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    var (whole, rest) = (Self.integer(bytes[..<16]), Self.integer(bytes[16...]))
    var (scale, power) = (Self.largestScale, Self.power(Self.largestScale) ?? 1)
    if whole < 0, rest > 0 { (whole, rest) = (whole + 1, rest - power) }
    while scale > 0, rest % 10 == 0 { (rest, scale, power) = (rest / 10, scale - 1, power / 10) }
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: power)
    let (sum, isTooLargeNow) = product.addingReportingOverflow(rest)
    if isTooLarge || isTooLargeNow { return nil }
    self.init(sum, scale: scale)
  }

  /// Bytes that stand where a real number does which is no decimal: it has too many digits, before the point or behind it.
  fileprivate static func ordered(beyond number: Double) -> [UInt8] {
    guard number.magnitude < 1e38 else { return number < 0 ? [] : [UInt8](repeating: .max, count: 33) }
    let whole = number.rounded(.down)
    return bytes(Int128(whole)) + bytes(Int128((number - whole) * 1e30)) + [1]
  }

  private static func bytes(_ integer: Int128) -> [UInt8] {
    let bits = UInt128(bitPattern: integer) ^ UInt128(1) << 127
    return (0..<16).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * UInt128($0))) }
  }

  private static func integer(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int128 {
    Int128(bitPattern: bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } ^ UInt128(1) << 127)
  }
}

extension Expression.Function {
  /// The nearest real number to a decimal of any size; of rows in memory alone.
  package static let realOfDecimal = Self("realOfDecimal", needsEngine: true) { values in
    values[0].withCell { cell in
      cell.kind == .data ? DecimalNumber(ordered: cell.bytes).map { .real($0.real) } ?? .null : cell.value
    }
  }
}
