extension TestKind {
  package static let between = TestKind(
    name: "between", summary: "between two values, both included", example: "is.between(18, 24)",
    operands: .values(2),
    message: { "is not between \($0[0].excerpt) and \($0[1].excerpt)" },
    matcher: { values in
      let low = OwnedCell(values[0])
      let high = OwnedCell(values[1])
      return { cell in
        let (fromLow, toHigh) = (compareCells(cell, low.cell), compareCells(cell, high.cell))
        return conjunction(
          fromLow == .unknown ? nil : fromLow != .less, toHigh == .unknown ? nil : toHigh != .greater)
      }
    },
    expression: { .between($0, .literal($1[0]), .literal($1[1])) })
}
