/// What an engine can do that not every one can, and why not where it cannot.
///
///     Capabilities(without: [.callbacks: "the server runs no functions of the program"])
///     capabilities.reason(against: .callbacks)
package struct Capabilities: Hashable, Sendable {
  package enum Capability: String, CaseIterable, Sendable {
    /// Keys that the database makes are one more than the highest.
    case denseKeys = "dense_keys"
    /// A statement that fails leaves the transaction that it is in as it was.
    case goingOnAfterErrors = "going_on_after_errors"
    /// Other statements run while the rows of one are still read.
    case readingAlongside = "reading_alongside"
    /// Changes of the schema are undone with their transaction.
    case schemaInTransactions = "schema_in_transactions"
    /// Statements call functions of the program.
    case callbacks = "callbacks"
    /// What other connections have committed is noticed.
    case followingOthers = "following_others"
    /// A column takes values of every class.
    case anyColumns = "any_columns"
    /// A column compares texts without case, or without the blanks at their ends.
    case collations = "collations"
    /// A text may hold the character NUL.
    case zerosInTexts = "nul_in_texts"
    /// Every regular expression is searched for by the database.
    case allPatterns = "regular_expressions"
    /// Functions that look into documents are asked by the database.
    case documentFunctions = "functions_of_documents"
    /// What is too large for a real number is infinite, and no error.
    case infinities = "infinities"
    /// What entries wrote is remembered row by row, so that it can be taken back.
    case recording = "undo"
    /// The whole database is written to a file, or as statements.
    case copies = "backup"
    /// The rows of a table lie in parts, by a key.
    case shards = "shards"
    /// A transaction that writes to several nodes is committed on all of them, or on none.
    case atomicNodes = "atomic_commit_across_nodes"
  }

  private let reasons: [Capability: String]

  package init(without reasons: [Capability: String] = [:]) {
    self.reasons = reasons
  }

  package func has(_ capability: Capability) -> Bool { reasons[capability] == nil }

  /// Why it cannot do something; nil where it can.
  package func reason(against capability: Capability) -> String? { reasons[capability] }
}
