import Schema

/// Decimals in predicates: integers without their points, which must stand for the same power of ten to be compared.
///
///     price * 2 > 9.99      // of scale 2: "price" * 2 > 999
extension PredicateMeaning {
  /// Two operands as integers of one scale, when one of them is a decimal; nil when none is.
  ///
  /// - Throws: `PredicateError` for a number beside a decimal that is not exact.
  func aligned(
    _ left: PredicateOperand, _ leftNode: PredicateNode, _ right: PredicateOperand, _ rightNode: PredicateNode
  ) throws -> (left: Expression, right: Expression, scale: Int)? {
    guard left.scale != nil || right.scale != nil else { return nil }
    let first = try decimal(left, leftNode)
    let second = try decimal(right, rightNode)
    let scale = max(first.scale, second.scale)
    return try (raised(first, to: scale, leftNode), raised(second, to: scale, rightNode), scale)
  }

  /// An operand as an integer with a scale.
  func decimal(_ operand: PredicateOperand, _ node: PredicateNode) throws -> ScaledExpression {
    if let scale = operand.scale { return ScaledExpression(expression: operand.expression, scale: scale) }
    if operand.constant != nil {
      guard let number = operand.exact, let coefficient = Int64(exactly: number.coefficient) else {
        throw failure(.noDecimal(found: operand.words), node)
      }
      return ScaledExpression(expression: .literal(.integer(coefficient)), scale: number.scale, constant: number)
    }
    guard operand.kind == .integer else {
      throw failure(.notBesideDecimal(found: operand.words), node)
    }
    return ScaledExpression(expression: operand.expression, scale: 0)
  }

  func raised(_ value: ScaledExpression, to scale: Int, _ node: PredicateNode) throws -> Expression {
    if value.scale == scale { return value.expression }
    if let constant = value.constant {
      guard let raised = constant.rescaled(to: scale), let coefficient = Int64(exactly: raised.coefficient) else {
        throw failure(.tooManyDigits(number: constant.description), node)
      }
      return .literal(.integer(coefficient))
    }
    guard let power = DecimalNumber.power(scale - value.scale), let factor = Int64(exactly: power) else {
      throw failure(.tooManyDigitsBehindPoint, node)
    }
    return .arithmetic(.multiply, value.expression, .literal(.integer(factor)))
  }

  /// What an operator makes of a decimal and another; nil when neither is one.
  func computedDecimal(
    _ operation: Expression.Arithmetic, _ left: PredicateOperand, _ leftNode: PredicateNode, _ right: PredicateOperand,
    _ rightNode: PredicateNode
  ) throws -> PredicateOperand? {
    guard left.scale != nil || right.scale != nil, left.kind != .null, right.kind != .null else { return nil }
    switch operation {
    case .concatenate:
      throw failure(.decimalJoined, left.scale == nil ? rightNode : leftNode)
    case .multiply:
      let (first, second) = (try decimal(left, leftNode), try decimal(right, rightNode))
      return PredicateOperand(
        .arithmetic(.multiply, first.expression, second.expression), .integer, scale: first.scale + second.scale)
    case .add, .subtract, .modulo, .divide, .floorDivide:
      guard let (first, second, scale) = try aligned(left, leftNode, right, rightNode) else { return nil }
      let expression = Expression.arithmetic(operation, first, second)
      switch operation {
      case .divide: return PredicateOperand(expression, .real)
      case .floorDivide: return PredicateOperand(expression, .integer)
      default: return PredicateOperand(expression, .integer, scale: scale)
      }
    }
  }
}

/// An integer expression, and how many of its digits stand behind the point.
struct ScaledExpression {
  var expression: Expression
  var scale: Int
  /// The number that it is, when that is known.
  var constant: DecimalNumber?
}

extension PredicateOperand {
  /// The number of a literal or a parameter, where it is exact; a real number is when it was written as a literal.
  var exact: DecimalNumber? {
    switch constant {
    case .integer(let value): DecimalNumber(Int128(value), scale: 0)
    case .text(let text): DecimalNumber(text.utf8)
    case .real(let value) where isLiteral: DecimalNumber("\(value)".utf8)
    default: nil
    }
  }
}
