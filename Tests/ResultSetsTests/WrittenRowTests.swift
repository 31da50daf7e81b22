import Testing

@testable import ResultSets

@Suite struct WrittenRowTests {
  /// Rows by section, as sections are numbered; those without rows are not seen.
  private typealias Sections = [[Int]]

  /// All ways to put up to four rows into up to three sections.
  private static let lists: [Sections] = (0...4).flatMap { count in
    (0...count).flatMap { first in
      (0...(count - first)).map { second in
        let rows = Array(0..<count)
        return [Array(rows[..<first]), Array(rows[first..<(first + second)]), Array(rows[(first + second)...])]
      }
    }
  }

  private func order(_ sections: Sections, _ sectionOrder: [Int]) throws -> SectionedOrder {
    try SectionedOrder(
      rows: sections.flatMap { $0 },
      sectionOfRow: sections.indices.flatMap { [Int](repeating: $0, count: sections[$0].count) },
      sectionOrder: sectionOrder)
  }

  /// All lists in which a row is gone, or stands at any place of any section.
  private func successors(_ sections: Sections, of row: Int) -> [Sections] {
    let others = sections.map { $0.filter { $0 != row } }
    let placed = others.indices.flatMap { section in
      (0...others[section].count).map { place in
        var result = others
        result[section].insert(row, at: place)
        return result
      }
    }
    return [others] + placed
  }

  @Test func `a row that was written changes a list as the comparison of all rows says`() throws {
    var count = 0
    for sections in Self.lists {
      let old = try order(sections, [0, 1, 2])
      for row in 0...old.rowCount {
        for successor in successors(sections, of: row) {
          let new = try order(successor, [0, 1, 2])
          for isChanged in [false, true] {
            let isThere = old.index(ofRow: row) != nil && new.index(ofRow: row) != nil
            let changes = Changes(from: old, to: new, ofWritten: row, isChanged: isChanged && isThere)
            let compared = Changes(from: old, to: new) { _, index in isChanged && new.rows[index] == row }
            #expect(changes == compared, "\(old) → \(new), row \(row)")
            count += 1
          }
        }
      }
    }
    #expect(count > 1000)
  }

  @Test func `an order to be edited has the rows of another by their places`() throws {
    let order = try SectionedOrder(rows: [30, -7, 8, 1 << 60], sectionOfRow: [2, 0, 2, 0], sectionOrder: [0, 2])
    let edited = SectionedOrder(EditableOrder(numbering: order))
    #expect(edited.description == "[0: 0 1, 2: 2 3]")
    #expect(try edited.renumbered { order.rows[$0] } == order)
  }

  @Test(arguments: [1, 2, 3, 15]) func `the place of a row is found with few questions`(width: Int) throws {
    for count in [0, 1, 2, 3, 16, 17, 100, 1000] {
      var order = EditableOrder(chunkLimit: 8)
      order.replace(0, with: (0..<count).map { EditableOrder.Entry($0) })
      for place in Set([0, 1, count / 3, count / 2, count - 1, count]).filter({ (0...count).contains($0) }) {
        var questions = 0
        let index = order.index(in: 0, asking: width) { rows in
          questions += 1
          #expect(rows == rows.sorted() && rows.count <= width + 1)
          return rows.count { $0 < place }
        }
        #expect(index == place)
        #expect(questions <= 11)
      }
    }
  }
}
