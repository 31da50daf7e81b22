import Query

/// How transactions begin and end; who may end which is `Database`'s to know.
package protocol Transactions: AnyObject {
  /// True while a transaction is open; false also when a failed statement ended it.
  var isInTransaction: Bool { get }

  /// The statement of a step, as this database says it.
  func statement(for step: TransactionStep) -> SQL

  /// Whether a statement begins or ends a transaction, or cannot run inside of one; it is not prepared for that.
  func standsAlone(_ text: String) -> Bool
}

/// One step in the life of a transaction.
package enum TransactionStep: Hashable, Sendable {
  /// Begins one that may write: what another connection writes meanwhile must not be able to make it fail later.
  case begin
  /// Begins one that may come to write nothing.
  case beginTrial
  case commit
  case rollback
  case savepoint(String)
  case release(String)
  case rollbackTo(String)
}
