/// What running a statement has cost a database, in its own units.
package struct StatementEffort: Hashable, Sendable {
  /// The rows that were walked from end to end, because no index led to them.
  package var scannedRows: Int
  /// The steps of whatever runs statements there; only their proportion means something.
  package var steps: Int

  package init(scannedRows: Int = 0, steps: Int = 0) {
    self.scannedRows = scannedRows
    self.steps = steps
  }
}
