import Store
import Testing

@Suite struct StoreErrorWordsTests {
  private static let table: [(StoreError, String)] = [
    (
      StoreError(.locked, reason: "database is locked", location: "shop.db", waited: .seconds(2)),
      "shop.db is locked by another process (waited 2 s): try again when it has finished"
    ),
    (
      StoreError(.locked, reason: "database is locked", location: "shop.db", waited: .milliseconds(250)),
      "shop.db is locked by another process (waited 0.25 s): try again when it has finished"
    ),
    (
      StoreError(.locked, reason: "database is locked", location: "shop.db", waited: .zero),
      "shop.db is locked by another process: try again when it has finished"
    ),
    (
      StoreError(.locked, reason: "a statement of this program is still at work on the table", location: "shop.db"),
      "shop.db is locked: a statement of this program is still at work on the table"
    ),
    (
      StoreError(
        .readOnly, reason: "it was opened for reading only, or its file or directory is write-protected",
        location: "shop.db"),
      "shop.db cannot be written: it was opened for reading only, or its file or directory is write-protected"
    ),
    (
      StoreError(.readOnly, reason: "the file was moved or deleted while it was open", location: "shop.db"),
      "shop.db cannot be written: the file was moved or deleted while it was open"
    ),
    (
      StoreError(.diskFull, reason: "database or disk is full", sql: "COMMIT", location: "shop.db"),
      "shop.db: the disk is full, and nothing of the statement was kept: make room and try again"
    ),
    (
      StoreError(.diskFull, reason: "database or disk is full", location: "shop.db"),
      "shop.db: the disk is full: make room and try again"
    ),
    (StoreError(.cannotOpen, reason: "no such file", location: "shop.db"), "cannot open shop.db: no such file"),
    (
      StoreError(.notADatabase, reason: "file is not a database", location: "a.txt"),
      "a.txt is not a database (or it is encrypted): check the path"
    ),
    (
      StoreError(.corrupt, reason: "database disk image is malformed", location: "shop.db"),
      "shop.db is damaged (database disk image is malformed): restore a backup"
    ),
    (StoreError(.interrupted, reason: "interrupted"), "interrupted: nothing of the statement was kept"),
    (StoreError(.closed, reason: "closed", location: "shop.db"), "shop.db is closed: open it again"),
    (StoreError(.closed, reason: "closed"), "the database is closed: open it again"),
    (
      StoreError(.lost(.nothing), reason: "gone", location: "postgres://a/b"),
      "the connection to postgres://a/b is lost (gone): nothing was being changed; open it again"
    ),
    (
      StoreError(.lost(.undone), reason: "gone"),
      "the connection to the database is lost (gone): what was under way was not committed; open it again"
    ),
    (
      StoreError(.lost(.rolledBack), reason: "gone"),
      "the connection to the database is lost (gone): the open transaction is rolled back; open it again"
    ),
    (
      StoreError(.lost(.unknown), reason: "gone"),
      "the connection to the database is lost (gone): whether what was under way was committed is unknown; open it again"
    ),
    (
      StoreError(.noSuchTable("plyer"), reason: "no such table: plyer", sql: "SELECT 1", location: "shop.db"),
      "shop.db has no table 'plyer'"
    ),
    (
      StoreError(.noSuchColumn("agee"), reason: "no such column: agee", sql: "SELECT agee FROM player"),
      "no such column: 'agee', in: SELECT agee FROM player"
    ),
    (
      StoreError(.syntax(offset: 14), reason: "near \"player\": syntax error", sql: "SELECT * FORM player"),
      "near \"player\": syntax error, at character 15: …player"
    ),
    (
      StoreError(.syntax(offset: 0), reason: "near \"SELEC\": syntax error", sql: "SELEC 1"),
      "near \"SELEC\": syntax error, at character 1: SELEC 1"
    ),
    (
      StoreError(.incomplete(offset: 9), reason: "incomplete input", sql: "SELECT (1"),
      "incomplete input, at the end of: SELECT (1"
    ),
    (StoreError(.syntax(offset: nil), reason: "syntax error", sql: "x"), "syntax error, in: x"),
    (
      constraint(.init(rule: .unique, table: "player", columns: ["name"])),
      "player.name: another row has this value already, and it must be unique"
    ),
    (
      constraint(.init(rule: .unique, table: "player", columns: ["name", "team"])),
      "player.(name, team): another row has these values already, and together they must be unique"
    ),
    (
      constraint(.init(rule: .unique, name: "lowered")),
      "the index 'lowered' is unique, and it has this entry already"
    ),
    (
      constraint(.init(rule: .notNull, table: "player", columns: ["name"])),
      "player.name is required: it cannot be NULL"
    ),
    (constraint(.init(rule: .check, name: "age > 0")), "a value breaks the rule: CHECK 'age > 0'"),
    (
      constraint(.init(rule: .foreignKey)),
      "a row refers to a row that does not exist, or rows still refer to the one to be deleted (FOREIGN KEY)"
    ),
    (
      StoreError(
        .constraint(.init(rule: .type, table: "t", columns: ["age"])),
        reason: "cannot store TEXT value in INTEGER column t.age"), "cannot store TEXT value in INTEGER column t.age"
    ),
    (
      StoreError(.constraint(.init(rule: .type)), reason: "a value of the wrong type: the key must be an integer"),
      "a value of the wrong type: the key must be an integer"
    ),
    (StoreError(.constraint(.init(rule: .other)), reason: "not on Sundays"), "not on Sundays"),
    (
      StoreError(.tooBig, reason: "string or blob too big", location: "shop.db"),
      "string or blob too big: it is larger than shop.db takes"
    ),
    (
      StoreError(.misuse, reason: "the statement takes 2 values, not 1", sql: "SELECT ?1, ?2"),
      "the statement takes 2 values, not 1, in: SELECT ?1, ?2"
    ),
    (StoreError(.other, reason: "out of memory", location: "shop.db"), "shop.db: out of memory"),
    (StoreError(.other, reason: "out of memory", location: ":memory:"), "out of memory"),
    (StoreError(.other, reason: "out of memory"), "out of memory"),
  ]

