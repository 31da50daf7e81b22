extension SQLShape {
  /// Whether a SELECT names a column and does not say of what: the line with FROM is still to come.
  ///
  ///     SQLShape.lacksSource("SELECT name")        // true
  ///     SQLShape.lacksSource("SELECT count(1)")    // false
  package static func lacksSource(_ text: String, syntax: SQLSyntax = .sqlite) -> Bool {
    let tokens = SQLToken.all(in: text, syntax: syntax).filter { $0.kind != .comment }
    guard tokens.first?.isWord("SELECT") == true, !tokens.contains(where: { $0.isWord("FROM") }) else { return false }
    if syntax == .postgreSQL, addsTable(tokens) { return false }
    return tokens.indices.dropFirst().contains { namesColumn(at: $0, of: tokens, syntax) }
  }

  /// Whether the rows of a whole table go with those of the columns: `UNION ALL TABLE team`.
  private static func addsTable(_ tokens: [SQLToken]) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { before, word in
      word.isWord("TABLE") && ["UNION", "EXCEPT", "INTERSECT", "ALL", "DISTINCT"].contains { before.isWord($0) }
    }
  }

  private static func namesColumn(at index: Int, of tokens: [SQLToken], _ syntax: SQLSyntax) -> Bool {
    let token = tokens[index]
    let before = tokens[index - 1]
    let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
    // What stands behind `::` is a type.
    let beginsValue =
      before.kind == .sign ? ![")", "::"].contains(before.text) : before.kind == .word && isKeyword(before)
    if before.isWord("AS") || !beginsValue { return false }
    // Of a type, as `time without time zone`.
    if token.isWord("TIME"), before.isWord("WITHOUT") || before.isWord("WITH") { return false }
    if token.kind == .sign { return token.text == "*" && (before.isWord("SELECT") || before.text == ",") }
    if token.kind == .word, syntax == .postgreSQL, isCall(token) || next == "[" || next.first == "'" { return false }
    return token.kind == .name || token.kind == .word && !isKeyword(token) && next != "("
  }

  private static let values: Set<String> = [
    "NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
  ]

  /// Whether a word alone is a function of a server: `current_user`.
  private static func isCall(_ token: SQLToken) -> Bool { calls.contains(token.text.uppercased()) }

  private static let calls: Set<String> = [
    "CURRENT_CATALOG", "CURRENT_ROLE", "CURRENT_SCHEMA", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP", "SESSION_USER",
    "SYSTEM_USER", "USER",
  ]

  private static func isKeyword(_ token: SQLToken) -> Bool {
    let word = token.text.uppercased()
    return values.contains(word) || SQLKeywords.proposed.contains(word) || SQLKeywords.clauses.contains(word)
  }
}
