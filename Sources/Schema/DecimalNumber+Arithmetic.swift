/// Arithmetic: nil where the result has too many digits.
extension DecimalNumber {
  /// A division that does not end is rounded to so many digits behind the point, halves to the even digit.
  private static let quotientScale = 20

  package func adding(_ other: DecimalNumber) -> DecimalNumber? {
    aligned(with: other) { $0.addingReportingOverflow($1) }
  }

  package func subtracting(_ other: DecimalNumber) -> DecimalNumber? {
    aligned(with: other) { $0.subtractingReportingOverflow($1) }
  }

  package func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    let (product, isTooLarge) = coefficient.multipliedReportingOverflow(by: other.coefficient)
    guard !isTooLarge else { return nil }
    return DecimalNumber(product, scale: scale + other.scale).fitted(to: max(scale, other.scale))
  }

  /// The quotient, without zeros at its end beyond the digits that the operands have; nil also when `other` is 0.
  package func divided(by other: DecimalNumber) -> DecimalNumber? {
    guard other.coefficient != 0 else { return nil }
    let least = max(scale, other.scale)
    for target in stride(from: max(Self.quotientScale, least), through: least, by: -1) {
      guard let power = Self.power(target + other.scale - scale) else { continue }
      let (numerator, isTooLarge) = coefficient.multipliedReportingOverflow(by: power)
      guard !isTooLarge else { continue }
      return DecimalNumber(Self.rounded(numerator, other.coefficient), scale: target).trimmed(to: least)
    }
    return nil
  }

  private func aligned(
    with other: DecimalNumber, _ operation: (Int128, Int128) -> (partialValue: Int128, overflow: Bool)
  ) -> DecimalNumber? {
    let common = max(scale, other.scale)
    guard let left = rescaled(to: common), let right = other.rescaled(to: common) else { return nil }
    let (result, isTooLarge) = operation(left.coefficient, right.coefficient)
    return isTooLarge ? nil : DecimalNumber(result, scale: common)
  }

  private static func rounded(_ numerator: Int128, _ denominator: Int128) -> Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let rest = remainder.magnitude
    let half = denominator.magnitude - rest
    guard rest > half || rest == half && quotient % 2 != 0 else { return quotient }
    return (numerator < 0) == (denominator < 0) ? quotient + 1 : quotient - 1
  }

  /// Without zeros at the end, but with at least so many digits behind the point.
  private func trimmed(to least: Int) -> DecimalNumber {
    var result = self
    while result.scale > least, result.coefficient % 10 == 0 {
      result = DecimalNumber(result.coefficient / 10, scale: result.scale - 1)
    }
    return result
  }

  /// A product may have more digits behind the point than a number can have: zeros among them can go.
  private func fitted(to least: Int) -> DecimalNumber? {
    if scale <= Self.largestScale { return self }
    let shorter = trimmed(to: max(least, 0))
    return shorter.scale <= Self.largestScale ? shorter : nil
  }
}

extension DecimalNumber: Comparable {
  /// By value: 1.5 and 1.50 are equal.
  package static func == (left: DecimalNumber, right: DecimalNumber) -> Bool { left.parts == right.parts }

  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool { left.parts < right.parts }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(parts.0)
    hasher.combine(parts.1)
  }

  /// What stands before the point, and what stands behind it as one of the most digits.
  private var parts: (Int128, Int128) {
    let power = Self.power(scale) ?? 1
    let rest = Self.power(Self.largestScale - scale) ?? 1
    let (whole, fraction) = coefficient.quotientAndRemainder(dividingBy: power)
    return (whole, fraction * rest)
  }
}
