import CPostgreSQL
import Store

/// The ends of the savepoint that keeps a transaction from what a failure of one of its statements does to it.
extension Link {
  /// Goes back to the savepoint, after a failure.
  func mend() throws(StoreError) {
    guard let handle, isInTransaction, cpq_transaction_status(handle) == CPQ_IN_ERROR else { return }
    let savepoint = Self.savepoint
    try end(guarding == .none ? ["ROLLBACK"] : ["ROLLBACK TO \(savepoint)", "RELEASE \(savepoint)"])
  }

  /// Goes back to the savepoint of what the server has answered as good; outside of a transaction there is none.
  func goBack() throws(StoreError) {
    if guarding != .none { try end(["ROLLBACK TO \(Self.savepoint)", "RELEASE \(Self.savepoint)"]) }
  }

  /// Lets the savepoint go that stands before commands which have worked.
  func endGuard() throws(StoreError) {
    if guarding != .none { try end(["RELEASE \(Self.savepoint)"]) }
  }

  private func end(_ words: [String]) throws(StoreError) {
    guard let handle else { return }
    isUninterruptible = true
    defer { isUninterruptible = false }
    guarding = .none
    for text in words {
      guard sendText(text, handle) else { throw lost() }
    }
    guard cpq_sync(handle) == 1 else { throw lost() }
    isUnderWay = true
    try drain()
  }
}
