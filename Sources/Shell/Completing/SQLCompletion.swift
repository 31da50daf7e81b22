/// Proposes tables and columns for the end of a statement.
struct SQLCompletion {
  let tables: [(name: String, columns: [String])]

  func complete(_ text: String) -> Completion {
    let typed = String(text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    let start = text.utf8.count - typed.utf8.count
    let before = text.dropLast(typed.count)
    // In a quoted text there are no names.
    guard !SQLText(String(before)).isOpen else { return Completion(replacementStart: start, candidates: []) }
    if before.last == "." {
      let owner = String(before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
      let columns = tables.first { $0.name.lowercased() == owner.lowercased() }?.columns ?? []
      return Completion(replacementStart: start, candidates: matching(typed, columns).map(Self.quoted))
    }
    let columns = tables.flatMap(\.columns)
    let names = matching(typed, tables.map(\.name) + columns).map(Self.quoted)
    // Keywords are proposed to those who write them as such, so that they do not bury the names.
    let isKeyword = !typed.isEmpty && typed.allSatisfy { $0.isUppercase }
    return Completion(replacementStart: start, candidates: names + (isKeyword ? matching(typed, Self.keywords) : []))
  }

  /// The name as a statement takes it.
  private static func quoted(_ name: String) -> String {
    let isPlain = isLuaName(name) && !keywords.contains(name.uppercased())
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private static let keywords = [
    "ALTER", "AND", "AS", "ASC", "BEGIN", "BETWEEN", "BY", "CASE", "COLLATE", "COMMIT", "COUNT", "CREATE", "CROSS",
    "DEFAULT", "DELETE", "DESC", "DISTINCT", "DROP", "ELSE", "END", "EXCEPT", "EXISTS", "EXPLAIN", "FROM", "GROUP",
    "HAVING", "IN", "INDEX", "INNER", "INSERT", "INTERSECT", "INTO", "IS", "JOIN", "LEFT", "LIKE", "LIMIT", "NOT",
    "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER", "PRAGMA", "PRIMARY", "RECURSIVE", "REFERENCES", "RETURNING",
    "ROLLBACK", "SELECT", "SET", "TABLE", "THEN", "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "VIEW",
    "WHEN", "WHERE", "WITH",
  ]
}
