import Migrating
import Model
import Testing

@Suite struct MigrationErrorWordsTests {
  private static let table: [(MigrationError, ScriptError.Kind, String)] = [
    (
      .unknownStep(location: "shop.db", step: "add-rank"), .migration,
      "shop.db has run the step 'add-rank', which this script does not have: it was made by a newer schema."
        + " Nothing was changed"
    ),
    (
      .stepEndedTransaction(step: "add-rank"), .migration,
      "the step 'add-rank' began or ended a transaction: it runs inside the migration's"
    ),
    (.refusedPlan(plan: "Player: a\nTeam: b"), .migration, "nothing was changed:\nPlayer: a\nTeam: b"),
    (
      .rowsDoNotFit(
        names: ["Player.score", "Player.name"], rule: .type, reason: "no such thing", rows: "Player 3: 1.5 is there"),
      .migration,
      "Player.score, Player.name has values that are not of its new type: Player 3: 1.5 is there. Nothing was changed"
    ),
    (
      .rowsDoNotFit(names: ["Player.score"], rule: .unique, reason: "no such thing", rows: nil), .migration,
      "Player.score must be unique, and rows share a value. Nothing was changed"
    ),
    (
      .rowsDoNotFit(names: ["Player.score"], rule: .check, reason: "no such thing", rows: nil), .migration,
      "Player.score has rows that fail a test. Nothing was changed"
    ),
    (
      .rowsDoNotFit(names: ["Player.score"], rule: .foreignKey, reason: "no such thing", rows: nil), .migration,
      "Player.score has rows that refer to nothing. Nothing was changed"
    ),
    (
      .rowsDoNotFit(names: ["Player.score"], rule: .other, reason: "no such thing", rows: nil), .migration,
      "Player.score no such thing. Nothing was changed"
    ),
    (
      .rowsDoNotFit(names: ["Player.score"], rule: .notNull, reason: "no such thing", rows: nil), .migration,
      "Player.score is required, and rows have no value for it: give it a default, or fill it in a"
        + " migration(…) step. Nothing was changed"
    ),
    (
      .unconvertedDecimals(entity: "Player", field: "score", rows: "rows"), .migration,
      "Player.score cannot be so: rows. Nothing was changed"
    ),
    (
      .rowsBreakRules(entity: "Player", lines: ["score", "name"]), .migration,
      "rows that are there do not fit Player: mend them first, or in a migration(…) step. Nothing was"
        + " changed:\nscore\nname"
    ),
    (.optionsNotATable(value: "the integer 5"), .argument, "migrate: options are a table, not the integer 5"),
    (
      .destructiveNotAName(value: "the integer 5"), .argument,
      "migrate: destructive is a list of names such as \"Book.pages\" or \"old_table\", not the integer 5"
    ),
    (.option(name: "scor", value: "the integer 5"), .argument, "migrate: option 'scor' cannot be the integer 5."),
    (
      .newerVersions(location: "shop.db", versions: ["score", "name"]), .migration,
      "shop.db was made by a newer schema: score, name. Nothing was changed"
    ),
    (
      .olderTable(table: "player", lack: "there is no column 'kind'", entity: "Player"), .schema,
      "the table 'player' is older than what shares it now: there is no column 'kind' (Player). db:migrate()"
        + " brings it up to date"
    ),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case unknownStep, stepEndedTransaction, refusedPlan, rowsDoNotFit, unconvertedDecimals, rowsBreakRules,
      optionsNotATable, destructiveNotAName, option, newerVersions, olderTable

    init(_ error: MigrationError) {
      self =
        switch error {
        case .unknownStep: .unknownStep
        case .stepEndedTransaction: .stepEndedTransaction
        case .refusedPlan: .refusedPlan
        case .rowsDoNotFit: .rowsDoNotFit
        case .unconvertedDecimals: .unconvertedDecimals
        case .rowsBreakRules: .rowsBreakRules
        case .optionsNotATable: .optionsNotATable
        case .destructiveNotAName: .destructiveNotAName
        case .option: .option
        case .newerVersions: .newerVersions
        case .olderTable: .olderTable
        }
    }
  }

  @Test(arguments: table.indices) func `the words of an error`(row: Int) {
    let (error, kind, message) = Self.table[row]
    #expect(error.kind == kind)
    #expect(error.message == message)
    let shown = ScriptError(error)
    #expect(shown.kind == kind)
    #expect(shown.message == message)
  }

  @Test func `each case has a row in the table`() {
    #expect(Set(Self.table.map { Name($0.0) }) == Set(Name.allCases))
  }
}
