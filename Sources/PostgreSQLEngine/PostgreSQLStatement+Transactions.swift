import CPostgreSQL
import Store

/// Statements about transactions, which mean what they mean on SQLite: a savepoint may begin a transaction, and a
/// statement that makes no sense leaves the open one as it is.
extension PostgreSQLStatement {
  func runTransactionStatement() throws(StoreError) {
    try checkSense()
    let isFirst = shape.firstWord == "SAVEPOINT" && !link.isInTransaction
    let isEnd = ["COMMIT", "END"].contains(shape.firstWord)
    let isLast = shape.firstWord == "RELEASE" && shape.savepoint != nil && shape.savepoint == engine.firstSavepoint
    if isEnd || isLast, engine.writtenNodes.count > 1 {
      let nodes = engine.writtenNodes.sorted()
      try engine.rows("ROLLBACK", guarded: .none)
      (engine.writtenNodes, state) = ([], .finished)
      throw .writesToNodes(nodes, text, link.location)
    }
    let commands = isFirst ? ["BEGIN", text] : [isLast ? "COMMIT" : text]
    let goesBack = ["RELEASE", "ROLLBACK"].contains(shape.firstWord) && shape.savepoint != nil && !isLast
    // It must work just after an interruption.
    link.isUninterruptible = shape.firstWord == "ROLLBACK"
    link.isCommitting = commands.contains("COMMIT") || ["COMMIT", "END"].contains(shape.firstWord)
    defer { (link.isUninterruptible, link.isCommitting, link.hasCommitted) = (false, false, false) }
    let send = { handle in commands.allSatisfy { cpq_send(handle, $0, 0, nil, nil, nil, nil, 0) == 1 } }
    do throws(StoreError) {
      try link.run(guarded: goesBack ? .before : .none, send) { (link) throws(StoreError) in
        for _ in commands { try link.takeAnswers() }
        link.hasCommitted = link.isCommitting
      }
    } catch {
      throw completed(error)
    }
    state = .finished
    if isFirst { engine.firstSavepoint = shape.savepoint }
    engine.noteRun(shape)
  }

  /// Where the server only remarks something.
  private func checkSense() throws(StoreError) {
    switch shape.firstWord {
    case "BEGIN", "START":
      if link.isInTransaction { throw .isInTransaction(text, link.location) }
    case "COMMIT", "END", "ROLLBACK", "ABORT", "RELEASE":
      if !link.isInTransaction { throw .isInNoTransaction(text, link.location) }
    default: break
    }
  }
}
