/// Which row of one list is which of another.
///
///     old: 7 8 9   new: 8 9 5 7
///     sources    // 1 2 -1 0: the index before of each row after
///     survives   // true true true
///
/// Complexity: O(old + new). A row whose predecessor was the same in both lists is found by one comparison, so that of
/// two lists that differ little, few rows are looked up in the index.
struct Matching {
  /// For each index in the new rows the index in the old ones, or `none`.
  private(set) var sources: [Int32]
  /// For each index in the old rows whether the row is still there.
  private(set) var survives: [Bool]
  private(set) var survivorCount = 0

  static let none: Int32 = -1

  init(from old: SectionedOrder, to new: SectionedOrder, counting steps: inout some StepCounter) {
    sources = [Int32](repeating: Self.none, count: new.rows.count)
    survives = [Bool](repeating: false, count: old.rows.count)
    let oldRows = old.rows.span
    let newRows = new.rows.span
    var expected = 0
    for index in newRows.indices {
      let identity = newRows[index]
      var source = expected
      if !Self.isAt(expected, identity, in: oldRows, counting: &steps) {
        steps.readIndex()
        guard let found = old.rowIndex[identity] else { continue }
        source = found
      }
      sources[index] = Int32(source)
      survives[source] = true
      survivorCount += 1
      expected = source + 1
    }
  }

  private static func isAt(
    _ index: Int, _ identity: Int, in rows: Span<Int>, counting steps: inout some StepCounter
  ) -> Bool {
    guard index < rows.count else { return false }
    steps.comparedIdentities()
    return rows[index] == identity
  }
}
