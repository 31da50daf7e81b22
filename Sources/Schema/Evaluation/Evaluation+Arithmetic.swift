import Platform

extension Expression.Arithmetic {
  /// What it makes of two values, as the database does (`Expression.Arithmetic`).
  func result(_ left: Value, _ right: Value) -> Value {
    if left.isNothing || right.isNothing { return .null }
    if self == .concatenate {
      let bytes = left.withCell { $0.withText { Array($0) } } + right.withCell { $0.withText { Array($0) } }
      return .text(bytes: bytes)
    }
    if self != .divide, case .integer(let first) = left.number, case .integer(let second) = right.number {
      return result(first, second)
    }
    if let exact = decimal(left, right) { return exact }
    let result = result(left.real, right.real)
    return result.isNaN ? .null : .real(result)
  }

  /// What it makes of decimals of which one has more digits than a real number tells, as a database has them that knows
  /// such numbers; nil of all others.
  private func decimal(_ left: Value, _ right: Value) -> Value? {
    guard left.isLongDecimal || right.isLongDecimal, let first = left.withCell({ DecimalNumber(any: $0) }),
      let second = right.withCell({ DecimalNumber(any: $0) })
    else { return nil }
    let made: DecimalNumber? =
      switch self {
      case .add: first.adding(second)
      case .subtract: first.subtracting(second)
      case .multiply: first.multiplied(by: second)
      case .divide, .floorDivide, .modulo, .concatenate: nil
      }
    return made.map { .text($0.description) }
  }

  private func result(_ left: Int64, _ right: Int64) -> Value {
    let (result, isTooLarge): (Int64, Bool)
    switch self {
    case .add: (result, isTooLarge) = left.addingReportingOverflow(right)
    case .subtract: (result, isTooLarge) = left.subtractingReportingOverflow(right)
    case .multiply: (result, isTooLarge) = left.multipliedReportingOverflow(by: right)
    case .floorDivide:
      if right == 0 { return .null }
      let (quotient, overflows) = left.dividedReportingOverflow(by: right)
      let isBelow = !overflows && left % right != 0 && (left < 0) != (right < 0)
      (result, isTooLarge) = (isBelow ? quotient - 1 : quotient, overflows)
    case .modulo:
      if right == 0 { return .null }
      let rest = right == -1 ? 0 : left % right
      (result, isTooLarge) = (rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest, false)
    case .divide, .concatenate: return .null
    }
    // What is too large for an integer goes on as a real number.
    return isTooLarge ? .real(self.result(Double(left), Double(right))) : .integer(result)
  }

  private func result(_ left: Double, _ right: Double) -> Double {
    switch self {
    case .add: return left + right
    case .subtract: return left - right
    case .multiply: return left * right
    case .divide: return right == 0 ? .nan : left / right
    case .floorDivide: return right == 0 ? .nan : (left / right).rounded(.down)
    case .modulo:
      if right == 0 { return .nan }
      let rest = fmod(left, right)
      return rest * right < 0 ? rest + right : rest
    case .concatenate: return .nan
    }
  }
}

extension Value {
  /// Whether it is the text of a decimal that is no other number.
  fileprivate var isLongDecimal: Bool {
    guard case .text(let text) = self, text.utf8.count > 15 else { return false }
    return DecimalNumber(text.utf8).map { $0.storedNumber == nil } ?? false
  }

  /// A decimal that is no other number, rounded to so many digits behind the point; nil for all others.
  func longDecimal(_ digits: Int64) -> Value? {
    guard isLongDecimal, case .text(let text) = self, let number = DecimalNumber(text.utf8) else { return nil }
    return number.scale <= Int(digits) ? self : nil
  }

  /// The number that the database reckons with: that at the beginning of a text, or 0.
  ///
  ///     Value.text("2017-06-01").number   // .integer(2017)       Value.text("1.5 kg").number   // .real(1.5)
  package var number: Value {
    switch self {
    case .null, .integer, .real: isNothing ? .null : self
    case .text, .data, .brokenText: withCell { LeadingNumber($0.bytes).value }
    }
  }

  fileprivate var real: Double {
    switch number {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: .nan
    }
  }
}

/// The number with which a text begins, behind blanks, as the database finds it.
package struct LeadingNumber {
  /// An integer where it has neither point nor exponent and fits one; 0 where there is none.
  package let value: Value
  /// Whether nothing stands behind it but blanks, so that the text as a whole looks like a number.
  package let isAll: Bool

  package init(_ bytes: UnsafeRawBufferPointer) {
    func skip(_ place: inout Int, while holds: (UInt8) -> Bool) -> Int {
      let start = place
      while place < bytes.count, holds(bytes[place]) { place += 1 }
      return place - start
    }
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    func isSign(_ place: Int) -> Bool { place < bytes.count && (bytes[place] == 43 || bytes[place] == 45) }
    var end = 0
    _ = skip(&end, while: isBlank)
    let start = end
    if isSign(end) { end += 1 }
    var digits = skip(&end, while: isDigit)
    var isReal = false
    if end < bytes.count, bytes[end] == 46 {
      var place = end + 1
      let fraction = skip(&place, while: isDigit)
      if digits + fraction > 0 { (end, isReal) = (place, true) }
      digits += fraction
    }
    if digits > 0, end < bytes.count, bytes[end] | 0x20 == 101 {
      var place = end + 1
      if isSign(place) { place += 1 }
      if skip(&place, while: isDigit) > 0 { (end, isReal) = (place, true) }
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let whole = isReal ? nil : Int64(text)
    value = digits == 0 ? .integer(0) : whole.map { .integer($0) } ?? .real(strtod(text, nil))
    _ = skip(&end, while: isBlank)
    isAll = digits > 0 && end == bytes.count
  }
}
