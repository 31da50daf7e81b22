/// Which words of a statement are names, and which are its own: `from` is no column where it stands without quotes.
///
///     SQLNames.all(in: "SELECT new.\"from\" FROM t")   // from, t
package enum SQLNames {
  /// The words that no name is without quotes, in SQLite.
  private static let reserved: Set<String> = [
    "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CHECK", "COLLATE", "COMMIT", "CONSTRAINT",
    "CREATE", "DEFAULT", "DEFERRABLE", "DELETE", "DISTINCT", "DROP", "ELSE", "ESCAPE", "EXCEPT", "EXISTS", "FOREIGN",
    "FROM", "GROUP", "HAVING", "IN", "INDEX", "INSERT", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "LIMIT", "NOT",
    "NOTHING", "NOTNULL", "NULL", "ON", "OR", "ORDER", "PRIMARY", "REFERENCES", "RETURNING", "SELECT", "SET", "TABLE",
    "THEN", "TO", "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE",
  ]

  /// Words that may be names, by those behind which they are none.
  private static let behind: [String: Set<String>] = [
    "BY": ["ORDER", "GROUP", "PARTITION"], "EACH": ["FOR"], "ROW": ["EACH"], "OF": ["UPDATE", "INSTEAD"],
    "TEMP": ["CREATE"], "TEMPORARY": ["CREATE"], "VIEW": ["CREATE", "TEMP", "TEMPORARY"],
    "TRIGGER": ["CREATE", "TEMP", "TEMPORARY"], "REPLACE": ["OR"], "IGNORE": ["OR"],
  ]

  /// Words that may be names, by what they are none in front of.
  private static let before: [String: Set<String>] = [
    "FOR": ["EACH"], "IF": ["NOT"], "BEFORE": ["DELETE", "INSERT", "UPDATE"], "AFTER": ["DELETE", "INSERT", "UPDATE"],
    "INSTEAD": ["OF"], "REPLACE": ["INTO", "("], "CAST": ["("], "BEGIN": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    // The row that a trigger is about.
    "NEW": ["."], "OLD": ["."],
  ]

  /// The names in a statement, each as often as it is used.
  ///
  /// In doubt a word is one.
  package static func all(in sql: String) -> [String] {
    let tokens = SQLToken.all(in: sql).filter { $0.kind != .comment }
    return tokens.indices.compactMap { place in
      let token = tokens[place]
      if token.kind == .name { return token.text }
      guard token.kind == .word else { return nil }
      let last = place > 0 ? tokens[place - 1] : nil
      let next = place + 1 < tokens.count ? tokens[place + 1] : nil
      return last?.text != "." && isKeyword(token, behind: last, before: next) ? nil : token.text
    }
  }

  private static func isKeyword(_ token: SQLToken, behind last: SQLToken?, before next: SQLToken?) -> Bool {
    let word = token.text.uppercased()
    if reserved.contains(word) { return true }
    let (first, second) = (said(last), said(next))
    return behind[word]?.contains(first) == true || before[word]?.contains(second) == true
  }

  /// A keyword or a sign; nothing of a name in quotes.
  private static func said(_ token: SQLToken?) -> String {
    guard let token, token.kind != .name else { return "" }
    return token.text.uppercased()
  }
}
