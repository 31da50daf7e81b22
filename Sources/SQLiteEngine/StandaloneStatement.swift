/// The statements that are about transactions, or that SQLite runs inside of none.
///
/// Known by their first word, since some pragmas do what they do when they are prepared.
enum StandaloneStatement {
  private static let words: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "VACUUM", "ATTACH", "DETACH", "PRAGMA",
  ]

  static func matches(_ text: String) -> Bool {
    words.contains(withoutComments(text).prefix { $0.isLetter }.uppercased())
  }

  /// What follows the blanks, semicolons and comments in front.
  private static func withoutComments(_ text: String) -> Substring {
    func trimmed(_ text: Substring) -> Substring { text.drop { $0.isWhitespace || $0 == ";" } }
    var rest = trimmed(text[...])
    while rest.hasPrefix("--") || rest.hasPrefix("/*") {
      let end = rest.hasPrefix("--") ? rest.firstIndex(where: \.isNewline).map { $0..<$0 } : rest.firstRange(of: "*/")
      guard let end else { return "" }
      rest = trimmed(rest[end.upperBound...])
    }
    return rest
  }
}
