import Schema

/// Comparisons of integers with real numbers, where the database would make real numbers of the integers: those beyond 53
/// bits would be equal to others.
///
///     n = 9007199254740992.0     // "n" = 9007199254740992
///     n > 9223372036854775808.0  // false, or NULL where it is NULL: no integer is so large
///     n = f                      // moonshell_compare("n", "f") = 0
extension ExpressionWriter {
  /// Nil for what is compared as it is.
  mutating func writeExactly(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression
  ) throws(QueryError) -> SQL? {
    guard dialect.comparesAsReals else { return nil }
    switch (resolver.valueClass(of: left), resolver.valueClass(of: right)) {
    case (.integer, .real): return try write(comparison, whole: left, real: right)
    case (.real, .integer): return try write(comparison.mirrored, whole: right, real: left)
    case (.mixed, let other) where other.isNumber: break
    case (let other, .mixed) where other.isNumber: break
    case (let number, .text) where number.isNumber:
      return try write([.less, .atMost, .notEqual].contains(comparison), ofBoth: left, right)
    case (.text, let number) where number.isNumber:
      return try write([.greater, .atLeast, .notEqual].contains(comparison), ofBoth: left, right)
    default: return nil
    }
    let (first, second) = (try write(mixed: left), try write(mixed: right))
    return "\(first) \(.keyword(comparison.rawValue)) \(second)"
  }

  /// What is so of all values, and NULL where one of them is: a number is less than any text.
  private mutating func write(_ truth: Bool, ofBoth left: Expression, _ right: Expression) throws(QueryError) -> SQL {
    let known = try write([.not(.isNull(left)), .not(.isNull(right))], separator: " AND ", empty: .truth(true))
    return "(CASE WHEN \(known) THEN \(.truth(truth)) END)"
  }

  private mutating func write(
    _ comparison: Expression.Comparison, whole: Expression, real: Expression
  ) throws(QueryError) -> SQL? {
    // An integer of 53 bits is what it is as a real number.
    if case .literal(.integer(let integer)) = whole, integer.magnitude <= 1 << 53 { return nil }
    guard case .literal(.real(let number)) = real else {
      let (first, second) = (try operand(whole), try operand(real))
      return "\(dialect.compared(whole: first, real: second)) \(.keyword(comparison.rawValue)) 0"
    }
    if let integer = Int64(exactly: number) { return try write(comparison, whole, .literal(.integer(integer))) }
    // Between two integers the numbers are small enough to be what they are as real numbers.
    if abs(number) < 0x1p53 { return nil }
    let isTrue =
      switch comparison {
      case .less, .atMost: number > 0
      case .greater, .atLeast: number < 0
      case .notEqual: true
      case .equal: false
      }
    return "(\(try write(isTrue ? whole.trueUnlessNull : whole.falseUnlessNull)))"
  }

  /// The values of a list as the integers that they are, where it is one of integers that is looked for in it.
  func exactly(_ values: [Value], beside value: Expression) -> [Value] {
    let valueClass = dialect.comparesAsReals ? resolver.valueClass(of: value) : .unknown
    guard [.integer, .mixed].contains(valueClass) else { return values }
    return values.filter { !$0.isText }.compactMap { value in
      guard case .real(let number) = value else { return value }
      return Int64(exactly: number).map { .integer($0) } ?? (valueClass == .mixed ? value : nil)
    }
  }

  /// Whether what stands between two bounds is to be compared with each by itself.
  func areExact(_ value: Expression, _ bounds: [Expression]) -> Bool {
    guard dialect.comparesAsReals else { return true }
    let classes = ([value] + bounds).map { resolver.valueClass(of: $0) }
    let hasTexts = classes.contains(.text) && classes.contains { $0.isNumber }
    return !hasTexts && !classes.contains(.mixed) && !(classes.contains(.integer) && classes.contains(.real))
  }
}
