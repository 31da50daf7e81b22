import LuaRuntime
import Schema

/// `price * quantity`, `total + tax`, `-price`: decimals of a known number of digits behind the point are integers to the
/// database, and what is made of them is one, too, as long as it is not too large for that.
extension Operations {
  /// A decimal, or an integer beside one, as the database has it.
  private struct Exact {
    let scale: Int
    let term: Term
    /// Whether it is NULL for some rows: of decimals that are stored as numbers with more digits than their column says.
    var mayBeMissing = false
  }

  /// Nil where neither is a decimal.
  func decimals(_ opcode: Opcode, _ left: Symbol, _ right: Symbol) -> Outcome? {
    guard isDecimal(left) || isDecimal(right) else { return nil }
    guard let left = exact(left), let right = exact(right) else { return .unknown(.scalar, .otherArithmetic) }
    let otherwise: Unsaid = left.mayBeMissing || right.mayBeMissing ? .moreDigitsThanColumn : .decimalTooLong
    func made(_ word: Expression.Arithmetic, _ scale: Int) -> (Expression, Expression) -> Outcome {
      { self.made(word, $0, $1, scale: scale, orElse: otherwise) }
    }
    switch opcode {
    case .add: return aligned(left, right, made(.add, max(left.scale, right.scale)))
    case .sub: return aligned(left, right, made(.subtract, max(left.scale, right.scale)))
    case .mul where left.scale + right.scale <= Self.mostDigits:
      return made(.multiply, left.scale + right.scale)(left.term.expression, right.term.expression)
    default: return .unknown(.scalar, .otherArithmetic)
    }
  }

  /// More digits behind the point are left to Lua.
  private static let mostDigits = 18

  /// The opposite of a decimal; nil for anything else.
  func opposite(ofDecimal term: Term) -> Outcome? {
    guard let number = exact(.term(term)), isDecimal(.term(term)) else { return nil }
    let otherwise: Unsaid = number.mayBeMissing ? .moreDigitsThanColumn : .decimalTooLong
    return made(
      .subtract, .literal(.integer(0)), number.term.expression, scale: number.scale, orElse: otherwise)
  }

  /// What is made of two integers is none where it is too large, or where one of them is missing.
  private func made(
    _ word: Expression.Arithmetic, _ left: Expression, _ right: Expression, scale: Int, orElse reason: Unsaid
  ) -> Outcome {
    let result = Expression.arithmetic(word, left, right)
    return .fork(.kernel(.isInteger, [result]), .term(.decimal(scale: scale), result), .unknown(.scalar, reason))
  }

  /// Goes on with two decimals, or one and an integer, as integers of the same digits behind the point; nil where it is not
  /// known how many there are.
  func aligned(_ left: Term, _ right: Term, _ next: (Expression, Expression) -> Outcome) -> Outcome? {
    guard let left = exact(.term(left)), let right = exact(.term(right)) else { return nil }
    return present(left, present(right, aligned(left, right, next)))
  }

  /// Only for rows where the number is there.
  private func present(_ number: Exact, _ outcome: Outcome) -> Outcome {
    if !number.mayBeMissing { return outcome }
    return .fork(.isNull(number.term.expression), .unknown(.scalar, .moreDigitsThanColumn), outcome)
  }

  private func aligned(_ left: Exact, _ right: Exact, _ next: (Expression, Expression) -> Outcome) -> Outcome {
    let common = max(left.scale, right.scale)
    return rescaled(left, to: common) { left in
      rescaled(right, to: common) { right in next(left.expression, right.expression) }
    }
  }

  /// With zeros behind, which may be too many for an integer.
  private func rescaled(_ number: Exact, to scale: Int, _ next: (Term) -> Outcome) -> Outcome {
    if number.scale == scale { return next(number.term) }
    guard let power = DecimalNumber.power(scale - number.scale).flatMap({ Int64(exactly: $0) }) else {
      return .unknown(.scalar, .decimalTooLong)
    }
    if case .literal(.integer(let value)) = number.term.expression {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: power)
      if isTooLarge { return .unknown(.scalar, .decimalTooLong) }
      return next(Term(kind: .integer, expression: .literal(.integer(product))))
    }
    let result = Expression.arithmetic(.multiply, number.term.expression, .literal(.integer(power)))
    return .fork(
      .kernel(.isInteger, [result]), next(Term(kind: .integer, expression: result)),
      .unknown(.scalar, .decimalTooLong))
  }

  private func isDecimal(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .term(let term): if case .decimal = term.kind { true } else { false }
    case .constant(let constant): known(decimal: constant) != nil
    default: false
    }
  }

  /// The decimal that a known value is.
  func known(decimal constant: Constant) -> DecimalNumber? {
    guard case .userdata(let object) = constant else { return nil }
    return host?.decimal(object)
  }

  /// A known decimal as the database has those of a field; nil where it has too many digits.
  static func term(decimal number: DecimalNumber) -> Term? {
    guard number.scale <= mostDigits, let coefficient = Int64(exactly: number.coefficient) else { return nil }
    return Term(kind: .decimal(scale: number.scale), expression: .literal(.integer(coefficient)))
  }

  private func exact(_ symbol: Symbol) -> Exact? {
    switch symbol {
    case .term(let term):
      switch term.kind {
      case .decimal(let scale?) where !term.isRounded: return Exact(scale: scale, term: term.known(as: .integer))
      case .decimal(nil) where !term.isRounded && dialect.canDo(.coefficient):
        guard let digits = term.digits, digits <= Self.mostDigits else { return nil }
        let expression = Expression.kernel(.coefficient, [term.expression, .literal(.integer(Int64(digits)))])
        return Exact(scale: digits, term: Term(kind: .integer, expression: expression), mayBeMissing: true)
      case .integer: return Exact(scale: 0, term: term)
      default: return nil
      }
    case .constant(.integer(let value)):
      return Exact(scale: 0, term: Term(kind: .integer, expression: .literal(.integer(value))))
    case .constant(let constant):
      return known(decimal: constant).flatMap(Self.term(decimal:)).flatMap { exact(.term($0)) }
    default: return nil
    }
  }
}
