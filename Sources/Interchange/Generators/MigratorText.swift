/// The migrations of a schema as a `DatabaseMigrator` of GRDB.
package enum MigratorText {
  /// All of them, named `v1`, `v2`, ….
  package static func migrator(_ migrations: [[String]]) -> String {
    let steps = migrations.enumerated().map { registration("v\($0 + 1)", $1) }
    let body = steps.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    return """
      /// The migrations that make the tables, in their order.
      enum SchemaMigrations {
        static var migrator: DatabaseMigrator {
          var migrator = DatabaseMigrator()
      \(body.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n"))
          return migrator
        }
      }

      """
  }

  /// One migration, which knows nothing but its statements.
  package static func registration(_ name: String, _ statements: [String]) -> String {
    let lines = statements.flatMap { statement -> [String] in
      // A remark holds no statement.
      if statement.hasPrefix("--") { return ["  // \(statement.dropFirst(2))"] }
      return ["  try db.execute(sql: ##\"\"\""]
        + statement.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 } + ["    \"\"\"##)"]
    }
    return "migrator.registerMigration(\(SwiftNames.literal(name))) { db in\n\(lines.joined(separator: "\n"))\n}"
  }
}
