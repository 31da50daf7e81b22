import Store

/// Someone who is told what becomes of the transactions of a database.
package protocol TransactionListener: AnyObject {
  /// A transaction ended, and so many are open around it.
  func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int)
  /// A method of the language is done, which may have committed something.
  func methodEnded() throws
  func databaseClosed()
}

extension DatabaseRegistry {
  /// Tells the listeners of all databases that something may have been committed.
  package func tellObservers() throws {
    haveNews = false
    // What is not told now, as within a round of observers or for an error, is told after the next method.
    defer { haveNews = all.contains { $0.hasNews } }
    for database in all where database.hasNews { try database.listener?.methodEnded() }
  }
}
