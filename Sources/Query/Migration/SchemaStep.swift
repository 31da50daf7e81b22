import Schema

/// One step from the tables that are there to those that are declared.
package enum SchemaStep: Hashable, Sendable {
  /// The statements that make a table and its indexes.
  case create([String])
  /// `ALTER TABLE "old" RENAME TO "new"`
  case renameTable(String, to: String)
  /// `ALTER TABLE "player" RENAME COLUMN "nick" TO "name"`
  case renameColumn(table: String, String, to: String)
  /// `ALTER TABLE "player" ADD COLUMN "rank" TEXT DEFAULT 'amateur'`
  case addColumn(table: String, String, definition: String)
  /// `ALTER TABLE "player" DROP COLUMN "rank"`
  case dropColumn(table: String, String)
  case rebuild(Rebuild)
  case alter(table: String, Alteration)
  /// A whole CREATE INDEX statement.
  case createIndex(String)
  /// `DROP INDEX "player_age_idx"`
  case dropIndex(String)
  /// `DROP TABLE "old"`
  case dropTable(String)
  /// `DROP VIEW "adults"`
  case dropView(String)
  /// `DROP TRIGGER "counting"`
  case dropTrigger(String)

  /// A table that is made anew under another name, filled with the old rows, and put in the old one's place.
  package struct Rebuild: Hashable, Sendable {
    package var table: String
    /// The name that it has while it is filled.
    package var temporaryName: String
    /// The schema in which both stand, as a statement has it, where that is another than the one in which tables are made.
    package var schema: String?
    /// The statement that makes the table, with its own name.
    package var statement: String
    /// The columns of the old table that the new one is to have, too, though the statement has not.
    package var keptColumns: [TableDescription.Column]
    /// What each column of the new table gets of the old one.
    package var columns: [Copy]
    /// The CREATE INDEX statements of the new table.
    package var indexes: [String]
    /// The indexes of the old table that are not to come back.
    package var droppedIndexes: [String]
    /// Whether rules and orders of the old table that no entity can say stay: another program made it.
    package var keepsRules = false

    package init(
      table: String, temporaryName: String, statement: String, keptColumns: [TableDescription.Column] = [],
      columns: [Copy], indexes: [String] = [], droppedIndexes: [String] = []
    ) {
      self.table = table
      self.temporaryName = temporaryName
      self.statement = statement
      self.keptColumns = keptColumns
      self.columns = columns
      self.indexes = indexes
      self.droppedIndexes = droppedIndexes
    }
  }

  /// A column of a new table and what is put into it.
  package struct Copy: Hashable, Sendable {
    package var column: String
    package var source: SQL

    package init(column: String, source: SQL) {
      self.column = column
      self.source = source
    }
  }

  /// The statement that takes the step; nil for what takes several.
  package var statement: SQL? {
    switch self {
    case .renameTable(let name, let new): "ALTER TABLE \(name: name) RENAME TO \(name: new)"
    case .renameColumn(let table, let name, let new):
      "ALTER TABLE \(name: table) RENAME COLUMN \(name: name) TO \(name: new)"
    case .addColumn(let table, let name, let definition):
      "ALTER TABLE \(name: table) ADD COLUMN \(name: name) \(.written(definition))"
    case .dropColumn(let table, let name): "ALTER TABLE \(name: table) DROP COLUMN \(name: name)"
    case .alter(let table, let alteration): alteration.statement(of: table)
    case .createIndex(let statement): .written(statement)
    case .dropIndex(let name): "DROP INDEX \(name: name)"
    case .dropTable(let name): "DROP TABLE \(name: name)"
    case .dropView(let name): "DROP VIEW \(name: name)"
    case .dropTrigger(let name): "DROP TRIGGER \(name: name)"
    case .create, .rebuild: nil
    }
  }
}

extension SchemaStep.Rebuild {
  /// The statement that fills the new table.
  package var filling: SQL { filling(temporaryName, from: table) }

  /// The same under other names.
  package func filling(_ new: String, from old: String) -> SQL {
    let names = columns.map { SQL.name($0.column) }.joined(by: ", ")
    let sources = columns.map(\.source).joined(by: ", ")
    return "INSERT INTO \(name: new) (\(names)) SELECT \(sources) FROM \(name: old)"
  }
}
