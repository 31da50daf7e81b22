import CPostgreSQL
import Store

/// Statements about transactions, which mean what they mean on SQLite: a savepoint may begin a transaction, and a
/// statement that makes no sense leaves the open one as it is.
extension PostgreSQLStatement {
  func runTransactionStatement() throws(StoreError) {
    try checkSense()
    let isFirst = shape.firstWord == "SAVEPOINT" && !link.isInTransaction
    let isEnd = ["COMMIT", "END"].contains(shape.firstWord)
    // A name may be there twice: the later one counts.
    let isLast = shape.firstWord == "RELEASE" && shape.savepoint.flatMap(engine.savepoints.lastIndex(of:)) == 0
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
    link.isFresh = ["BEGIN", "START"].contains(shape.firstWord)
    engine.noteSavepoint(of: shape, isFirst: isFirst)
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

extension PostgreSQLEngine {
  /// Notes which savepoints are open in a transaction that one began.
  fileprivate func noteSavepoint(of shape: StatementText, isFirst: Bool) {
    guard let name = shape.savepoint, isFirst || !savepoints.isEmpty else { return }
    if shape.firstWord == "SAVEPOINT" { return savepoints.append(name) }
    guard let place = savepoints.lastIndex(of: name) else { return }
    savepoints.removeSubrange((shape.firstWord == "RELEASE" ? place : place + 1)...)
  }
}
