import Query

/// A transaction around everything, which is rolled back whatever happens inside: nobody there sees it.
///
///     try database.beginTrial()
///     …                             // what commits here is committed for all that listen
///     database.endTrial()           // and undone
extension Database {
  /// - Throws: where a transaction is open.
  package func beginTrial() throws(StoreError) {
    try settle()
    guard depth == 0 else { throw StoreError(.trialInTransaction) }
    try run(engine.statement(for: .begin))
    isOnTrial = true
    levels = []
  }

  package func endTrial() {
    guard isOnTrial else { return }
    try? rollbackAll()
    isOnTrial = false
    if engine.isInTransaction { _ = try? run(engine.statement(for: .rollback)) }
    levels = []
    rollbacks += 1
    ended(.rolledBack)
  }
}
