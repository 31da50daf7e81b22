/// What an engine can do that not every one can, and why not where it cannot.
///
///     Capabilities(without: [.callbacks: "the server runs no functions of the program"])
///     capabilities.reason(against: .callbacks)
package struct Capabilities: Hashable, Sendable {
  package enum Capability: String, CaseIterable, Sendable {
    /// Keys that the database makes are one more than the highest.
    case denseKeys
    /// A statement that fails leaves the transaction that it is in as it was.
    case goingOnAfterErrors
    /// Other statements run while the rows of one are still read.
    case readingAlongside
    /// Changes of the schema are undone with their transaction.
    case schemaInTransactions
    /// Statements call functions of the program.
    case callbacks
    /// What other connections have committed is noticed.
    case followingOthers
  }

  private let reasons: [Capability: String]

  package init(without reasons: [Capability: String] = [:]) {
    self.reasons = reasons
  }

  package func has(_ capability: Capability) -> Bool { reasons[capability] == nil }

  /// Why it cannot do something; nil where it can.
  package func reason(against capability: Capability) -> String? { reasons[capability] }
}
