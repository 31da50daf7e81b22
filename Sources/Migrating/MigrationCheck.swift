import Model
import Query
import Schema
import Store

/// Looks at every row of the tables that a migration changed: what it made anew, or added, must be readable, and pass the
/// tests of its entity.
struct MigrationCheck {
  private let migration: Migration

  init(_ migration: Migration) {
    self.migration = migration
  }

  /// - Throws: `ScriptError` of kind `.migration`, which names the first rows that fail.
  func check(_ changes: [SchemaPlan.Change]) throws {
    for change in changes {
      for entity in migration.session.entities.catalog.entities where !entity.isReflected && !entity.isAbstract {
        guard FoldedName(entity.table) == FoldedName(change.table),
          let model = migration.session.entities.model(entity.name)
        else { continue }
        let context = model.context(in: migration.database)
        let check = try RowCheck(context) { change.touches($0.column) }
        try refuse(context) { found in _ = try check.run { found($0.line) } }
      }
    }
  }

  /// Throws an error with the first lines that `find` finds; it is told when there are enough.
  private func refuse(_ context: ObjectContext, _ find: ((String) -> Bool) throws -> Void) throws {
    var lines: [String] = []
    try find { line in
      lines.append(line)
      return lines.count < 5
    }
    guard !lines.isEmpty else { return }
    throw ScriptError(MigrationError.rowsBreakRules(entity: context.name, lines: lines))
  }
}