  private static func constraint(_ constraint: StoreError.Constraint) -> StoreError {
    StoreError(.constraint(constraint), reason: "constraint failed")
  }

  @Test func `every kind has its words`() {
    for (error, words) in Self.table { #expect(error.description == words) }
  }

  @Test func `what the database advises stands before what is said anyway`() {
    var error = StoreError(.corrupt, reason: "database disk image is malformed", location: "shop.db")
    error.advice = "'PRAGMA integrity_check' says where"
    #expect(
      error.description
        == "shop.db is damaged (database disk image is malformed): 'PRAGMA integrity_check' says where; restore a backup"
    )
  }

  @Test func `data is short`() {
    let sql = "SELECT " + String(repeating: "x", count: 1000)
    let error = StoreError(.noSuchColumn(String(repeating: "y", count: 1000)), reason: "", sql: sql)
    #expect(error.description.count < 250)
    #expect(error.description.contains("…"))
  }

  @Test func `data never controls the terminal`() {
    let error = StoreError(.noSuchTable("a\u{1B}[2J\u{9B}\u{202E}\nb"), reason: "", location: "x\u{7}.db")
    #expect(error.description == #"x\u{7}.db has no table 'a\u{1B}[2J\u{9B}\u{202E} b'"#)
  }

  @Test func `a place in the middle of a character is no trap`() {
    let error = StoreError(.syntax(offset: 1), reason: "unrecognized token", sql: "é")
    #expect(error.description == "unrecognized token, at character 1: é")
    #expect(StoreError(.syntax(offset: 99), reason: "x", sql: "é").description == "x, in: é")
  }
}
