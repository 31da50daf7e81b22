import Model
import Store

/// Why a database cannot be migrated.
///
/// The words are in `MigrationError+Words.swift`.
package enum MigrationError: WordedError {
  case unknownStep(location: String, step: String)
  case stepEndedTransaction(step: String)
  case refusedPlan(plan: String)
  case rowsDoNotFit(names: [String], rule: StoreError.Constraint.Rule, reason: String, rows: String?)
  case rowsBreakRule(entity: String, rows: String?, rule: String)
  case unconvertedDecimals(entity: String, field: String, rows: String)
  case rowsBreakRules(entity: String, lines: [String])
  case optionsNotATable(value: String)
  case destructiveNotAName(value: String)
  case option(name: String, value: String)
  case newerVersions(location: String, versions: [String])
  case linksInDoubt(questions: [String])
  case linksElsewhere(relation: String, table: String)
  case indexOfNoColumn(entity: String, index: String, column: String, now: String?)
  case olderTable(table: String, lack: String, entity: String)
}
