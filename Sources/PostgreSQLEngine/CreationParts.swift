import SQLText

/// A CREATE TABLE statement, as far as its keys and CHECKs go.
struct CreationParts {
  let name: String
  private let text: String
  private let start: Int
  /// What stands between the commas.
  private var parts: [String] = []
  private(set) var keys: [PostgreSQLEngine.WaitingKey] = []
  /// The CHECKs that are about the table, not about a column.
  private(set) var checks: [String] = []
  private var end = 0

  init?(_ text: String) {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment }
    guard let open = tokens.firstIndex(where: { $0.text == "(" }), open > 0 else { return nil }
    self.text = text
    name = tokens[open - 1].text
    start = tokens[open].place.upperBound
    var depth = 0
    var part: [SQLToken] = []
    for token in tokens[(open + 1)...] {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      guard depth < 0 || depth == 0 && token.text == "," else {
        part.append(token)
        continue
      }
      take(part)
      part = []
      end = token.place.lowerBound
      if depth < 0 { return }
    }
    return nil
  }

  private mutating func take(_ part: [SQLToken]) {
    guard let first = part.first, let last = part.last else { return }
    let clause = String(decoding: Array(text.utf8)[first.place.lowerBound..<last.place.upperBound], as: UTF8.self)
    parts.append(clause)
    if first.isWord("FOREIGN"), let place = part.firstIndex(where: { $0.isWord("REFERENCES") }), place + 1 < part.count
    {
      keys.append(.init(table: name, target: part[place + 1].text, clause: clause))
    }
    if first.isWord("CHECK") || first.isWord("CONSTRAINT") && part.count > 2 && part[2].isWord("CHECK") {
      checks.append(clause)
    }
  }

  /// The statement without some of what stands between its commas.
  func text(without clauses: [String]) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<start], as: UTF8.self)
      + parts.filter { !clauses.contains($0) }.joined(separator: ", ") + String(decoding: bytes[end...], as: UTF8.self)
  }
}
