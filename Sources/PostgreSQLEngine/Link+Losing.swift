import CPostgreSQL
import Store

/// What an answer that is an error says, and what is known of the work where none comes any more.
extension Link {
  /// The error that an answer is; nil for one that is none.
  func error(of result: OpaquePointer) -> StoreError? {
    switch cpq_result_status(result) {
    case CPQ_FATAL:
      let error = ServerError(result, isCancelled: isCancelled)
      return error.endsSession ? lost(error.words, isTold: true) : error.storeError(location: location)
    case CPQ_ABORTED: return nil
    default: return nil
    }
  }

  /// The connection is gone; what was open in it the server has rolled back.
  ///
  /// - Parameter isTold: whether the server itself has said that it ends the session: what it had not answered by then it
  ///   has undone, but for a COMMIT.
  func lost(_ reason: String? = nil, isTold: Bool = false) -> StoreError {
    guard let handle else { return .isClosed(location) }
    let words = reason ?? cpq_error_message(handle).map { String(cString: $0) } ?? ""
    let outcome = outcome(isTold: isTold)
    (isInTransaction, isUnderWay, isLost) = (false, false, true)
    cpq_finish(handle)
    self.handle = nil
    return .lost(outcome, words, at: location)
  }

  private func outcome(isTold: Bool) -> StoreError.Outcome {
    if hasCommitted { return .committed }
    if !isUnderWay { return isInTransaction ? .rolledBack : isMeantToWrite ? .undone : .nothing }
    if isCommitting { return .unknown }
    if isInTransaction { return .rolledBack }
    if !isWriting { return isMeantToWrite ? .undone : .nothing }
    return isTold && !areAllAnswered ? .undone : .unknown
  }
}
