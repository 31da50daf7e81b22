/// Rows and sections by place, and places by identity; what is out of range is nil.
extension SectionedOrder {
  package var rowCount: Int { rows.count }
  package var sectionCount: Int { sections.count }
  package var isEmpty: Bool { rows.isEmpty }

  /// The rows of a section, counted from 1.
  package func rows(inSection section: Int) -> ArraySlice<Int>? {
    self.section(section).map { rows[$0.range] }
  }

  /// The section at a place, counted from 1.
  package func section(_ section: Int) -> Section? {
    section >= 1 && section <= sections.count ? sections[section - 1] : nil
  }

  /// The row at a position.
  package func row(at position: Position) -> Int? {
    index(at: position).map { rows[$0] }
  }

  /// The index in `rows` of a position.
  package func index(at position: Position) -> Int? {
    guard let range = section(position.section)?.range, position.row >= 1, position.row <= range.count else {
      return nil
    }
    return range.lowerBound + position.row - 1
  }

  /// Where the n-th row of all stands, counted from 1.
  ///
  /// Complexity: O(log sections).
  package func position(ofNth number: Int) -> Position? {
    number >= 1 && number <= rows.count ? position(atIndex: number - 1) : nil
  }

  /// Where a row stands.
  ///
  /// Complexity: O(log sections).
  package func position(ofRow identity: Int) -> Position? {
    index(ofRow: identity).map(position(atIndex:))
  }

  /// The index in `rows` of a row.
  package func index(ofRow identity: Int) -> Int? {
    rowIndex[identity]
  }

  /// Where a section stands, counted from 1.
  package func number(ofSection identity: Int) -> Int? {
    sectionIndex[identity].map { $0 + 1 }
  }

  /// The position of an index in `rows`, which must be one.
  func position(atIndex index: Int) -> Position {
    let section = sectionIndex(atRowIndex: index)
    return Position(section: section + 1, row: index - sections[section].range.lowerBound + 1)
  }

  /// The index of the section that holds an index of `rows`: the last section that begins at or before it.
  private func sectionIndex(atRowIndex index: Int) -> Int {
    var low = 0
    var high = sections.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if sections[middle].range.lowerBound <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
