import CPostgreSQL
import Store

/// Rows that go to a table by COPY.
///
/// A pipeline takes no COPY: it is a text of statements, of which the server answers one after the other.
extension Link {
  /// Sends rows; what became of them `endCopy` tells.
  func beginCopy(_ statement: String, _ rows: cpq_copied) throws(StoreError) {
    let handle = try freeHandle()
    try hearFarewell(handle)
    let savepoint = Self.savepoint
    let text = isInTransaction ? "SAVEPOINT \(savepoint); \(statement); RELEASE \(savepoint)" : statement
    guard cpq_exit_pipeline(handle) == 1, cpq_send_query(handle, text) == 1 else { throw lost() }
    noteCopy()
    while let result = try nextResult() {
      defer { cpq_clear(result) }
      if let error = error(of: result) { return try endCopy(after: error) }
      guard cpq_result_status(result) == CPQ_TAKES_COPY else { continue }
      guard cpq_put_copy(handle, rows.bytes, Int32(rows.count)) == 1, cpq_end_copy(handle, nil) == 1 else {
        throw lost()
      }
      _ = cpq_flush(handle)
      return
    }
    try endCopy(after: .takesNoRows(statement, location))
  }

  /// Takes all answers, and throws the first error among them: then none of the rows is there.
  func endCopy(after first: StoreError? = nil) throws(StoreError) {
    var failure = first
    while handle != nil, let result = try nextResult() {
      defer { cpq_clear(result) }
      if let error = error(of: result) { failure = failure ?? error }
    }
    // Of a lost connection there is nothing more to take.
    guard let handle else { throw failure ?? lost() }
    guard cpq_enter_pipeline(handle) == 1 else { throw lost() }
    noteEndOfCopy()
    guard let failure else { return }
    try mend()
    throw failure
  }
}
