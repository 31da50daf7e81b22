import Query

/// A transaction around everything, which is rolled back whatever happens inside, where it is not seen.
///
///     try database.beginTest()
///     …                             // what commits here is committed for all that listen
///     database.endTest()           // and undone
extension Database {
  /// - Throws: where a transaction is open.
  package func beginTest() throws(StoreError) {
    try settle()
    guard depth == 0 else { throw StoreError(.testInTransaction) }
    try run(engine.statement(for: .begin))
    isInTest = true
    levels = []
  }

  package func endTest() {
    guard isInTest else { return }
    try? rollbackAll()
    isInTest = false
    if engine.isInTransaction { _ = try? run(engine.statement(for: .rollback)) }
    levels = []
    rollbacks += 1
    ended(.rolledBack)
  }
}
