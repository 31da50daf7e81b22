extension TestKind {
  package static let oneOf = TestKind(
    name: "one_of", summary: "one of several values", example: #"is.one_of { "red", "blue" }"#, operands: .list,
    message: { "is not one of \(listed($0.allWords))" },
    matcher: { membership($0) },
    expression: { value, values in
      // NULL is neither in an empty list nor outside of it.
      values.isNothing ? .comparison(.notEqual, value, value) : .isOne(value, of: values)
    })

  package static let noneOf = TestKind(
    name: "none_of", summary: "none of several values", example: #"is.none_of { "red", "blue" }"#, operands: .list,
    message: { "is one of \(listed($0.allWords))" },
    matcher: { values in
      let isMember = membership(values)
      return { (cell) throws(SchemaError) in try isMember(cell).map { !$0 } }
    },
    expression: { value, values in
      values.isNothing ? .comparison(.equal, value, value) : .not(.isOne(value, of: values))
    })

  private static func membership(_ values: TestArguments) -> Matcher {
    let operands = values.map { OwnedCell($0) }
    let hasNull = values.contains(.null)
    // What is no number is bound as NULL, to which nothing is equal.
    let hasNothing = values.contains { if case .real(let value) = $0 { value.isNaN } else { false } }
    let collation = values.collation
    return { cell in
      if cell.isNull { return hasNull ? true : nil }
      if operands.contains(where: { compareCells(cell, $0.cell, by: collation) == .equal }) { return true }
      return hasNothing ? nil : false
    }
  }
}

extension TestArguments {
  fileprivate var isNothing: Bool { isEmpty && requests.isEmpty }
}

extension Expression {
  /// Whether a value is one of several values, or of those of requests.
  fileprivate static func isOne(_ value: Expression, of choices: TestArguments) -> Expression {
    let rows = choices.requests.map { Expression.requested([value], RequestedRows($0, columns: [])) }
    if rows.isEmpty { return .isOne(value, of: choices.values) }
    let parts = choices.isEmpty ? rows : [.isOne(value, of: choices.values)] + rows
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// That a key of which these are the parts leads to no row.
  package static func leadsNowhere(_ parts: [Expression]) -> Expression {
    parts.count == 1 ? .isNull(parts[0]) : .or(parts.map { .isNull($0) })
  }

  /// Whether a value is one of several; NULL among these asks for NULL.
  ///
  ///     isOne(name, of: ["q", NULL])   // name IN ('q') OR name IS NULL
  package static func isOne(_ value: Expression, of choices: [Value]) -> Expression {
    guard choices.contains(.null) else { return .oneOf(value, choices) }
    let others = choices.filter { $0 != .null }
    return others.isEmpty ? .isNull(value) : .or([.oneOf(value, others), .isNull(value)])
  }
}
