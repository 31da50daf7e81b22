/// The text of a CREATE INDEX statement, taken apart.
///
///     SQLIndexText("CREATE INDEX i ON t (lower(name), age DESC) WHERE active = 1")
///     // parts: "lower(name)", "age DESC"     condition: "active = 1"
package struct SQLIndexText: Hashable, Sendable {
  /// What it is of, in its own words.
  package private(set) var parts: [String] = []
  /// The rows that it is of; nil = all.
  package private(set) var condition: String?
  /// All of that without its spelling.
  package private(set) var tokens: [String] = []

  /// Nil for what makes no index, or one that is no tree.
  package init?(_ statement: String, syntax: SQLSyntax = .sqlite) {
    let tokens = SQLToken.all(in: statement, syntax: syntax).filter { $0.kind != .comment }
    // A key of a table has an ON, too: `ON DELETE CASCADE`.
    guard let on = tokens.firstIndex(where: { $0.isWord("ON") }), tokens[..<on].contains(where: { $0.isWord("INDEX") }),
      let open = tokens[on...].firstIndex(where: { $0.kind == .sign && $0.text == "(" })
    else { return nil }
    if let method = tokens[on..<open].firstIndex(where: { $0.isWord("USING") }), !tokens[method + 1].isWord("BTREE") {
      return nil
    }
    let bytes = Array(statement.utf8)
    func source(_ range: Range<Int>) -> String {
      guard !range.isEmpty else { return "" }
      let (start, end) = (tokens[range.lowerBound].place.lowerBound, tokens[range.upperBound - 1].place.upperBound)
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    var (place, start, depth) = (open + 1, open + 1, 0)
    while place < tokens.count, depth >= 0 {
      let sign = tokens[place].kind == .sign ? tokens[place].text : ""
      depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
      if depth < 0 || depth == 0 && sign == "," {
        parts.append(source(start..<place))
        start = place + 1
      }
      place += 1
    }
    if let word = tokens[min(place, tokens.count)...].firstIndex(where: { $0.isWord("WHERE") }) {
      condition = source(word + 1..<tokens.count)
    }
    self.tokens = tokens[open...].map(\.normal)
  }

  /// The column that a part is, where it is nothing but its name.
  package static func column(_ part: String, syntax: SQLSyntax = .sqlite) -> String? {
    let tokens = SQLToken.all(in: part, syntax: syntax)
    guard tokens.count == 1, tokens[0].kind == .name || tokens[0].kind == .word else { return nil }
    return tokens[0].text
  }
}
