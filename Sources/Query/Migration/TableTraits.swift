import SQLText
import Schema

/// What the table of an entity holds to, which may be less than the entity declares: another program has made it, or it
/// was made before the entity was declared anew, and nobody has migrated it.
///
///     TableTraits(of: "CREATE TABLE t (a TEXT COLLATE NOCASE, b INTEGER NOT NULL)", declaredAs: nil)
///     // isStrict: false, hasCollations: true; b is not NULL
package struct TableTraits: Hashable, Sendable {
  /// False where a column may hold values of another class than its type's.
  package private(set) var isStrict = true
  /// True where some column may order its texts otherwise than by their bytes.
  package private(set) var hasCollations = false
  /// False where keys may refer to rows that are not there.
  package private(set) var hasKeys = true
  /// The columns that are never NULL; nil = those of which the entity says so.
  private var filled: Set<FoldedName>?

  /// A table that is just as its entity declares it.
  package static let asDeclared = TableTraits()

  private init() {}

  /// - Parameters:
  ///   - text: the statement that made the table.
  ///   - definition: the statement that would make it today; nil for an entity that was made of the table.
  package init(of text: String, declaredAs definition: String?) {
    guard let present = TableText(text) else {
      // A view shows what its query says.
      (isStrict, hasCollations, hasKeys, filled) = (false, true, false, [])
      return
    }
    let wanted = definition.flatMap { TableText($0) }
    if let wanted, present.tail == wanted.tail { return }
    isStrict = present.isStrict
    hasCollations = text.holds("COLLATE")
    hasKeys = wanted.map { Set($0.constraints).isSubset(of: present.constraints) } ?? false
    filled = Set(present.columns.filter(\.isFilled).map { FoldedName($0.name) })
  }

  /// Whether no row goes without a value of a field.
  package func fills(_ field: Field) -> Bool {
    guard let filled else { return field.isRequired || field.isPrimaryKey }
    return filled.contains(FoldedName(field.column))
  }
}

extension TableText.Column {
  /// Whether its definition says NOT NULL.
  fileprivate var isFilled: Bool {
    let words = SQLToken.all(in: definition).filter { $0.kind != .comment }
    return words.indices.dropLast().contains {
      words[$0].isWord("NOT") && words[$0 + 1].isWord("NULL") && isOutside($0, words)
    }
  }

  /// Whether a word stands in no parentheses, as `CHECK (x NOT NULL)` has them.
  private func isOutside(_ place: Int, _ words: [SQLToken]) -> Bool {
    words[..<place].reduce(0) { $0 + ($1.text == "(" ? 1 : $1.text == ")" ? -1 : 0) } == 0
  }
}
