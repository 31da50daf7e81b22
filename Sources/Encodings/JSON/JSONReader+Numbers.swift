/// The numbers of JSON: `-12`, `0.10`, `1e5`.
extension JSONReader {
  @inlinable
  mutating func number<Builder: JSONBuilder>(_ builder: inout Builder) throws(InterchangeError) -> Builder.Value {
    let number = try numeral()
    let written = UnsafeRawBufferPointer(start: scanner.base + number.start, count: scanner.position - number.start)
    if number.isBeyond { return try builder.beyond(written) }
    if number.isInteger, let value = NumberText.integer(written) { return try builder.integer(value, written) }
    return try builder.number(written)
  }

  /// A number that was read, up to the scanner's position.
  @usableFromInline
  struct Numeral {
    @usableFromInline var start: Int
    /// Whether it has neither point nor exponent.
    @usableFromInline var isInteger = true
    /// Whether no double can hold it.
    @usableFromInline var isBeyond = false
  }

  @usableFromInline
  mutating func numeral() throws(InterchangeError) -> Numeral {
    var number = Numeral(start: scanner.position)
    var exponent = 0
    _ = try takeDigit(of: &number) { $0 == UInt8(ascii: "-") }
    if try !takeDigit(of: &number, where: { $0 == UInt8(ascii: "0") }) { _ = try digits(of: &number) }
    if try takeDigit(of: &number, where: { $0 == UInt8(ascii: ".") }) {
      number.isInteger = false
      _ = try digits(of: &number)
    }
    if try takeDigit(of: &number, where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      number.isInteger = false
      _ = try takeDigit(of: &number) { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      exponent = try digits(of: &number)
    }
    if exponent > 2 || scanner.position - number.start > 300 { try checkRange(of: &number) }
    return number
  }

  @inline(__always)
  private mutating func takeDigit(
    of number: inout Numeral, where belongs: (UInt8) -> Bool
  ) throws(InterchangeError) -> Bool {
    if scanner.position == scanner.count {
      guard try scanner.refill(keeping: &number.start) else { return false }
    }
    guard belongs(scanner.base[scanner.position]) else { return false }
    scanner.position += 1
    return true
  }

  /// Takes at least one digit; returns how many there are.
  private mutating func digits(of number: inout Numeral) throws(InterchangeError) -> Int {
    var count = 0
    while try takeDigit(of: &number, where: { $0 &- 48 < 10 }) { count += 1 }
    if count == 0 { throw try scanner.expected(.digit) }
    return count
  }

  /// Refuses what would be read as an infinity, but for the texts that stand for one.
  private func checkRange(of number: inout Numeral) throws(InterchangeError) {
    let bytes = UnsafeBufferPointer(start: scanner.base + number.start, count: scanner.position - number.start)
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "9e999" || text == "-9e999" || Double(text)?.isFinite == true { return }
    number.isBeyond = takesKept
    if takesKept { return }
    throw InterchangeError(.numberTooLarge(text), at: scanner.place(at: number.start))
  }
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 48...57: byte - 48
  case 65...70: byte - 55
  case 97...102: byte - 87
  default: nil
  }
}
