import Schema

/// The words of an enum that a column declares, and that the type which another program made for it does not hold.
struct MissingLabels {
  /// The type as the server spells it.
  private let type: String
  /// All words that are declared, as SQL texts, in their order.
  private let declared: [String]
  /// Those of them that the type does not hold.
  let words: [String]
  /// Whether the type needs nothing but these words: no server takes a new one in the transaction that adds it, be it as
  /// a default or in a CHECK, which is needed where the type has words that are not declared.
  let canBeAdded: Bool

  /// Nil where the type is no enum, or holds all words.
  init?(of column: TableDescription.Column, in present: TableDescription.Column) {
    guard column.kind != present.kind, !present.labels.isEmpty, column.storage == .text, let check = column.checks.first
    else { return nil }
    let labels = present.labels.map { Value.text($0).description }
    let declared = check.filter { $0.hasPrefix("'") }
    let words = declared.filter { !labels.contains($0) }
    guard !words.isEmpty else { return nil }
    (type, self.declared, self.words) = (present.declaredType, declared, words)
    let isInDefault = words.contains { column.defaultSQL?.contains($0) == true }
    canBeAdded = column.checks.count == 1 && !isInDefault && labels.allSatisfy(check.contains)
  }

  /// What to do where a migration cannot add them.
  var problem: String {
    let statements = words.map { "ALTER TYPE \(type) ADD VALUE \($0)" }.joined(separator: "; ")
    return "another program made the type \(type), which holds no \(words.joined(separator: ", ")): run \(statements)"
  }

  /// Each missing word and the place that it gets among the others: after the one that is declared before it.
  ///
  /// `enum{"low", "mid", "high"}` over a type of 'low' and 'high' adds `'mid'`, ` AFTER 'low'`.
  var additions: [(word: String, place: String)] {
    declared.enumerated().filter { words.contains($0.element) }.map { place, word in
      if place > 0 { return (word, " AFTER \(declared[place - 1])") }
      // The first words may all be new: then there is nothing yet before which they could come.
      let isFollowed = declared.count > 1 && !words.contains(declared[1])
      return (word, isFollowed ? " BEFORE \(declared[1])" : "")
    }
  }
}
