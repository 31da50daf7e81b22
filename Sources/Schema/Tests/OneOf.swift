extension TestKind {
  package static let oneOf = TestKind(
    name: "one_of", summary: "one of several values", example: #"is.one_of { "red", "blue" }"#, operands: .list,
    message: { "is not one of \(listed($0.allWords))" },
    matcher: { membership($0.values) },
    expression: { value, values in
      // NULL is neither in an empty list nor outside of it.
      values.isEmpty ? .comparison(.notEqual, value, value) : .oneOf(value, values.values)
    })

  package static let noneOf = TestKind(
    name: "none_of", summary: "none of several values", example: #"is.none_of { "red", "blue" }"#, operands: .list,
    message: { "is one of \(listed($0.allWords))" },
    matcher: { values in
      let isMember = membership(values.values)
      return { (cell) throws(SchemaError) in try isMember(cell).map { !$0 } }
    },
    expression: { value, values in
      values.isEmpty ? .comparison(.equal, value, value) : .not(.oneOf(value, values.values))
    })

  private static func membership(_ values: [Value]) -> Matcher {
    let operands = values.map { OwnedCell($0) }
    // What is no number is bound as NULL.
    let hasNull = values.contains { if case .real(let value) = $0 { value.isNaN } else { $0 == .null } }
    return { cell in
      if cell.isNull { return nil }
      if operands.contains(where: { compareCells(cell, $0.cell) == .equal }) { return true }
      return hasNull ? nil : false
    }
  }
}
