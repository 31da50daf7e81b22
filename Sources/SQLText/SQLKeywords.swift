/// The keywords that something is decided by, in capitals.
package enum SQLKeywords {
  /// The words with which statements begin.
  package static let statements: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "ALTER", "DROP", "PRAGMA", "BEGIN", "COMMIT", "ROLLBACK",
    "EXPLAIN", "VALUES", "REPLACE", "ANALYZE", "VACUUM", "REINDEX", "SAVEPOINT", "RELEASE", "END", "ATTACH", "DETACH",
  ]

  /// Those with which only the statements of a server begin.
  package static let serverStatements: Set<String> = [
    "ABORT", "CALL", "CHECKPOINT", "CLOSE", "CLUSTER", "COMMENT", "COPY", "DEALLOCATE", "DECLARE", "DISCARD", "DO",
    "EXECUTE", "FETCH", "GRANT", "IMPORT", "LISTEN", "LOCK", "MERGE", "MOVE", "NOTIFY", "PREPARE", "REASSIGN",
    "REFRESH",
    "RESET", "REVOKE", "SECURITY", "SET", "SHOW", "START", "TABLE", "TRUNCATE", "UNLISTEN",
  ]

  /// How many letters the longest of all has.
  package static let longest = statements.union(serverStatements).map(\.count).max() ?? 0

  /// The words with which a line goes on with a statement that could end before it.
  package static let clauses: Set<String> = [
    "WHERE", "FROM", "ORDER", "LIMIT", "RETURNING", "ON", "SET", "AND", "OR", "USING", "AS", "STRICT", "WITHOUT",
  ]

  /// The words that are proposed to a person who types one, and that are no names without quotes.
  package static let proposed = [
    "ALTER", "AND", "AS", "ASC", "BEGIN", "BETWEEN", "BY", "CASE", "COLLATE", "COMMIT", "COUNT", "CREATE", "CROSS",
    "DEFAULT", "DELETE", "DESC", "DISTINCT", "DROP", "ELSE", "END", "EXCEPT", "EXISTS", "EXPLAIN", "FROM", "GROUP",
    "HAVING", "IN", "INDEX", "INNER", "INSERT", "INTERSECT", "INTO", "IS", "JOIN", "LEFT", "LIKE", "LIMIT", "NOT",
    "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER", "PRAGMA", "PRIMARY", "RECURSIVE", "REFERENCES", "RETURNING",
    "ROLLBACK", "SELECT", "SET", "TABLE", "THEN", "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "VIEW",
    "WHEN", "WHERE", "WITH",
  ]

  /// The word with which a statement begins, in capitals; empty where something else is first.
  ///
  ///     SQLKeywords.first(of: "; /* a */ begin")   // "BEGIN"
  package static func first(of text: String) -> String {
    var scanner = SQLScanner(text)
    while let piece = scanner.nextWithoutComments() {
      if scanner.isSign(piece, ";") { continue }
      return piece.kind == .word ? scanner.text(of: piece).uppercased() : ""
    }
    return ""
  }
}
