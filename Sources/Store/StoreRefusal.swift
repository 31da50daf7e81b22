/// What the store or an engine refuses of itself, before the database says a word.
///
///     throw StoreError(.wrongCount(expected: 2, found: 1), sql: sql)
///
/// The words are in `StoreRefusal+Words.swift`.
package enum StoreRefusal: Hashable, Sendable {
  // A database that is not there, or not any more.
  case closed
  case outOfMemory
  case pathIsEmpty
  case pathHasZero
  case noSuchFile
  case isDirectory
  case isNoFile
  /// The file is read without locks, and is not what it was.
  case writtenMeanwhile
  /// The file was moved or removed since it was opened.
  case fileIsGone
  /// Another file is at its place since it was opened.
  case fileIsAnother

  // Statements.
  case statementTooLong
  case statementHasZero
  case noStatement
  case severalStatements
  case statementGivenBack
  case wrongCount(expected: Int, found: Int)
  case otherWidth(columns: Int, expected: Int)
  /// A function of a request writes to the table whose rows it is asked about.
  case askedAbout(table: String)

  /// A trigger or a rule of the table leaves a row out that was to be inserted.
  case leftOut(table: String?)

  // Transactions.
  case nothingIsOpen
  case migrationInTransaction
  case testInTransaction
  /// BEGIN, COMMIT or ROLLBACK as text, where everything is in a transaction that is rolled back.
  case statementInTest
  case rolledBackByItself(loss: String)
  case endsWithFunction
  case endsWithTrial
  case trialInTransaction
  case noTrial

  // Taking back, and copies.
  case cannotRecord
  case cannotCopy
  case rowChangedSince(table: String, key: String)
  case keyWouldDangle(table: String)
  case fileIsThere(path: String)
}

extension StoreError {
  package init(_ refusal: StoreRefusal, sql: String? = nil, code: Int = 0, location: String? = nil) {
    self.init(refusal.kind, reason: refusal.words, sql: sql, code: code, location: location)
    switch refusal {
    case .cannotRecord: missing = .recording
    case .cannotCopy: missing = .copies
    default: break
    }
  }
}
