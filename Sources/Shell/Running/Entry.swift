/// What a person typed at the prompt.
enum Entry: Equatable {
  case command(name: String, argument: String)
  case sql(String)
  case lua(String)
  case empty

  init(_ text: String) {
    let trimmed = text.trimmingBlanks()
    if trimmed.isEmpty || trimmed.isComment {
      self = .empty
    } else if trimmed.hasPrefix("."), trimmed.dropFirst().first?.isLetter == true {
      let word = trimmed.dropFirst().prefix { !$0.isWhitespace }
      self = .command(name: String(word), argument: String(trimmed.dropFirst(word.count + 1)).trimmingBlanks())
    } else if Self.startsWithSQL(trimmed) {
      self = .sql(trimmed)
    } else {
      self = .lua(text)
    }
  }

  private static let keywords: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "ALTER", "DROP", "PRAGMA", "BEGIN", "COMMIT", "ROLLBACK",
    "EXPLAIN", "VALUES", "REPLACE", "ANALYZE", "VACUUM", "REINDEX", "SAVEPOINT", "RELEASE", "END", "ATTACH", "DETACH",
  ]

  /// In capitals a keyword of SQL says that the entry is SQL.
  private static func startsWithSQL(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter }
    guard keywords.contains(String(word)) else { return false }
    // A global of that name is still Lua: `SELECT = 1`, `SELECT(…)`.
    let next = text.dropFirst(word.count).first { !$0.isWhitespace }
    return next != "=" && next != "(" && next != "." && next != ":" || word == "VALUES" && next == "("
  }
}

extension String {
  func trimmingBlanks() -> String {
    var text = self[...]
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text.drop { $0.isWhitespace })
  }

  /// Whether there is nothing but a comment of one line.
  fileprivate var isComment: Bool { hasPrefix("--") && !hasPrefix("--[[") && !contains("\n") }
}
