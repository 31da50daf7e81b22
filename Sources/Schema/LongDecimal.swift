/// A decimal of any number of digits, as servers have them: what adds up to more than `DecimalNumber` holds.
///
///     LongDecimal("1e50")       // nil: a server writes all digits
///     LongDecimal("-12.50")     // -12.50
package struct LongDecimal: CustomStringConvertible {
  /// The digits without the point, the last one first.
  private var digits: [UInt8]
  private var scale: Int
  private var isNegative: Bool

  private init(_ digits: [UInt8], scale: Int, isNegative: Bool) {
    (self.digits, self.scale, self.isNegative) = (digits, scale, isNegative)
  }

  package init?(_ text: some StringProtocol) {
    let words = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = words.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.joined().utf8.reversed()
    let zero = UInt8(ascii: "0")
    guard !digits.isEmpty, digits.allSatisfy({ (zero...UInt8(ascii: "9")).contains($0) }) else { return nil }
    self.init(
      digits.map { $0 - zero }, scale: parts.count > 1 ? parts[1].utf8.count : 0, isNegative: text.hasPrefix("-"))
  }

  /// The number that a cell is; nil for what is no number, and for an infinite one.
  private init?(_ cell: Cell) {
    switch cell.kind {
    case .text: self.init(String(decoding: cell.bytes, as: UTF8.self))
    case .integer, .real:
      guard let number = DecimalNumber(any: cell) else { return nil }
      self.init(number.description)
    case .null, .data: return nil
    }
  }

  /// The sum of decimals; nil where one of them is infinite.
  package static func sum(of cells: some Sequence<Cell>) -> LongDecimal? {
    var sum = LongDecimal([0], scale: 0, isNegative: false)
    for cell in cells {
      guard let number = LongDecimal(cell) else { return nil }
      sum = sum.adding(number)
    }
    return sum
  }

  private func adding(_ other: LongDecimal) -> LongDecimal {
    let scale = max(self.scale, other.scale)
    let (left, right) = (rescaled(to: scale), other.rescaled(to: scale))
    if isNegative == other.isNegative {
      return LongDecimal(Self.combined(left, right, +), scale: scale, isNegative: isNegative)
    }
    // The smaller one is taken from the larger one, whose sign stays.
    let isLess = Self.isLess(left, right)
    let difference = isLess ? Self.combined(right, left, -) : Self.combined(left, right, -)
    return LongDecimal(difference, scale: scale, isNegative: isLess ? other.isNegative : isNegative)
  }

  private func rescaled(to new: Int) -> [UInt8] { [UInt8](repeating: 0, count: new - scale) + digits }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    for place in (0..<max(left.count, right.count)).reversed() {
      let (digit, other) = (digit(place, of: left), digit(place, of: right))
      if digit != other { return digit < other }
    }
    return false
  }

  private static func digit(_ place: Int, of digits: [UInt8]) -> Int { place < digits.count ? Int(digits[place]) : 0 }

  /// Digit by digit, with what is carried.
  private static func combined(_ left: [UInt8], _ right: [UInt8], _ operation: (Int, Int) -> Int) -> [UInt8] {
    var carry = 0
    return (0...max(left.count, right.count)).map { place in
      let sum = operation(digit(place, of: left), digit(place, of: right)) + carry
      carry = sum < 0 ? -1 : sum / 10
      return UInt8((sum + 10) % 10)
    }
  }

  package var description: String {
    let written = digits.reversed().map { Character(Unicode.Scalar($0 + UInt8(ascii: "0"))) }
    let padded = String(repeating: "0", count: max(0, scale + 1 - written.count)) + String(written)
    let whole = padded.dropLast(scale).drop { $0 == "0" }
    let number = (whole.isEmpty ? "0" : whole) + (scale > 0 ? "." + padded.suffix(scale) : "")
    return isNegative && digits.contains { $0 != 0 } ? "-" + number : String(number)
  }
}
