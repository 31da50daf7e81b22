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
  /// What the columns compute that say so, with the clauses that say it.
  private(set) var generations: [(column: String, text: String, clause: String)] = []
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
    takeGeneration(part)
    if first.isWord("CHECK") || first.isWord("CONSTRAINT") && part.count > 2 && part[2].isWord("CHECK") {
      checks.append(clause)
    }
  }

  /// `GENERATED ALWAYS AS (…) STORED` behind the name and the type of a column.
  private mutating func takeGeneration(_ part: [SQLToken]) {
    guard let place = part.firstIndex(where: { $0.isWord("GENERATED") }), place > 0, place + 3 < part.count,
      part[place + 2].isWord("AS"), part[place + 3].text == "("
    else { return }
    var depth = 0
    let close = part.indices.dropFirst(place + 3).first { place in
      depth += part[place].text == "(" ? 1 : part[place].text == ")" ? -1 : 0
      return depth == 0
    }
    guard let close, close + 1 < part.count else { return }
    let bytes = Array(text.utf8)
    func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    generations.append(
      (
        part[0].text, source(part[place + 3].place.upperBound..<part[close].place.lowerBound),
        source(part[place].place.lowerBound..<part[close + 1].place.upperBound)
      ))
  }

  /// The statement without some of what stands between its commas.
  ///
  /// - Parameter generations: the columns that compute nothing in it, by their places.
  func text(without clauses: [String], generations places: Set<Int> = []) -> String {
    let bytes = Array(text.utf8)
    var kept = parts.filter { !clauses.contains($0) }
    for (column, _, clause) in places.map({ generations[$0] }) {
      guard let place = kept.firstIndex(where: { $0.contains(clause) && $0.names(column) }) else { continue }
      kept[place] = kept[place].replacing(" " + clause, with: "", maxReplacements: 1)
    }
    return String(decoding: bytes[..<start], as: UTF8.self) + kept.joined(separator: ", ")
      + String(decoding: bytes[end...], as: UTF8.self)
  }
}

extension String {
  /// Whether it begins with a name.
  fileprivate func names(_ column: String) -> Bool {
    SQLToken.all(in: self, syntax: .postgreSQL).first { $0.kind != .comment }?.text == column
  }
}
