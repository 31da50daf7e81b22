import Schema

/// A declared table: what it is to be, and what parts of it were called before.
package struct WantedTable: Hashable, Sendable {
  /// The name of its entity, for words.
  package var entity: String
  package var description: TableDescription
  /// CREATE TABLE, then CREATE INDEX statements.
  package var statements: [String]
  /// The names that the table may still have.
  package var formerTables: [String] = []
  /// The names that a column may still have, by its name.
  package var formerColumns: [String: [String]] = [:]
  /// The names of the fields, by their columns.
  package var fields: [String: String] = [:]
  /// The columns that are to hold integers of 64 bits, as they say.
  package var widenedColumns: Set<String> = []
  /// The columns whose default a function of the script gives, row by row.
  package var computedColumns: Set<String> = []

  package init(entity: String, description: TableDescription, statements: [String]) {
    self.entity = entity
    self.description = description
    self.statements = statements
  }

  /// How a script calls a column: `Player.age`.
  func word(for column: String) -> String { "\(entity).\(fields[column] ?? column)" }
}
