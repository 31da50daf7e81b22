import Query

/// The tables in which Moonshell notes what it did to a database; lists of tables leave them out.
package enum Bookkeeping {
  /// The named steps that have run.
  package static let steps = "moonshell_migration"
  /// The versions of the entities.
  package static let versions = "moonshell_version"

  package static func isPart(_ table: TableDescription) -> Bool { table.name == steps || table.name == versions }
}

extension ScriptDatabase {
  /// The tables and views that people made, in the order of their names.
  package func tables() throws -> [TableDescription] {
    try store().engine.tables().filter { !Bookkeeping.isPart($0) }
  }

  /// Whether one of Moonshell's own tables is there.
  package func hasNotes(in table: String) throws -> Bool { try store().engine.tables().contains { $0.name == table } }
}
