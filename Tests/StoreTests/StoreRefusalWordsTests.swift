import Store
import TestSupport
import Testing

@Suite struct StoreRefusalWordsTests {
  private static let table: [(StoreRefusal, String)] = [
    (.closed, "shop.db is closed: open it again"),
    (.outOfMemory, "cannot open shop.db: out of memory"),
    (.pathIsEmpty, "cannot open shop.db: its path is empty (':memory:' is a database in memory)"),
    (.pathHasZero, "cannot open shop.db: its path contains a NUL character"),
    (.noSuchFile, "cannot open shop.db: no such file"),
    (.isDirectory, "cannot open shop.db: it is a directory"),
    (.isNoFile, "cannot open shop.db: it is not a regular file"),
    (.writtenMeanwhile, "shop.db: another program has written to it since it was opened: open it again"),
    (
      .fileIsGone,
      "shop.db: the file was moved or removed since it was opened: what is written would be lost. Open it again"
    ),
    (.fileIsAnother, "shop.db: another file has taken its place since it was opened: open it again"),
    (.statementTooLong, "the statement is longer than 2 GiB: it is larger than shop.db takes"),
    (.statementHasZero, "the statement contains a NUL character, in: SELECT 1"),
    (.noStatement, "there is no statement in the text, in: SELECT 1"),
    (.severalStatements, "the text holds more than one statement: run them one by one, in: SELECT 1"),
    (.statementGivenBack, "the statement was given back, in: SELECT 1"),
    (.wrongCount(expected: 1, found: 2), "the statement takes 1 value, not 2, in: SELECT 1"),
    (.wrongCount(expected: 2, found: 1), "the statement takes 2 values, not 1, in: SELECT 1"),
    (
      .otherWidth(columns: 2, expected: 3),
      "a row has 2 columns, not 3: the table was changed meanwhile, in: SELECT 1"
    ),
    (
      .leftOut(table: "player"),
      "the database left the row out: a trigger, or a rule ON CONFLICT IGNORE of 'player', ignores it"
    ),
    (
      .askedAbout(table: "player"),
      "a function of a request cannot write to 'player', whose rows it is asked about: fetch() the rows, then write,"
        + " in: SELECT 1"
    ),
    (.nothingIsOpen, "no transaction is open: begin one first, in: SELECT 1"),
    (
      .migrationInTransaction,
      "a migration is a transaction of its own: commit or roll back this one first, in: SELECT 1"
    ),
    (
      .testInTransaction, "a transaction is open: what is undone at its end begins outside of one, in: SELECT 1"
    ),
    (
      .statementInTest,
      "a test is one transaction, which is rolled back: inside, say db:begin(), db:commit(), db:rollback(),"
        + " in: SELECT 1"
    ),
    (
      .rolledBackByItself(loss: "disk full"),
      "the database has rolled this transaction back by itself (disk full): nothing more can be done in it, in: SELECT 1"
    ),
    (
      .endsWithFunction,
      "this transaction ends with the function that runs in it: it commits when that returns, and is rolled back when"
        + " that raises an error, in: SELECT 1"
    ),
    (
      .endsWithTrial,
      "a trial is under way: .keep commits what it did, .discard forgets it, in: SELECT 1"
    ),
    (.trialInTransaction, "a transaction is open: commit or roll it back first, in: SELECT 1"),
    (.noTrial, "no trial is under way: .try begins one, in: SELECT 1"),
    (.cannotRecord, "this database keeps no record of what rows were, in: SELECT 1"),
    (.cannotCopy, "this database is copied by its own tools, such as pg_dump, in: SELECT 1"),
    (
      .rowChangedSince(table: "player", key: "3"),
      "row 3 of 'player' is no longer as the entry left it: nothing is undone, in: SELECT 1"
    ),
    (
      .keyWouldDangle(table: "player"),
      "a row of 'player' would refer to a row that is not there: nothing is undone, in: SELECT 1"
    ),
    (.fileIsThere(path: "a.db"), "there is such a file: name a new one, not 'a.db', in: SELECT 1"),
  ]

  @Test(arguments: table) func `a refusal says in full what is wrong`(refusal: StoreRefusal, words: String) {
    #expect(StoreError(refusal, sql: "SELECT 1", location: "shop.db").description == words)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map { caseName(of: $0.0) }) == (try cases(declaredIn: "Store/StoreRefusal.swift")))
  }
}
