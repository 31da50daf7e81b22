import SQLText
import Store

/// Tables that refer to each other: the first of them is made without the keys to what is not there yet.
///
/// The server wants the table that a key refers to when the key is made.
extension PostgreSQLEngine {
  /// A key that is made as soon as the table is there that it refers to.
  struct WaitingKey {
    var table: String
    var target: String
    var clause: String
  }

  /// Runs a CREATE TABLE.
  func createTable(_ text: String) throws(StoreError) {
    do throws(StoreError) {
      try rows(text)
    } catch {
      // Alone it would be without its key for good.
      guard isInTransaction, error.isServerCode("42P01"), let parts = TableParts(text) else { throw error }
      noteSchemaChange()
      let present = try facts().tables
      let waiting = parts.keys.filter { present[$0.target.lowercased()] == nil && $0.target != parts.name }
      guard !waiting.isEmpty else { throw error }
      try rows(parts.text(without: waiting))
      waitingKeys += waiting
    }
    noteSchemaChange()
    try makeWaitingKeys()
  }

  private func makeWaitingKeys() throws(StoreError) {
    guard !waitingKeys.isEmpty else { return }
    let present = try facts().tables
    for key in waitingKeys where present[key.target.lowercased()] != nil {
      try rows("ALTER TABLE \(dialect.quoted(key.table)) ADD \(key.clause)")
    }
    waitingKeys.removeAll { present[$0.target.lowercased()] != nil }
  }
}

/// A CREATE TABLE statement, as far as its keys go.
private struct TableParts {
  let name: String
  private let text: String
  private let start: Int
  /// What stands between the commas, and where.
  private var parts: [(text: String, key: PostgreSQLEngine.WaitingKey?)] = []
  private var end = 0

  var keys: [PostgreSQLEngine.WaitingKey] { parts.compactMap(\.key) }

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
    var key: PostgreSQLEngine.WaitingKey?
    if first.isWord("FOREIGN"), let place = part.firstIndex(where: { $0.isWord("REFERENCES") }), place + 1 < part.count
    {
      key = .init(table: name, target: part[place + 1].text, clause: clause)
    }
    parts.append((clause, key))
  }

  func text(without keys: [PostgreSQLEngine.WaitingKey]) -> String {
    let bytes = Array(text.utf8)
    let clauses = Set(keys.map(\.clause))
    let kept = parts.filter { $0.key.map { !clauses.contains($0.clause) } ?? true }.map(\.text)
    return String(decoding: bytes[..<start], as: UTF8.self) + kept.joined(separator: ", ")
      + String(decoding: bytes[end...], as: UTF8.self)
  }
}
