/// Which entries of a log each open transaction made: what a rollback undoes, and what an outer transaction takes over.
///
/// Entries are counted in the order in which they were made.
struct TransactionLevels {
  private struct Level {
    let number: UInt32
    /// How many entries there were when it began.
    let start: Int
  }

  /// The open transactions, nested ones behind those that they are in.
  private var levels: [Level] = []

  var isEmpty: Bool { levels.isEmpty }
  /// The number of the innermost transaction, or 0.
  var present: UInt32 { levels.last?.number ?? 0 }

  /// So many transactions are open by now; those that began are numbered.
  mutating func begin(depth: Int, at count: Int, number: () -> UInt32) {
    while levels.count < depth { levels.append(Level(number: number(), start: count)) }
  }

  /// Ends the innermost transaction where more than so many are open; nil where they are not.
  ///
  /// - Returns: the first of its entries, and the number of the transaction that takes them over, if there is one.
  mutating func commitInnermost(above depth: Int) -> (start: Int, outer: UInt32?)? {
    guard levels.count > depth, let inner = levels.popLast() else { return nil }
    return (inner.start, levels.last?.number)
  }

  /// Ends all transactions but so many.
  ///
  /// - Returns: the first of the entries that are to be undone, the last first; nil where no more are open.
  mutating func rollBack(to depth: Int) -> Int? {
    guard levels.count > depth else { return nil }
    let start = levels[depth].start
    levels.removeSubrange(depth...)
    return start
  }
}
