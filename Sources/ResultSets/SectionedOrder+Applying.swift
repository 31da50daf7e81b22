extension SectionedOrder {
  /// The order that changes make of this one, which must be the one that they were computed from.
  ///
  ///     try old.applying(Changes(from: old, to: new)) == new   // true
  ///
  /// Deletes and moves take out what stands at `from`; what is left keeps its order; inserts and moves put in at `to`.
  /// Throws `sectionDoesNotFit` or `rowDoesNotFit` where a section or a row is not at `from`, is taken out twice, or
  /// leaves no room for another at `to`; `duplicateRow` or `duplicateSection` where one is inserted that is there.
  /// Complexity: O(rows + entries).
  package func applying(_ changes: Changes) throws(ResultSetError) -> SectionedOrder {
    var replay = try Replay(of: changes, to: flat)
    try replay.takeOutRows()
    try replay.checkDeletedSections()
    try replay.putInRows()
    return try replay.result()
  }
}
