/// Rows as a sentence names them: how many, what is wrong with the first, and the keys of some others.
///
///     3 rows are in the way, the first is Player 3: age: 25 is not between 18 and 24; then 5, 9
struct NamedRows {
  private var count = 0
  private var first: String?
  private var others: [String] = []

  /// So many of the rows are named.
  private static let most = 5

  /// Adds a row; only of the first it is asked what is wrong with it.
  mutating func add(key: () -> String, words: () -> String) {
    count += 1
    if first == nil {
      first = words()
    } else if count <= Self.most {
      others.append(key())
    }
  }

  /// Nil where there are none.
  var words: String? {
    guard let first else { return nil }
    if others.isEmpty { return "1 row is in the way, the first is \(first)" }
    let more = count > Self.most ? ", …" : ""
    return "\(count) rows are in the way, the first is \(first); then \(others.joined(separator: ", "))\(more)"
  }
}
