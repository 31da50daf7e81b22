extension Changes {
  /// What turns one order into another, with the fewest moves of rows and of sections, none of which leads from a place
  /// to the same place of the same section.
  ///
  ///     let old = try SectionedOrder(rows: [7, 8, 9], section: 1)
  ///     let new = try SectionedOrder(rows: [9, 7, 5], section: 1)
  ///     let changes = Changes(from: old, to: new) { before, after in oldBytes[before] != newBytes[after] }
  ///     changes.deleted    // 8, from 1.2
  ///     changes.inserted   // 5, to 1.3
  ///     changes.moved      // 9, from 1.3 to 1.1
  ///
  /// - Parameter contentChanged: whether a row that is in both lists has other content now, by its index in
  ///   `old.rows` and in `new.rows`. Asked exactly once for each, in the new order; what it throws is passed on.
  ///
  /// Complexity: O(rows + sections), to which each section adds O(k log k) for its k rows that stay in it but not in
  /// their order, and each row that leaves its section O(log sections). The same lists give the same changes.
  package init(
    from old: SectionedOrder, to new: SectionedOrder, contentChanged: (_ old: Int, _ new: Int) throws -> Bool
  ) rethrows {
    var difference = Difference(from: old.flat, to: new.flat, counting: UncountedSteps())
    try difference.compare(contentChanged: contentChanged)
    self = difference.changes
  }

  /// The same for rows without content, or whose content is known to be the same.
  package init(from old: SectionedOrder, to new: SectionedOrder) {
    self.init(from: old, to: new) { _, _ in false }
  }
}
