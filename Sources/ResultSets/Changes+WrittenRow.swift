extension Changes {
  /// What turns one order into another where one row was written: just what the comparison of all rows finds.
  ///
  /// Of two rows that change places that comparison says that the one that has changed has moved, and where neither has,
  /// the one that was behind, whichever was written.
  ///
  /// Complexity: O(sections), and that of finding the row in each of the orders.
  package init(from old: SectionedOrder, to new: SectionedOrder, ofWritten identity: Int, isChanged: Bool) {
    self.init(from: old, to: new, of: identity, isChanged: isChanged)
    guard !isChanged, let row = moved.first, let from = row.from, let to = row.to, to.row == from.row + 1,
      let other = new.row(at: Position(section: to.section, row: from.row)),
      old.row(at: Position(section: from.section, row: to.row)) == other
    else { return }
    moved = [
      Row(
        other, from: Position(section: from.section, row: to.row), to: Position(section: to.section, row: from.row))
    ]
  }
}
