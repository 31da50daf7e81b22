import Platform

extension Expression.Arithmetic {
  /// What it makes of two values, as the database does (`Expression.Arithmetic`).
  func result(_ left: Value, _ right: Value) -> Value {
    if left.isNothing || right.isNothing { return .null }
    if self == .concatenate {
      let bytes = left.withCell { $0.withText { Array($0) } } + right.withCell { $0.withText { Array($0) } }
      return .text(String(decoding: bytes, as: UTF8.self))
    }
    if self != .divide, case .integer(let first) = left.number, case .integer(let second) = right.number {
      return result(first, second)
    }
    let result = result(left.real, right.real)
    return result.isNaN ? .null : .real(result)
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
  /// The number that the database reckons with: that at the beginning of a text, or 0.
  var number: Value {
    switch self {
    case .null, .integer, .real: return isNothing ? .null : self
    case .text, .data:
      let text = withCell { cell in String(decoding: cell.bytes, as: UTF8.self) }
      return Int64(text).map { .integer($0) } ?? .real(text.leadingNumber)
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

extension String {
  /// The number that it begins with, or 0.
  fileprivate var leadingNumber: Double {
    let bytes = Array(utf8.drop { $0 == 32 || (9...13).contains($0) })
    var end = 0
    func skipDigits() { while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 } }
    func skip(_ signs: String) { if end < bytes.count, signs.utf8.contains(bytes[end]) { end += 1 } }
    skip("+-")
    skipDigits()
    skip(".")
    skipDigits()
    let mantissa = end
    skip("eE")
    skip("+-")
    let exponent = end
    skipDigits()
    let used = exponent == end ? mantissa : end
    return Double(String(decoding: bytes[..<used], as: UTF8.self)) ?? 0
  }
}
