/// The six comparisons: numbers by value, text and bytes by their bytes.
extension TestKind {
  package static let equal = comparison(.equal, name: "equal", words: "equal to") { $0 == .equal }
  package static let notEqual = comparison(.notEqual, name: "not_equal", words: "different from") { $0 != .equal }
  package static let less = comparison(.less, name: "less", words: "less than") { $0 == .less }
  package static let atMost = comparison(
    .atMost, name: "at_most", words: "at most", passing: { .upTo($0[0]) }, holds: { $0 != .greater })
  package static let greater = comparison(.greater, name: "greater", words: "greater than") { $0 == .greater }
  package static let atLeast = comparison(
    .atLeast, name: "at_least", words: "at least", passing: { .from($0[0]) }, holds: { $0 != .less })

  private static func comparison(
    _ operation: Expression.Comparison, name: String, words: String,
    passing: @escaping @Sendable (TestArguments) -> TrivialValues = { _ in .unknown },
    holds: @escaping @Sendable (CellOrder) -> Bool
  ) -> TestKind {
    TestKind(
      name: name, summary: "\(words) a value", example: "is.\(name)(18)", operands: .values(1),
      message: { values in "is not \(words) \(values.word(0))" },
      matcher: { values in
        let operand = OwnedCell(values[0])
        if case .null = values[0] { return nullMatcher(operation) }
        return { cell in
          let order = compareCells(cell, operand.cell, by: values.collation)
          return order == .unknown ? nil : holds(order)
        }
      },
      expression: { value, operands in
        if case .null = operands[0] { return nullExpression(operation, value) }
        return .comparison(operation, value, .literal(operands[0]))
      },
      passing: passing)
  }

  /// `equal(null)` asks for NULL, `not_equal(null)` for anything else; no order holds with NULL.
  private static func nullMatcher(_ operation: Expression.Comparison) -> Matcher {
    switch operation {
    case .equal: { $0.isNull }
    case .notEqual: { !$0.isNull }
    default: { _ in nil }
    }
  }

  private static func nullExpression(_ operation: Expression.Comparison, _ value: Expression) -> Expression {
    switch operation {
    case .equal: .isNull(value)
    case .notEqual: .not(.isNull(value))
    default: .comparison(operation, value, .literal(.null))
    }
  }
}
