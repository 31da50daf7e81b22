import LuaRuntime
import Query
import Schema
import Store

/// Looks at every row of the tables that a migration changed: each must pass the tests of its entity.
struct MigrationCheck {
  private let migration: Migration

  init(_ migration: Migration) {
    self.migration = migration
  }

  /// - Throws: `ScriptError` of kind `.migration`, which names the first rows that fail.
  func check(_ tables: [String]) throws {
    for table in tables {
      for entity in migration.session.catalog.entities where !entity.isReflected && !entity.isAbstract {
        guard FoldedName(entity.table) == FoldedName(table), let model = migration.session.model(entity.name) else {
          continue
        }
        try check(model.context(in: migration.database))
      }
    }
  }

  private func check(_ context: ObjectContext) throws {
    let failures = try FailingRows(context).first(5)
    guard !failures.isEmpty else { return }
    let shown = failures.map { $0.text(context.session.lua) }.joined(separator: "\n")
    throw ScriptError(
      .migration, "rows that are there fail the tests of \(context.name). Nothing was changed:\n\(shown)")
  }
}
