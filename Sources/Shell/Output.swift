import Interchange
import Platform

/// Where results and messages go: results to standard output, everything else to standard error.
///
/// Both go through C's streams, so that they keep their order with what `print` writes. Results may go to a file
/// instead (`.output`), or through a pager while they are shown (`.pager`).
package final class Output {
  private var file: UnsafeMutablePointer<FILE>?
  private var path = ""
  /// Why something did not get into the file.
  private var reason: Int32 = 0
  private var pager: Pager?
  /// What was written since `captured` began.
  private var capture: [UInt8]?
  /// Whether no more is wanted of what is being shown: the pager was left.
  private(set) var isRefused = false

  private var results: ScreenFilter
  private var messages: ScreenFilter

  package init() {
    results = ScreenFilter(escapes: isatty(STDOUT_FILENO) == 1)
    messages = ScreenFilter(escapes: isatty(STDERR_FILENO) == 1)
  }

  /// What control characters in results look like on a terminal.
  var escapeStyle: ScreenFilter.Style {
    get { results.style }
    set { results.style = newValue }
  }

  deinit {
    if let file { fclose(file) }
  }

  package func result(_ text: String) {
    var copy = text
    copy.withUTF8 { result(UnsafeRawBufferPointer($0)) }
  }

  package func message(_ text: String) {
    if capture != nil { return result(text) }
    flush()
    Signals.eraseNote()
    var copy = text
    copy.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      write(messages.passes(bytes) ? Array(bytes) : messages.take(bytes) + messages.finish(), to: StandardStream.error)
    }
  }

  /// Writes to standard error what may drive the terminal.
  func control(_ sequence: String) {
    flush()
    write(Array(sequence.utf8), to: StandardStream.error)
  }

  package func result(_ bytes: UnsafeRawBufferPointer) {
    if capture != nil {
      capture? += bytes
      return
    }
    if file == nil, !results.passes(bytes) { return results.take(bytes).withUnsafeBytes { deliver($0) } }
    deliver(bytes)
  }

  /// Writes what may reach a screen.
  private func deliver(_ bytes: UnsafeRawBufferPointer) {
    if !bytes.isEmpty { Signals.eraseNote() }
    if let pager, file == nil {
      if !pager.take(bytes) { isRefused = true }
      return
    }
    guard let base = bytes.baseAddress else { return }
    if fwrite(base, 1, bytes.count, file ?? StandardStream.output) < bytes.count, file != nil { reason = errno }
  }

  /// - Returns: false when something could not be written, now or before.
  @discardableResult
  package func flush() -> Bool {
    results.finish().withUnsafeBytes { deliver($0) }
    if let file, fflush(file) != 0 { reason = errno }
    return fflush(StandardStream.output) == 0 && ferror(StandardStream.output) == 0
  }

  /// Shows what was written so far, also where a pager waits for more.
  func showNow() {
    results.finish().withUnsafeBytes { deliver($0) }
    pager?.release()
    flush()
  }

  // MARK: A file

  /// Whether results go to a file: then they are not cut, and have no colour.
  var isFile: Bool { file != nil }

  /// Sends results to a file from now on, which is made anew.
  ///
  /// - Returns: false when it cannot be written; `errno` says why.
  func open(_ path: String) -> Bool {
    guard let opened = stream(to: path) else { return false }
    if let file { fclose(file) }
    (file, self.path) = (opened, path)
    return true
  }

  private func stream(to path: String) -> UnsafeMutablePointer<FILE>? {
    guard let target = try? OutputTarget(path) else { return fopen(path, "we") }
    if case .plain(let file, _) = target { return fopen(file, "we") }
    let descriptor = target.openDirectly(path)
    return descriptor < 0 ? nil : fdopen(descriptor, "w")
  }

  /// Sends results to standard output again.
  ///
  /// - Throws: when not all of them have arrived in the file.
  package func close() throws {
    flush()
    guard let file else { return }
    self.file = nil
    if fclose(file) != 0, reason == 0 { reason = errno }
    if reason != 0 { throw loss() }
  }

  /// Goes back to standard output, and says so, once the file takes no more.
  func checkFile() throws {
    guard let file, reason != 0 else { return }
    self.file = nil
    fclose(file)
    throw loss(isLeft: true)
  }

  /// - Parameter isLeft: whether results go to the screen again.
  private func loss(isLeft: Bool = false) -> CommandError {
    errno = reason
    reason = 0
    return .outputLost(path, isLeft: isLeft)
  }

  // MARK: A text

  /// What `body` writes, results and messages alike, as a text.
  func captured(_ body: () throws -> Void) rethrows -> String {
    let outer = capture
    capture = []
    defer { capture = outer }
    try body()
    return String(decoding: capture ?? [], as: UTF8.self)
  }

  // MARK: A pager

  /// Shows what `body` writes with a pager, if it is longer than the screen.
  func paged<Result>(_ pager: Pager?, _ body: () throws -> Result) rethrows -> Result {
    guard let pager, self.pager == nil, file == nil else { return try body() }
    flush()
    self.pager = pager
    defer {
      self.pager = nil
      isRefused = false
      pager.finish()
      if let problem = pager.problem { message(problem + "\n") }
    }
    return try body()
  }

  private func write(_ bytes: [UInt8], to stream: UnsafeMutablePointer<FILE>?) {
    fwrite(bytes, 1, bytes.count, stream)
  }
}

/// No more is wanted of what is being shown, which is no mistake.
struct OutputRefused: Error {}
