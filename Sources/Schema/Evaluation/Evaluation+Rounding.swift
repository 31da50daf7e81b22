extension Expression.Function {
  /// A number with so many digits behind the point, halves away from zero.
  ///
  /// A real number is taken as the shortest decimal that means it: 2.675 is 2.68 with two digits.
  package static let round = Self("round", needsEngine: true) { values in
    guard case .integer(let digits) = values[1] else { return .null }
    if let exact = values[0].longDecimal(digits) { return exact }
    switch values[0].number {
    case .integer(let value): return digits >= 0 ? .integer(value) : rounded(value, toTens: -digits)
    case .real(let value): return .real(rounded(value, digits))
    default: return .null
    }
  }

  /// What was reckoned of decimals that are stored as real numbers, without what real numbers leave behind: with so many
  /// digits behind the point where that is all but the same, else with those that a real number can be relied on.
  ///
  ///     0.99 * 3, 4       // 2.97, where real numbers make 2.9699999999999998 of it
  ///     1.23456 * 3, 4    // 3.70368
  package static let settle = Self("settle", needsEngine: true) { values in
    guard case .integer(let digits) = values[1] else { return .null }
    if let exact = values[0].longDecimal(digits) { return exact }
    switch values[0].number {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(settled(value, digits))
    default: return .null
    }
  }

  /// A number without digits behind the point, halves away from zero: an integer where it can be one.
  package static let roundWhole = Self("roundWhole", needsEngine: true) { values in
    switch values[0].number {
    case .integer(let value): return .integer(value)
    case .real(let value):
      let whole = value.rounded(.toNearestOrAwayFromZero)
      return Int64(exactly: whole).map { .integer($0) } ?? .real(whole)
    default: return .null
    }
  }

  /// COALESCE: the first of its arguments that is not NULL.
  package static let coalesce = Self("coalesce", takesNull: true) { values in
    values.first { !$0.isNothing } ?? .null
  }

  private static func rounded(_ value: Int64, toTens tens: Int64) -> Value {
    guard tens < 20, let power = DecimalNumber.power(Int(tens)) else { return .integer(0) }
    let whole = rounded(Int128(value), by: power)
    return Int64(exactly: whole).map { .integer($0) } ?? .real(Double(whole))
  }

  private static func rounded(_ value: Int128, by power: Int128) -> Int128 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: power)
    guard rest.magnitude * 2 >= power.magnitude else { return quotient * power }
    return (quotient + (value < 0 ? -1 : 1)) * power
  }

  private static func settled(_ value: Double, _ digits: Int64) -> Double {
    let near = rounded(value, digits)
    guard let power = DecimalNumber.power(Int(digits) + 3), (near - value).magnitude * Double(power) > 1,
      let number = DecimalNumber(plain: value)
    else { return near }
    let surplus = "\(number.coefficient.magnitude)".count - 15
    guard surplus > 0, surplus <= number.scale, let unit = DecimalNumber.power(surplus) else { return value }
    return DecimalNumber(rounded(number.coefficient, by: unit) / unit, scale: number.scale - surplus).real
  }

  private static func rounded(_ value: Double, _ digits: Int64) -> Double {
    guard digits > 0 else {
      if digits == 0 { return value.rounded(.toNearestOrAwayFromZero) }
      guard value.magnitude < 1e18, let whole = Int128(exactly: value.rounded(.towardZero)), digits > -20,
        let power = DecimalNumber.power(Int(-digits))
      else { return digits > -20 ? value : 0 }
      return Double(rounded(whole, by: power))
    }
    // Far below the last digit: the shortest decimal may have more digits than decimals have.
    if digits < 20, let power = DecimalNumber.power(Int(digits)), value.magnitude < 0.25 / Double(power) { return 0 }
    // Beyond that a real number has no digits behind the point.
    guard value.magnitude < 1e15, digits < 20, let number = DecimalNumber(plain: value), number.scale > Int(digits),
      let power = DecimalNumber.power(number.scale - Int(digits))
    else { return value }
    let coefficient = rounded(number.coefficient, by: power)
    return DecimalNumber(coefficient / power, scale: Int(digits)).real
  }
}

extension DecimalNumber {
  /// The shortest decimal that means a real number; nil where it has too many digits.
  fileprivate init?(plain value: Double) {
    let text = "\(value)"
    let parts = text.split(separator: "e")
    guard let number = DecimalNumber(parts[0].utf8) else { return nil }
    guard parts.count == 2 else {
      self = number
      return
    }
    // 1.5e-07: so many zeros stand before.
    guard let exponent = Int(parts[1]), exponent < 0, number.scale - exponent <= Self.largestScale else { return nil }
    self.init(number.coefficient, scale: number.scale - exponent)
  }
}
