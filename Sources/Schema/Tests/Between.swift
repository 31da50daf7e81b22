/// The tests of a range: both ends belong to it unless they are said to be open.
extension TestKind {
  package static let between = TestKind(
    name: "between", summary: "between two values, both included unless lower or upper = \"open\"",
    example: "is.between(18, 24)", operands: .values(2), options: [.lowerOpen, .upperOpen],
    message: { "is not between \($0.word(0)) and \($0.word(1))\($0.excluded)" },
    matcher: { arguments in
      let (low, high) = (OwnedCell(arguments[0]), OwnedCell(arguments[1]))
      let (includesLow, includesHigh) = (!arguments.isLowerOpen, !arguments.isUpperOpen)
      let integers = arguments.integers
      return { cell in
        if cell.kind == .integer, let integers { return integers.contains(cell.integer) }
        let fromLow = compareCells(cell, low.cell, by: arguments.collation)
        let toHigh = compareCells(cell, high.cell, by: arguments.collation)
        return conjunction(
          fromLow == .unknown ? nil : fromLow == .greater || includesLow && fromLow == .equal,
          toHigh == .unknown ? nil : toHigh == .less || includesHigh && toHigh == .equal)
      }
    },
    expression: { value, arguments in
      let (low, high) = (Expression.literal(arguments[0]), Expression.literal(arguments[1]))
      guard arguments.isLowerOpen || arguments.isUpperOpen else { return .between(value, low, high) }
      return .and([
        .comparison(arguments.isLowerOpen ? .greater : .atLeast, value, low),
        .comparison(arguments.isUpperOpen ? .less : .atMost, value, high),
      ])
    },
    passing: { arguments in
      guard !arguments.isLowerOpen, !arguments.isUpperOpen else { return .unknown }
      return .from(arguments[0]).and(.upTo(arguments[1]))
    })

  package static let notBetween = between.negation(
    name: "not_between", summary: "outside of two values; an open end is outside",
    example: #"is.not_between(18, 24, { upper = "open" })"#,
    message: { "is between \($0.word(0)) and \($0.word(1))\($0.excluded)" })
}

extension TestArguments {
  fileprivate var isLowerOpen: Bool { options.contains(.lowerOpen) }
  fileprivate var isUpperOpen: Bool { options.contains(.upperOpen) }

  /// ` (24 excluded)`, where an end is open.
  fileprivate var excluded: String {
    let ends = (isLowerOpen ? [word(0)] : []) + (isUpperOpen ? [word(1)] : [])
    return ends.isEmpty ? "" : " (\(ends.joined(separator: " and ")) excluded)"
  }

  /// What is between the operands where those are integers that are included.
  fileprivate var integers: ClosedRange<Int64>? {
    guard case .integer(let low) = values[0], case .integer(let high) = values[1], low <= high, !isLowerOpen,
      !isUpperOpen
    else { return nil }
    return low...high
  }
}
