import CPostgreSQL
import Platform
import Store

/// The connection to a server: sends commands in pipelines, and waits for answers as long as the user wants to.
///
/// A pipeline is whole or nothing: where one of its commands fails, the ones behind it are left out, up to the sync.
final class Link {
  /// Nil once the connection is closed.
  var handle: OpaquePointer?
  /// The address for people to read.
  let location: String
  let isInterrupted: () -> Bool
  /// While true, the user is not asked: a rollback must work just after an interruption.
  var isUninterruptible = false
  /// Whether the statement under way was cancelled, which the server tells like a time limit of its own.
  var isCancelled = false
  /// Whether a transaction was open when the last pipeline ended.
  var isInTransaction = false
  /// Whether it has done nothing yet.
  var isFresh = false
  /// Who reads rows of the pipeline that is under way, and takes them all when another wants the connection.
  weak var reader: (any StreamReader)?
  /// Hears the server's number of this session when an answer has not come for a second.
  var tellOfWait: ((Int32) -> Void)?
  /// The statements of the server that are to be forgotten with the next pipeline.
  var surplus: [String] = []

  /// Whether the connection has ended by itself.
  var isLost = false

  /// Whether a COMMIT is under way, of which nobody may ever know whether it arrived.
  var isCommitting = false
  /// Whether it has arrived, and its answer is all that may be missing.
  var hasCommitted = false
  private var isSpread = false
  var guarding = Guarding.none
  /// Whether what the pipeline under way does would last.
  var isWriting = false
  /// Whether a person wants something written.
  var isMeantToWrite = false
  /// Whether all of its commands were answered: without a transaction the server commits behind the last of them.
  var areAllAnswered = false
  /// Whether answers up to a sync are still to come.
  var isUnderWay = false

  /// Takes over an open connection.
  init(_ handle: OpaquePointer, location: String, isInterrupted: @escaping () -> Bool) {
    self.handle = handle
    self.location = location
    self.isInterrupted = isInterrupted
  }

  deinit { close() }

  func close() {
    if let handle { cpq_finish(handle) }
    handle = nil
    isInTransaction = false
  }

  /// The connection, or an error of kind `.closed`.
  func open() throws(StoreError) -> OpaquePointer {
    guard let handle else { throw .isClosed(location) }
    return handle
  }

  // MARK: Pipelines

  /// Sends commands and takes their answers: those that `read` gets are of the last command that `send` sent.
  ///
  /// In a transaction they stand behind a savepoint, so that one that fails leaves the transaction as it was.
  ///
  /// - Parameters:
  ///   - writes: whether what it does would last.
  ///   - isMeantToWrite: whether a person wants something written by what it is a part of.
  func run<Result>(
    guarded: Guarding, writes: Bool = true, isMeantToWrite: Bool? = nil, _ send: (OpaquePointer) -> Bool,
    read: (Link) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    self.isMeantToWrite = isMeantToWrite ?? writes
    try begin(guarded, writes: writes, send)
    let result: Result
    do throws(StoreError) {
      result = try read(self)
    } catch {
      try? drain()
      try? mend()
      throw error
    }
    try finish()
    // The word came when the server had all but ended: what it was said about goes on behind this, and must not begin.
    if isCancelled, !writes { throw .interruption(at: location) }
    return result
  }

  /// Sends the savepoint and the commands, and takes the savepoint's answer.
  ///
  /// - Parameter isSpread: whether several processes of the server may share the work.
  func begin(
    _ guarding: Guarding, writes: Bool, isSpread: Bool = false, _ send: (OpaquePointer) -> Bool
  ) throws(StoreError) {
    let handle = try freeHandle()
    try hearFarewell(handle)
    isCancelled = false
    (isWriting, areAllAnswered, self.isSpread, isFresh) = (writes, false, isSpread, false)
    self.guarding = isInTransaction ? guarding : .none
    let isGuarded = self.guarding != .none
    var isSent = true
    for name in surplus { isSent = isSent && sendText("DEALLOCATE \(name)", handle) }
    // A pipeline of their own: what begins a transaction, or takes none around it, must be the first of its own.
    if !surplus.isEmpty { isSent = isSent && cpq_sync(handle) == 1 }
    if isGuarded { isSent = isSent && sendText("SAVEPOINT \(Self.savepoint)", handle) }
    if isSpread { isSent = isSent && sendText(Self.spreading, handle) }
    isSent = isSent && send(handle)
    if isSpread { isSent = isSent && sendText(Self.notSpreading, handle) }
    if self.guarding == .around { isSent = isSent && sendText("RELEASE \(Self.savepoint)", handle) }
    isSent = isSent && cpq_sync(handle) == 1
    guard isSent else { throw lost() }
    isUnderWay = true
    try takeForgotten()
    for _ in 0..<(isGuarded ? 1 : 0) + (isSpread ? 1 : 0) { try takeAnswers() }
  }

  /// Takes the answers about the statements that were to be forgotten, up to their sync.
  private func takeForgotten() throws(StoreError) {
    guard !surplus.isEmpty else { return }
    for _ in surplus { try takeAnswers() }
    surplus = []
    var ends = 0
    while ends < 3 {
      guard let result = try nextResult() else {
        ends += 1
        continue
      }
      defer { cpq_clear(result) }
      if cpq_result_status(result) == CPQ_SYNC { return }
    }
  }

  /// Notes that a COPY has begun, in a transaction behind a savepoint.
  func noteCopy() {
    isCancelled = false
    (isWriting, areAllAnswered, isUnderWay) = (true, false, true)
    guarding = isInTransaction ? .around : .none
  }

