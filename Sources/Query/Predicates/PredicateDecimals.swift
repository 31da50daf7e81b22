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
    if case .truth = operand.kind { throw failure(.notBesideDecimal(found: operand.words), node) }
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

/// Decimals of columns made elsewhere, which are stored as the real numbers that stand for them.
extension PredicateMeaning {
  /// What an operator makes of such a decimal and another exact number: the decimal again, and not what real numbers
  /// make of it (`0.99 * 3` is 2.9699999999999998); nil when neither is one.
  func storedDecimal(
    _ operation: Expression.Arithmetic, _ expression: Expression, _ left: PredicateOperand, _ right: PredicateOperand,
    _ node: PredicateNode
  ) -> PredicateOperand? {
    guard left.storedDecimal != nil || right.storedDecimal != nil, let first = left.digits, let second = right.digits
    else { return nil }
    var field = Field(name: String(decoding: text[node.range], as: UTF8.self), type: .decimal)
    field.isStoredAsNumber = true
    switch operation {
    case .add, .subtract: field.scale = max(first, second)
    case .multiply: field.scale = first + second
    default: return nil
    }
    let sides = [left, right].compactMap(\.storedDecimal)
    if sides.allSatisfy(\.isNumeric) {
      field.nature.isNumeric = true
      field.keepsScale = sides.contains(where: \.keepsScale)
      if field.keepsScale { return PredicateOperand(expression, .real, field: field) }
      guard field.scale <= DecimalNumber.largestScale else { return nil }
      // The database has all digits; of real numbers in memory those are taken that the sides can have.
      return PredicateOperand(.call(.round, [expression, .literal(.integer(Int64(field.scale)))]), .real, field: field)
    }
    // A column may hold more digits than it is declared with; a real number has no more than 15 to be relied on.
    let digits = min(field.scale + 2, 12)
    guard field.scale <= digits else { return nil }
    return PredicateOperand(.call(.settle, [expression, .literal(.integer(Int64(digits)))]), .real, field: field)
  }
}

extension PredicateOperand {
  /// The field of decimals that are stored as numbers, of which it is one.
  var storedDecimal: Field? {
    field.flatMap { $0.type == .decimal && $0.isStoredAsNumber ? $0 : nil }
  }

  /// Whether it is one of decimals that a database compares and reckons with itself, of which no function of texts makes
  /// anything there.
  var isServerDecimal: Bool { storedDecimal?.isNumeric == true }

  /// How many digits an exact number has behind the point.
  fileprivate var digits: Int? {
    if let storedDecimal { return storedDecimal.scale }
    if constant != nil { return exact?.scale }
    return kind == .integer ? scale ?? 0 : nil
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
