extension TestKind {
  package static let oneOf = TestKind(
    name: "one_of", summary: "one of several values", example: #"is.one_of { "red", "blue" }"#, operands: .list,
    message: { "is not one of \(listed($0))" },
    matcher: { values in membership(values) },
    expression: { .oneOf($0, $1) })

  package static let noneOf = TestKind(
    name: "none_of", summary: "none of several values", example: #"is.none_of { "red", "blue" }"#, operands: .list,
    message: { "is one of \(listed($0))" },
    matcher: { values in
      let isMember = membership(values)
      return { cell in isMember(cell).map { !$0 } }
    },
    expression: { .not(.oneOf($0, $1)) })

  private static func membership(_ values: [Value]) -> @Sendable (Cell) -> Bool? {
    let operands = values.map { OwnedCell($0) }
    let hasNull = values.contains(.null)
    return { cell in
      if operands.isEmpty { return false }
      if cell.isNull { return nil }
      if operands.contains(where: { compareCells(cell, $0.cell) == .equal }) { return true }
      return hasNull ? nil : false
    }
  }

  private static func listed(_ values: [Value]) -> String {
    let shown = values.prefix(8).map(\.excerpt).joined(separator: ", ")
    return values.count > 8 ? shown + ", …" : shown
  }
}
