import ResultSets

/// A sectioned list as one would draw it, for the slow and obvious side of a test.
struct Model: Equatable, CustomStringConvertible {
  struct Section: Equatable {
    var identity: Int
    var rows: [Int]
  }

  var sections: [Section] = []

  /// `[[1: 7 9], [2: 8]]` from pairs of a section and its rows.
  init(_ sections: [(Int, [Int])] = []) {
    self.sections = sections.map { Section(identity: $0.0, rows: $0.1) }
  }

  init(_ order: SectionedOrder) {
    sections = order.sections.map { Section(identity: $0.identity, rows: Array(order.rows[$0.range])) }
  }

  var rows: [Int] { sections.flatMap(\.rows) }

  func order() throws -> SectionedOrder {
    let sectionOfRow = sections.flatMap { Array(repeating: $0.identity, count: $0.rows.count) }
    return try SectionedOrder(rows: rows, sectionOfRow: sectionOfRow)
  }

  /// Where every row stands, found by walking.
  func positions() -> [Int: Position] {
    var positions: [Int: Position] = [:]
    for (s, section) in sections.enumerated() {
      for (r, row) in section.rows.enumerated() { positions[row] = Position(section: s + 1, row: r + 1) }
    }
    return positions
  }

  var description: String {
    sections.map { "\($0.identity): " + $0.rows.map(String.init).joined(separator: " ") }.joined(separator: ", ")
  }
}

/// A sectioned list from pairs of a section and its rows.
func order(_ sections: (Int, [Int])...) throws -> SectionedOrder {
  try Model(sections).order()
}
