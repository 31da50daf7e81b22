/// What holds of every order, for tests.
extension SectionedOrder {
  enum Invariant: Equatable {
    /// The first section begins with the first row, each other one where the one before ends, the last with the rows.
    case sectionsCoverTheRows
    case noSectionIsEmpty
    case everyRowIsFoundWhereItIs
    case everySectionIsFoundWhereItIs
  }

  /// The first invariant that does not hold.
  ///
  /// Complexity: O(rows log sections).
  var brokenInvariant: Invariant? {
    var end = 0
    for section in sections {
      if section.range.lowerBound != end { return .sectionsCoverTheRows }
      if section.range.isEmpty { return .noSectionIsEmpty }
      end = section.range.upperBound
    }
    if end != rows.count { return .sectionsCoverTheRows }
    for (index, row) in rows.enumerated() {
      let position = position(ofNth: index + 1)
      guard let position, self.row(at: position) == row, self.position(ofRow: row) == position else {
        return .everyRowIsFoundWhereItIs
      }
    }
    for (index, section) in sections.enumerated() where number(ofSection: section.identity) != index + 1 {
      return .everySectionIsFoundWhereItIs
    }
    return nil
  }
}
