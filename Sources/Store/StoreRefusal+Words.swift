extension StoreRefusal {
  package var kind: StoreError.Kind {
    switch self {
    case .closed: .closed
    case .outOfMemory, .pathIsEmpty, .pathHasZero, .noSuchFile, .isDirectory, .isNoFile: .cannotOpen
    case .writtenMeanwhile, .fileIsGone, .fileIsAnother: .other
    case .leftOut(let table): .constraint(StoreError.Constraint(rule: .other, table: table))
    case .statementTooLong: .tooBig
    case .statementHasZero, .noStatement, .severalStatements, .statementGivenBack, .wrongCount, .otherWidth,
      .askedAbout, .nothingIsOpen, .migrationInTransaction, .testInTransaction, .statementInTest, .rolledBackByItself,
      .endsWithFunction, .endsWithTrial, .trialInTransaction, .noTrial, .cannotRecord, .cannotCopy, .rowChangedSince,
      .keyWouldDangle, .fileIsThere:
      .misuse
    }
  }

  package var words: String {
    switch self {
    case .closed: "the database is closed"
    case .outOfMemory: "out of memory"
    case .pathIsEmpty: "its path is empty (':memory:' is a database in memory)"
    case .pathHasZero: "its path contains a NUL character"
    case .noSuchFile: "no such file"
    case .isDirectory: "it is a directory"
    case .isNoFile: "it is not a regular file"
    case .writtenMeanwhile: "another program has written to it since it was opened: open it again"
    case .fileIsGone: "the file was moved or removed since it was opened: what is written would be lost. Open it again"
    case .fileIsAnother: "another file has taken its place since it was opened: open it again"
    case .statementTooLong: "the statement is longer than 2 GiB"
    case .statementHasZero: "the statement contains a NUL character"
    case .noStatement: "there is no statement in the text"
    case .severalStatements: "the text holds more than one statement: run them one by one"
    case .statementGivenBack: "the statement was given back"
    case .wrongCount(let expected, let found):
      "the statement takes \(expected) \(expected == 1 ? "value" : "values"), not \(found)"
    case .otherWidth(let columns, let expected):
      "a row has \(columns) columns, not \(expected): the table was changed meanwhile"
    case .askedAbout(let table):
      "a function of a request cannot write to '\(table)', whose rows it is asked about: fetch() the rows, then write"
    case .leftOut(let table):
      "the database left the row out: a trigger, or a rule ON CONFLICT IGNORE"
        + (table.map { " of '\($0)'" } ?? "") + ", ignores it"
    case .nothingIsOpen: "no transaction is open: begin one first"
    case .migrationInTransaction:
      "a migration is a transaction of its own: commit or roll back this one first"
    case .testInTransaction:
      "a transaction is open: what is undone at its end begins outside of one"
    case .statementInTest:
      "a test is one transaction, which is rolled back: inside, say db:begin(), db:commit(), db:rollback()"
    case .rolledBackByItself(let loss):
      "the database has rolled this transaction back by itself (\(loss)): nothing more can be done in it"
    case .endsWithFunction:
      "this transaction ends with the function that runs in it: it commits when that returns, and is rolled back"
        + " when that raises an error"
    case .endsWithTrial: "a trial is under way: .keep commits what it did, .discard forgets it"
    case .trialInTransaction: "a transaction is open: commit or roll it back first"
    case .noTrial: "no trial is under way: .try begins one"
    case .cannotRecord: "this database keeps no record of what rows were"
    case .cannotCopy: "this database is copied by its own tools, such as pg_dump"
    case .rowChangedSince(let table, let key):
      "row \(key) of '\(table)' is no longer as the entry left it: nothing is undone"
    case .keyWouldDangle(let table):
      "a row of '\(table)' would refer to a row that is not there: nothing is undone"
    case .fileIsThere(let path): "there is such a file: name a new one, not '\(path)'"
    }
  }
}
