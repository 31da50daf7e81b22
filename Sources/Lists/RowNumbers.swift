/// The rows of a list in memory by what tells them apart: those that it has, and what an edit of it changes.
///
/// The edit asks and changes its own copy; the list takes it over with `commit`, so that an edit that fails leaves no trace.
struct RowNumbers {
  /// What the list has.
  private final class Known {
    var numbers: [Scalar: Int] = [:]
  }

  private let known = Known()
  private var added: [Scalar: Int] = [:]
  private var removed: Set<Scalar> = []

  subscript(key: Scalar) -> Int? {
    if let number = added[key] { return number }
    return removed.contains(key) ? nil : known.numbers[key]
  }

  /// Adds a row, whose key is that of no other.
  mutating func add(_ number: Int, for key: Scalar) { added[key] = number }

  mutating func remove(_ key: Scalar) {
    added[key] = nil
    if known.numbers[key] != nil { removed.insert(key) }
  }

  /// Makes room for so many more rows.
  mutating func reserve(_ count: Int) { added.reserveCapacity(added.count + count) }

  /// Makes the changes those of the list.
  ///
  /// - Returns: what there was before in place of each.
  mutating func commit() -> [(key: Scalar, number: Int?)] {
    let before = (removed.union(added.keys)).map { (key: $0, number: known.numbers[$0]) }
    for key in removed { known.numbers[key] = nil }
    if known.numbers.isEmpty { known.numbers = added } else { known.numbers.merge(added) { _, new in new } }
    (added, removed) = ([:], [])
    return before
  }

  /// Takes back what was committed.
  func restore(_ before: [(key: Scalar, number: Int?)]) {
    for (key, number) in before.reversed() { known.numbers[key] = number }
  }
}
