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

  /// Looks at what another program has in columns that are to be of another type, while it is there as it was: a column
  /// of texts would make one of a number.
  func check(rewritten plan: SchemaPlan) throws {
    var found: [(context: ObjectContext, slots: [Int])] = []
    for filling in plan.fillings where filling.way == .byType && filling.isOfOthers {
      try migration.forEachSlot(of: filling) { slot, context in
        guard try context.entity.fields[slot].isRewrittenByType else { return }
        if let place = found.firstIndex(where: { $0.context.name == context.name }) {
          found[place].slots.append(slot)
        } else {
          found.append((context, [slot]))
        }
      }
    }
    for (context, slots) in found {
      let entity = try context.entity
      try refuse(context) { found in
        try OwnRows(context).forEach { object in
          slots.allSatisfy { slot in
            let field = entity.fields[slot]
            guard let misfit = object.cell(slot).flatMap({ field.misfit(of: $0.load(as: Cell.self)) }) else {
              return true
            }
            let key = entity.keySlots.map { object.cell($0)?.load(as: Cell.self).value ?? .null }
            return found("\(entity.name) \(entity.words(key: key)): \(field.name): \(misfit)")
          }
        }
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
