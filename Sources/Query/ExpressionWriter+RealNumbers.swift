import Schema

/// Real numbers where what is too large is an error to the database, and so is what is too near to zero: to Lua the one
/// is infinite, and the other zero.
///
///     x * 2    // CASE WHEN ("x" = 0 OR abs("x") BETWEEN 1e-150 AND 1e150) THEN "x" * 2 ELSE real_multiply("x", 2) END
extension ExpressionWriter {
  /// What arithmetic makes of a real number and another number, within no bounds; nil where there is nothing to bound.
  func reckoned(
    reals operation: Expression.Arithmetic, _ left: Expression, _ first: Classed, _ right: Expression,
    _ second: Classed, plain: SQL
  ) -> SQL? {
    guard dialect.boundsReals, let word = operation.wordOfMixed, operation.mayLeaveBounds,
      first.class.isNumber, second.class.isNumber, first.class == .real || second.class == .real
    else { return nil }
    let sizes = (size(of: left, first.class), size(of: right, second.class))
    // Beside the largest real number such are nothing.
    if operation.isSum, sizes.0 == .small || sizes.1 == .small { return nil }
    let made = dialect.reals(word, [first.sql, second.sql])
    var conditions: [SQL] = []
    for (size, sql) in [(sizes.0, first.sql), (sizes.1, second.sql)] {
      switch size {
      case .small: break
      case .column:
        conditions.append(
          operation.isSum ? "abs(\(sql)) < 8e307" : "(\(sql) = 0 OR abs(\(sql)) BETWEEN 1e-150 AND 1e150)")
      case .unknown: return made
      }
    }
    if conditions.isEmpty { return nil }
    return "CASE WHEN \(conditions.joined(by: " AND ")) THEN \(plain) ELSE \(made) END"
  }

  /// What is known of the size of an operand before a row is read.
  private enum OperandSize {
    /// Zero, or so far from both ends that a product of two such is a number.
    case small
    /// The value of a column, which is said again at little cost.
    case column
    case unknown
  }

  private func size(of operand: Expression, _ valueClass: ValueClass) -> OperandSize {
    switch operand {
    case .literal(.real(let number)):
      return number == 0 || (1e-150...1e150).contains(abs(number)) ? .small : .unknown
    case .field(let path) where valueClass == .real:
      return path.inside.isEmpty && resolver.computed(at: path) == nil && !isOutward(path) ? .column : .unknown
    case .kernel(.plain, let operands), .kernel(.number, let operands):
      return operands.first.map { size(of: $0, valueClass) } ?? .unknown
    default: return valueClass == .integer ? .small : .unknown
    }
  }
}

extension Expression.Arithmetic {
  fileprivate var isSum: Bool { self == .add || self == .subtract }
  fileprivate var mayLeaveBounds: Bool { isSum || self == .multiply || self == .divide }
}
