/// Rows and sections by place, and places by identity; what is out of range is nil.
extension SectionedOrder {
  package var rowCount: Int { edited?.rowCount ?? rows.count }
  package var sectionCount: Int { edited?.shown.count ?? sections.count }
  package var isEmpty: Bool { rowCount == 0 }

  /// About what it takes beside the order that came after it: an edit makes a part of a list anew, else all is.
  package var bytesApart: Int { edited == nil ? rowCount * 12 : 12_000 + rowCount / 8 }

  /// The rows of a section, counted from 1.
  package func rows(inSection section: Int) -> ArraySlice<Int>? {
    if let edited {
      return section >= 1 && section <= edited.shown.count ? edited.visibleRows(edited.shown[section - 1])[...] : nil
    }
    return self.section(section).map { rows[$0.range] }
  }

  /// The section at a place, counted from 1.
  package func section(_ section: Int) -> Section? {
    guard section >= 1, section <= sectionCount else { return nil }
    guard let edited else { return sections[section - 1] }
    let start = edited.shown[..<(section - 1)].reduce(0) { $0 + edited.visible($1) }
    let identity = edited.shown[section - 1]
    return Section(identity: identity, range: start..<(start + edited.visible(identity)))
  }

  /// The row at a position.
  package func row(at position: Position) -> Int? {
    guard let edited else { return index(at: position).map { rows[$0] } }
    guard position.section >= 1, position.section <= edited.shown.count else { return nil }
    let section = edited.shown[position.section - 1]
    guard position.row >= 1, position.row <= edited.visible(section) else { return nil }
    return edited.row(position.row - 1, in: section)
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
    number >= 1 && number <= rowCount ? position(atIndex: number - 1) : nil
  }

  /// Where a row stands.
  ///
  /// Complexity: O(log sections).
  package func position(ofRow identity: Int) -> Position? {
    if let edited {
      return edited.visiblePlace(identity).map { Position(section: $0.section + 1, row: $0.row + 1) }
    }
    return rowIndex[identity].map(position(atIndex:))
  }

  /// The index in `rows` of a row.
  package func index(ofRow identity: Int) -> Int? {
    if edited != nil { return position(ofRow: identity).flatMap(index(at:)) }
    return rowIndex[identity]
  }

  /// Where a section stands, counted from 1.
  package func number(ofSection identity: Int) -> Int? {
    (edited == nil ? sectionIndex[identity] : edited?.place(ofSection: identity)).map { $0 + 1 }
  }

  /// The position of an index in `rows`, which must be one.
  func position(atIndex index: Int) -> Position {
    if let edited { return position(atIndex: index, of: edited) }
    let section = sectionIndex(atRowIndex: index)
    return Position(section: section + 1, row: index - sections[section].range.lowerBound + 1)
  }

  private func position(atIndex index: Int, of edited: EditableOrder) -> Position {
    var rest = index
    for (place, section) in edited.shown.enumerated() {
      if rest < edited.visible(section) { return Position(section: place + 1, row: rest + 1) }
      rest -= edited.visible(section)
    }
    return Position(section: edited.shown.count + 1, row: 1)
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
