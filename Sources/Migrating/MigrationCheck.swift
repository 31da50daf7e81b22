import Model
import Query
import Schema
import Store

/// Looks at every row of the tables that a migration changed: each must be readable, and pass the tests of its entity.
struct MigrationCheck {
  private let migration: Migration

  init(_ migration: Migration) {
    self.migration = migration
  }

  /// - Throws: `ScriptError` of kind `.migration`, which names the first rows that fail.
  func check(_ tables: [String]) throws {
    for table in tables {
      for entity in migration.session.entities.catalog.entities where !entity.isReflected && !entity.isAbstract {
        guard FoldedName(entity.table) == FoldedName(table), let model = migration.session.entities.model(entity.name)
        else {
          continue
        }
        try check(model.context(in: migration.database))
      }
    }
  }

  private func check(_ context: ObjectContext) throws {
    var broken: [BrokenRule] = []
    _ = try RowCheck(context).run { rule in
      broken.append(rule)
      return broken.count < 5
    }
    guard !broken.isEmpty else { return }
    throw ScriptError(MigrationError.rowsBreakRules(entity: context.name, lines: broken.map(\.line)))
  }
}
