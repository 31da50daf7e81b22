/// How a database on a server is opened.
///
///     PostgreSQLOptions(isReadOnly: true, patience: .seconds(2))
package struct PostgreSQLOptions {
  /// Whether writing is refused.
  package var isReadOnly: Bool
  /// How long a statement waits for a row or a table that another session has locked.
  package var patience: Duration
  /// How long the server may take to answer when the connection is made.
  package var timeout: Duration
  /// Whether made keys go on from the highest there is, as in a file: each INSERT asks for that first.
  package var hasDenseKeys: Bool
  /// Asked many times a second while the server works: true ends the statement with `.interrupted`.
  package var isInterrupted: () -> Bool
  /// Hears that a connection which was lost is there again, and for whom a statement waits that has waited for a second.
  package var notice: ((String) -> Void)?

  package init(
    isReadOnly: Bool = false, patience: Duration = .seconds(2), timeout: Duration = .seconds(15),
    hasDenseKeys: Bool = false, isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.isReadOnly = isReadOnly
    self.patience = patience
    self.timeout = timeout
    self.hasDenseKeys = hasDenseKeys
    self.isInterrupted = isInterrupted
  }
}
