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
    writesBeforeTest = writeCounts
  }

  package func endTest() {
    guard isInTest else { return }
    try? rollbackAll()
    isInTest = false
    if engine.isInTransaction { _ = try? run(engine.statement(for: .rollback)) }
    levels = []
    rollbacks += 1
    ended(.rolledBack)
    // Who was told that the test committed something is told of its end, too.
    for (table, count) in writeCounts where writesBeforeTest[table] != count { noteWrite(to: table) }
    writesBeforeTest = [:]
  }
}
