import SQLText
import Schema

/// What the statement of a view says.
enum ViewText {
  static func isView(_ text: String) -> Bool {
    let words = SQLToken.all(in: text).lazy.filter { $0.kind != .comment }
    return words.prefix(3).contains { $0.isWord("VIEW") }
  }

  /// Whether rows of several SELECTs are put together in a view, or in one that it reads.
  ///
  ///     CREATE VIEW both AS SELECT n FROM a UNION ALL SELECT x FROM b
  static func hasManySelects(_ text: String, among views: [FoldedName: String]) -> Bool {
    var (pending, seen): ([String], Set<FoldedName>) = ([text], [])
    while let text = pending.popLast() {
      for token in SQLToken.all(in: text) where token.kind == .word || token.kind == .name {
        if ["UNION", "INTERSECT", "EXCEPT"].contains(where: token.isWord) { return true }
        let name = FoldedName(token.text)
        if let other = views[name], seen.insert(name).inserted { pending.append(other) }
      }
    }
    return false
  }
}
