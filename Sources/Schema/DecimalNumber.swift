/// An exact decimal number: an integer, and how many of its digits stand behind the point.
///
///     DecimalNumber("0.10")?.description   // 0.10
///
/// It has up to 38 digits; what does not fit is nil, never rounded, except by a division.
package struct DecimalNumber: Hashable, Sendable {
  package let coefficient: Int128
  package let scale: Int

  package static let largestScale = 30

  package init(_ coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = scale
  }

  /// Digits with a sign and a point: `-12.50`, `3`; no exponent, no blanks.
  package init?(_ bytes: some Collection<UInt8>) {
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, parts.count == 1 || !parts[1].isEmpty else { return nil }
    var value: Int128 = 0
    for byte in parts.joined() {
      guard (48...57).contains(byte) else { return nil }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = tenfold.addingReportingOverflow(Int128(byte - 48))
      if isTooLarge || isTooLargeNow { return nil }
      value = sum
    }
    let scale = parts.count == 1 ? 0 : parts[1].count
    guard scale <= Self.largestScale else { return nil }
    self.init(isNegative ? -value : value, scale: scale)
  }

  /// The same number without zeros at its end: 1 for 1.00.
  package var shortest: DecimalNumber {
    var (coefficient, scale) = (coefficient, scale)
    while scale > 0, coefficient.isMultiple(of: 10) { (coefficient, scale) = (coefficient / 10, scale - 1) }
    return DecimalNumber(coefficient, scale: scale)
  }

  /// The same number with so many digits behind the point; nil where it would not be the same.
  package func rescaled(to scale: Int) -> DecimalNumber? {
    if scale >= self.scale {
      guard let power = Self.power(scale - self.scale) else { return nil }
      let (product, isTooLarge) = coefficient.multipliedReportingOverflow(by: power)
      return isTooLarge ? nil : DecimalNumber(product, scale: scale)
    }
    guard let power = Self.power(self.scale - scale) else { return nil }
    let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: power)
    return remainder == 0 ? DecimalNumber(quotient, scale: scale) : nil
  }

  /// 10 to a power that fits.
  package static func power(_ exponent: Int) -> Int128? {
    guard (0...38).contains(exponent) else { return nil }
    return (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension DecimalNumber: CustomStringConvertible {
  package var description: String {
    let digits = String(coefficient.magnitude)
    let sign = coefficient < 0 ? "-" : ""
    guard scale > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}
