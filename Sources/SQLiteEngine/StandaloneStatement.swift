import SQLText

/// The statements that are about transactions, or that SQLite runs inside of none.
///
/// Known by their first word, since some pragmas do what they do when they are prepared.
enum StandaloneStatement {
  private static let words: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "VACUUM", "ATTACH", "DETACH", "PRAGMA",
  ]

  static func matches(_ text: String) -> Bool { words.contains(SQLKeywords.first(of: text)) }
}
