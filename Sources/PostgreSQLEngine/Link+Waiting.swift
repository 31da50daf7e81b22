import CConfinement
import CPostgreSQL
import Store

/// How long an answer may be waited for: as long as nobody interrupts, and no longer than the connection holds.
extension Link {
  /// Sends what is left to be sent, and waits until an answer is there.
  func wait(_ handle: OpaquePointer) throws(StoreError) {
    var (milliseconds, waited, sinceCancel): (Int32, Int32, Int32) = (1, 0, 0)
    var isFlushed = cpq_flush(handle) == 0
    while cpq_is_busy(handle) == 1 || !isFlushed {
      cancelWhereWanted(handle)
      // Word that comes before the server has begun is lost.
      if isCancelled, !isUninterruptible { sinceCancel += milliseconds }
      if sinceCancel >= Self.longWait {
        cancel(handle)
        sinceCancel = 0
      }
      let answer = cpq_poll(cpq_socket(handle), isFlushed ? 0 : 1, milliseconds)
      if answer == 0, waited < Self.longWait {
        waited += milliseconds
        if waited >= Self.longWait { tellOfWait?(cpq_session(handle)) }
      }
      milliseconds = min(milliseconds * 2, 50)
      if answer != 0, cpq_consume(handle) == 0 { throw lost() }
      isFlushed = cpq_flush(handle) == 0
      if cpq_status(handle) == CPQ_BAD { throw lost() }
    }
  }

  private static let longWait: Int32 = 1000

  /// Asks the server to end what it does, once.
  private func cancelWhereWanted(_ handle: OpaquePointer) {
    guard !isCancelled, !isUninterruptible, isInterrupted() else { return }
    cancel(handle)
  }

  /// Whether the user wants the work to end.
  var mustStop: Bool { !isUninterruptible && isInterrupted() }

  func cancel(_ handle: OpaquePointer) {
    isCancelled = true
    if confinement_is_inside() { return confinement_call_aid() }
    guard let cancel = cpq_get_cancel(handle) else { return }
    defer { cpq_free_cancel(cancel) }
    var words = [CChar](repeating: 0, count: 256)
    _ = cpq_do_cancel(cancel, &words, 256)
  }
}