  /// Notes that a COPY has come to its end.
  func noteEndOfCopy() {
    isUnderWay = false
    noteStatus()
  }

  /// The connection, once those who still read have all their rows.
  func freeHandle() throws(StoreError) -> OpaquePointer {
    reader?.readRest()
    reader = nil
    return try open()
  }

  /// Notices that the server has ended the session while nobody asked it for anything: then nothing of what is about to
  /// be sent can have happened.
  func hearFarewell(_ handle: OpaquePointer) throws(StoreError) {
    guard !isUnderWay else { return }
    while cpq_poll(cpq_socket(handle), 0, 0) > 0 {
      if cpq_consume(handle) == 0 || cpq_status(handle) == CPQ_BAD { throw lost() }
    }
  }

  /// What keeps a transaction from what a failure of one of its statements does to it.
  enum Guarding {
    case none
    /// A savepoint, which goes when the statement has worked.
    case around
    /// A savepoint that goes by the statement itself: one that goes back, or releases another.
    case before
  }

  static let savepoint = "moonshell_statement"

  /// What several processes make is joined as they come to their ends: rows in any order, and real numbers that are added
  /// in any order.
  static let notSpreading = "SET max_parallel_workers_per_gather = 0"
  /// As the server, the database or the person has it.
  private static let spreading = "SET max_parallel_workers_per_gather TO DEFAULT"
  func sendText(_ text: String, _ handle: OpaquePointer) -> Bool {
    cpq_send(handle, text, 0, nil, nil, nil, nil, 0) == 1
  }

  /// Takes what follows the answers of the last command: those of the savepoint's end and of the sync.
  func finish() throws(StoreError) {
    do throws(StoreError) {
      if isSpread { try takeAnswers() }
      if guarding == .around { try takeAnswers() }
      areAllAnswered = true
      try drain()
    } catch {
      try? drain()
      try? mend()
      throw error
    }
  }

  /// Takes the answers of one command that has no rows.
  func takeAnswers() throws(StoreError) {
    var failure: StoreError?
    while let result = try nextResult() {
      defer { cpq_clear(result) }
      guard let error = error(of: result) else { continue }
      failure = failure ?? error
      // Of a lost connection there is nothing more to take.
      if handle == nil { throw error }
    }
    if let failure { throw failure }
  }

  /// Takes all answers that are left, up to the sync.
  func drain() throws(StoreError) {
    guard isUnderWay else { return }
    var failure: StoreError?
    // Two ends that follow each other: there is nothing more to come.
    var ends = 0
    while isUnderWay, ends < 3 {
      guard let result = try nextResult() else {
        ends += 1
        continue
      }
      ends = 0
      defer { cpq_clear(result) }
      if cpq_result_status(result) == CPQ_SYNC {
        isUnderWay = false
      } else if let error = error(of: result) {
        failure = failure ?? error
        if handle == nil { throw error }
      }
    }
    noteStatus()
    pinSettings()
    if let failure { throw failure }
  }

  /// Ends a pipeline whose rows are not wanted: a short one by reading it, a long one on the server.
  func abandon() {
    var (rows, ends) = (0, 0)
    do throws(StoreError) {
      while isUnderWay, ends < 3 {
        guard let handle else { return }
        rows += 1
        if rows == Self.shortStream { cancel(handle) }
        guard let result = try nextResult() else {
          ends += 1
          continue
        }
        ends = 0
        defer { cpq_clear(result) }
        if cpq_result_status(result) == CPQ_SYNC { break }
      }
      isUnderWay = false
      noteStatus()
      try mend()
    } catch {
      isUnderWay = false
    }
  }

  private static let shortStream = 1000

  private func noteStatus() {
    guard let handle else { return }
    let status = cpq_transaction_status(handle)
    isInTransaction = status == CPQ_IN_TRANSACTION || status == CPQ_IN_ERROR
  }

  /// How the server spells the settings by which values are read, once they are set.
  private var pinned: [(setting: PinnedSetting, spelling: String)]?

  /// Notes what the settings are that stay from now on.
  func notePinned() {
    guard let handle else { return }
    pinned = PinnedSetting.reported.compactMap { setting in
      cpq_setting(handle, setting.name).map { (setting, String(cString: $0)) }
    }
  }

  /// Whether the statement under way is code, which may change settings of which the server tells nothing.
  var runsCode = false

  /// Sets back what a function or a block of code has changed of how values are read.
  private func pinSettings() {
    guard let handle, let known = pinned, cpq_transaction_status(handle) != CPQ_IN_ERROR else { return }
    var changed = known.filter { pin in cpq_setting(handle, pin.setting.name).map { strcmp($0, pin.spelling) } != 0 }
      .map(\.setting)
    if runsCode { changed += PinnedSetting.all.filter { !$0.isReported } }
    runsCode = false
    guard !changed.isEmpty else { return }
    pinned = nil
    defer { pinned = known }
    guard changed.allSatisfy({ sendText($0.statement, handle) }), cpq_sync(handle) == 1 else { return }
    isUnderWay = true
    try? drain()
  }

  /// The next answer; nil where those of a command end.
  func nextResult() throws(StoreError) -> OpaquePointer? {
    let handle = try open()
    if cpq_is_busy(handle) == 1 { try wait(handle) }
    let result = cpq_next_result(handle)
    if result == nil, cpq_status(handle) == CPQ_BAD { throw lost() }
    return result
  }
}

/// Somebody who reads the rows of a pipeline step by step.
protocol StreamReader: AnyObject {
  /// Takes all rows that are left, so that the connection is free; what fails is told when it is read.
  func readRest()
}
