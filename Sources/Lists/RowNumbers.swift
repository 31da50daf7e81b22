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

  /// Adds a row, unless there is one of its key; whether it was added.
  mutating func add(_ number: Int, for key: Scalar) -> Bool {
    if known.numbers[key] != nil, !removed.contains(key) { return false }
    return Self.fill(&added[key], number)
  }

  /// So that the key is looked for once.
  private static func fill(_ place: inout Int?, _ number: Int) -> Bool {
    guard place == nil else { return false }
    place = number
    return true
  }

  mutating func remove(_ key: Scalar) {
    added[key] = nil
    if known.numbers[key] != nil { removed.insert(key) }
  }

  /// Makes room for so many more rows.
  mutating func reserve(_ count: Int) { added.reserveCapacity(added.count + count) }

  /// What the changes will replace.
  var replaced: [(key: Scalar, number: Int?)] {
    removed.union(added.keys).map { (key: $0, number: known.numbers[$0]) }
  }

  /// Makes the changes those of the list.
  mutating func commit() {
    for key in removed { known.numbers[key] = nil }
    if known.numbers.isEmpty { known.numbers = added } else { known.numbers.merge(added) { _, new in new } }
    (added, removed) = ([:], [])
  }

  /// Takes back what was committed; `before` is what it has `replaced`.
  func restore(_ before: [(key: Scalar, number: Int?)]) {
    for (key, number) in before.reversed() { known.numbers[key] = number }
  }
}
