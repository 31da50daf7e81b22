import Migrating
import Model
import TestSupport
import Testing

@Suite struct MigrationErrorWordsTests {
  private static let table: [Words<MigrationError>] = [
    Words(
      .unknownStep(location: "shop.db", step: "add-rank"), .migration,
      "shop.db has run the step 'add-rank', which this script does not have: it was made by a newer schema."
        + " Nothing was changed"
    ),
    Words(
      .stepEndedTransaction(step: "add-rank"), .migration,
      "the step 'add-rank' began or ended a transaction: it runs inside the migration's"
    ),
    Words(
      .indexOfNoColumn(entity: "Song", index: "(lower(name))", column: "name", now: "title"), .schema,
      "Song: the index (lower(name)) is of a column 'name', which is not there any more: it is 'title' now"
    ),
    Words(
      .indexOfNoColumn(entity: "Song", index: "(lower(nam))", column: "nam", now: nil), .schema,
      "Song: the index (lower(nam)) is of a column 'nam', which is not there"
    ),
    Words(.refusedPlan(plan: "Player: a\nTeam: b"), .migration, "nothing was changed:\nPlayer: a\nTeam: b"),
    Words(
      .rowsDoNotFit(
        names: ["Player.score", "Player.name"], rule: .type, reason: "no such thing", rows: "Player 3: 1.5 is there"),
      .migration,
      "Player.score, Player.name has values that are not of its new type: Player 3: 1.5 is there. Nothing was changed"
        + ": mend them first, or in a migration(…) step; db:migrate { rehearse = true } lists them"
    ),
    Words(
      .rowsDoNotFit(names: ["Player.score"], rule: .unique, reason: "no such thing", rows: nil), .migration,
      "Player.score must be unique, and rows share a value. Nothing was changed"
    ),
    Words(
      .rowsDoNotFit(names: ["Player.score"], rule: .check, reason: "no such thing", rows: nil), .migration,
      "Player.score has rows that fail a test. Nothing was changed"
    ),
    Words(
      .rowsDoNotFit(names: ["Player.score"], rule: .foreignKey, reason: "no such thing", rows: nil), .migration,
      "Player.score has rows that refer to nothing. Nothing was changed"
    ),
    Words(
      .rowsDoNotFit(names: ["Player.score"], rule: .other, reason: "no such thing", rows: nil), .migration,
      "Player.score no such thing. Nothing was changed"
    ),
    Words(
      .rowsDoNotFit(names: ["Player.score"], rule: .notNull, reason: "no such thing", rows: nil), .migration,
      "Player.score is required, and rows have no value for it: give it a default, or fill it in a"
        + " migration(…) step. Nothing was changed"
    ),
    Words(
      .unconvertedDecimals(entity: "Player", field: "score", rows: "rows"), .migration,
      "Player.score cannot be so: rows. Nothing was changed: mend them first, or in a migration(…) step;"
        + " db:migrate { rehearse = true } lists them"
    ),
    Words(
      .rowsBreakRule(entity: "Event", rows: "1 row is in the way", rule: "a < b"), .migration,
      "Event has rows that break a rule: 1 row is in the way. Nothing was changed: mend them first, or in a"
        + " migration(…) step; db:migrate { rehearse = true } lists them"
    ),
    Words(
      .rowsBreakRule(entity: "Event", rows: nil, rule: "a < b"), .migration,
      "Event has rows that break a rule: a < b does not hold. Nothing was changed: mend them first, or in a"
        + " migration(…) step; db:migrate { rehearse = true } lists them"
    ),
    Words(
      .rowsBreakRules(entity: "Player", lines: ["score", "name"]), .migration,
      "rows that are there do not fit Player: mend them first, or in a migration(…) step. Nothing was"
        + " changed:\nscore\nname"
    ),
    Words(.optionsNotATable(value: "the integer 5"), .argument, "migrate: options are a table, not the integer 5"),
    Words(
      .destructiveNotAName(value: "the integer 5"), .argument,
      "migrate: destructive is a list of names such as \"Book.pages\" or \"old_table\", not the integer 5"
    ),
    Words(
      .option(name: "scor", value: "the integer 5"), .argument,
      "migrate: unknown option 'scor'. Options are dry_run, rehearse and destructive"),
    Words(
      .option(name: "dry_run", value: "the integer 5"), .argument, "migrate: option 'dry_run' cannot be the integer 5"),
    Words(
      .newerVersions(location: "shop.db", versions: ["score", "name"]), .migration,
      "shop.db was made by a newer schema: score, name. Nothing was changed"
    ),
    Words(
      .linksInDoubt(questions: ["A.liked: are they?", "B.as: are they?"]), .migration,
      "no table was made: A.liked: are they?\nB.as: are they?"
    ),
    Words(
      .linksElsewhere(relation: "A.liked", table: "a_b_fav"), .migration,
      "no table was made: the links of A.liked are in a_b_fav. db:migrate() takes them along"
    ),
    Words(
      .olderTable(table: "player", lack: "there is no column 'kind'", entity: "Player"), .schema,
      "the table 'player' is older than what shares it now: there is no column 'kind' (Player). db:migrate()"
        + " brings it up to date"
    ),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<MigrationError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Migrating/MigrationError.swift")))
  }
}
