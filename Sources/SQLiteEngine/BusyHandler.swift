import CSQLite
import Platform
import Store

/// How long a connection waits for others, and whether the user still wants it to.
///
/// SQLite asks it from two places: while a statement runs (the progress handler) and while another connection holds
/// the lock (the busy handler). Both end early when the user interrupts.
final class BusyHandler {
  /// Lets patterns of Lua be searched for, which may take long where they repeat repetitions.
  func servePatterns(_ database: OpaquePointer) {
    patterns.pointee = csqlite_patience(
      must_stop: { context in BusyHandler.from(context)?.mustStop == true },
      context: Unmanaged.passUnretained(self).toOpaque())
    csqlite_add_patterns(database, patterns)
  }

  /// Why the last wait for a lock was given up.
  enum End: Equatable {
    case timeout
    case interruption
  }

  let timeout: Duration
  private let isInterrupted: () -> Bool
  private let notice: SQLiteOptions.Notice?
  /// Whether the wait that is under way was told of.
  private var isNoticed = false
  /// While true, the script is not asked: a rollback must work just after an interruption, when the answer is still yes.
  var isUninterruptible = false
  /// While true, a statement runs to its end: SQLite rolls the whole transaction back with a write that it ends.
  var letsStatementsEnd = false
  private var end: End?
  /// What the connection's functions know of this; as long-lived as it is.
  private let patterns = UnsafeMutablePointer<csqlite_patience>.allocate(capacity: 1)
  private var watch = Stopwatch()

  /// SQLite's virtual machine makes some 30 million steps a second: this asks thousands of times a second, for nothing.
  private static let stepsBetweenQuestions: Int32 = 4000

  init(_ options: SQLiteOptions) {
    timeout = options.busyTimeout
    isInterrupted = options.isInterrupted
    notice = options.notice
  }

  deinit { patterns.deallocate() }

  /// Sets the handlers of a connection, which must not outlive this object.
  func serve(_ database: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database, Self.stepsBetweenQuestions,
      { context in BusyHandler.from(context)?.mustStopRunning == true ? 1 : 0 }, context)
    sqlite3_busy_handler(
      database, { context, attempt in BusyHandler.from(context)?.waits(attempt: attempt) == true ? 1 : 0 }, context)
  }

  /// Why the wait that just failed was given up, or nil when there was none; it is said once.
  func takeEnd() -> End? {
    defer { end = nil }
    return end
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> BusyHandler? {
    context.map { Unmanaged<BusyHandler>.fromOpaque($0).takeUnretainedValue() }
  }

  var mustStop: Bool { !isUninterruptible && isInterrupted() }
  private var mustStopRunning: Bool { !letsStatementsEnd && mustStop }

  /// Sleeps a little before the next attempt; false when it is time to give up.
  private func waits(attempt: Int32) -> Bool {
    if attempt == 0 { (watch, isNoticed) = (Stopwatch(), false) }
    let waited = watch.elapsed
    let left = timeout - waited
    if mustStop {
      end = .interruption
    } else if left <= .zero {
      end = .timeout
    } else {
      if let notice, !isNoticed, waited >= notice.delay {
        isNoticed = true
        notice.give()
      }
      // 1, 2, 4, 8, 16, then 25 ms: quick for short locks, and an interruption is seen soon (a signal ends the sleep).
      let pause = min(left, .milliseconds(attempt < 5 ? 1 << attempt : 25))
      usleep(UInt32(clamping: pause.components.attoseconds / 1_000_000_000_000))
      return true
    }
    return false
  }
}
