import Model

/// What was done to the schema of the main database in this session, migration by migration.
package final class SchemaHistory: SessionState {
  /// The statements of each.
  package private(set) var migrations: [[String]] = []

  package init(_ session: SessionContext) {}

  package func add(_ statements: [String]) {
    if !statements.isEmpty { migrations.append(statements) }
  }

  /// The statements as a text; remarks end no statement.
  package static func text(_ statements: [String]) -> String {
    statements.map { $0 + ($0.hasPrefix("--") ? "\n" : ";\n") }.joined()
  }
}
