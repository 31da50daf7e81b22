import Query
import SQLText
import Schema

extension TableTraits {
  /// What the statement of a table says that it holds to.
  ///
  ///     TableTraits(of: "CREATE TABLE t (a TEXT COLLATE NOCASE, b INTEGER NOT NULL)", declaredAs: nil)
  ///     // isStrict: false, hasCollations: true; b is not NULL
  ///
  /// - Parameters:
  ///   - text: the statement that made the table.
  ///   - definition: the statement that would make it today; nil for an entity that was made of the table.
  init(of text: String, declaredAs definition: String?) {
    guard let present = TableText(text) else {
      // A view shows what its query says.
      self.init(isStrict: false, hasCollations: true, hasKeys: false, filled: [])
      return
    }
    let wanted = definition.flatMap { TableText($0) }
    if let wanted, present.tail == wanted.tail {
      self = .asDeclared(hasCollations: text.holds("COLLATE"))
      return
    }
    self.init(
      isStrict: present.isStrict, hasCollations: text.holds("COLLATE"),
      hasKeys: wanted.map { Set($0.constraints).isSubset(of: present.constraints) } ?? false,
      filled: Set(present.columns.filter(\.isFilled).map { FoldedName($0.name) }))
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
