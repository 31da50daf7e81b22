import Encodings
import LuaRuntime
import Model
import Schema
import Store

extension MigrationError {
  package var kind: ScriptError.Kind {
    switch self {
    case .optionsNotATable, .destructiveNotAName, .option: .argument
    case .olderTable, .indexOfNoColumn: .schema
    default: .migration
    }
  }

  package var message: String {
    switch self {
    case .unknownStep(let location, let step):
      "\(location) has run the step \(quotedExcerpt(step)), which this script does not have: it was made by a"
        + " newer schema. Nothing was changed"
    case .stepEndedTransaction(let step):
      "the step \(quotedExcerpt(step)) began or ended a transaction: it runs inside the migration's"
    case .refusedPlan(let plan):
      "nothing was changed:\n\(plan)"
    case .rowsDoNotFit(let names, let rule, let reason, let rows):
      "\(names.joined(separator: ", ")) \(rule.fault(reason))\(rows.map { ": " + $0 } ?? ""). Nothing was changed"
        + (rows == nil || rule == .notNull ? "" : Self.advice)
    case .rowsBreakRule(let entity, let rows, let rule):
      "\(entity) has rows that break a rule: \(rows ?? "\(rule) does not hold"). Nothing was changed\(Self.advice)"
    case .unconvertedDecimals(let entity, let field, let rows):
      "\(entity).\(field) cannot be so: \(rows). Nothing was changed\(Self.advice)"
    case .rowsBreakRules(let entity, let lines):
      "rows that are there do not fit \(entity): mend them first, or in a migration(…) step. Nothing was"
        + " changed:\n\(lines.joined(separator: "\n"))"
    case .optionsNotATable(let value):
      "migrate: options are a table, not \(value)"
    case .destructiveNotAName(let value):
      "migrate: destructive is a list of names such as \"Book.pages\" or \"old_table\", not \(value)"
    case .option(let name, let value):
      MigrationOptions.names.contains(name)
        ? "migrate: option '\(name)' cannot be \(value)"
        : "migrate: unknown option \(quotedExcerpt(name)).\(optionAdvice(for: name, in: MigrationOptions.names))"
    case .newerVersions(let location, let versions):
      "\(location) was made by a newer schema: \(versions.joined(separator: ", ")). Nothing was changed"
    case .linksInDoubt(let questions):
      "no table was made: \(questions.joined(separator: "\n"))"
    case .linksElsewhere(let relation, let table):
      "no table was made: the links of \(relation) are in \(table). db:migrate() takes them along"
    case .indexOfNoColumn(let entity, let index, let column, let now):
      "\(entity): the index \(index) is of a column \(quotedExcerpt(column)), which is not there"
        + (now.map { " any more: it is \(quotedExcerpt($0)) now" } ?? "")
    case .olderTable(let table, let lack, let entity):
      "the table \(quotedExcerpt(table)) is older than what shares it now: \(lack) (\(entity)). db:migrate()"
        + " brings it up to date"
    }
  }

  /// What to do about rows that are in the way.
  private static let advice = ": mend them first, or in a migration(…) step; db:migrate { rehearse = true } lists them"

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .olderTable(_, _, let entity):
      [("entity", .string(LuaString(entity)))]
    default: []
    }
  }
}

extension StoreError.Constraint.Rule {
  fileprivate func fault(_ reason: String) -> String {
    switch self {
    case .notNull: "is required, and rows have no value for it: give it a default, or fill it in a migration(…) step"
    case .unique: "must be unique, and rows share a value"
    case .type: "has values that are not of its new type"
    case .check: "has rows that fail a test"
    case .foreignKey: "has rows that refer to nothing"
    case .other: reason
    }
  }
}
