// `stdout` and `stderr` are C variables, which Swift 6 refuses otherwise; nothing here ever sets them.
@preconcurrency import Glibc

/// Where results and messages go: results to standard output, everything else to standard error.
///
/// Both go through C's streams, so that they keep their order with what `print` writes. Results may go to a file
/// instead (`.output`), or through a pager while they are shown (`.pager`).
package final class Output {
  private var file: UnsafeMutablePointer<FILE>?
  private var pager: Pager?
  /// What was written since `captured` began.
  private var capture: [UInt8]?
  /// Whether nobody wants more of what is being shown: the pager was left.
  private(set) var isRefused = false

  package init() {}

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
    write(text, to: stderr)
  }

  package func result(_ bytes: UnsafeRawBufferPointer) {
    if capture != nil {
      capture? += bytes
      return
    }
    if let pager, file == nil {
      if !pager.take(bytes) { isRefused = true }
      return
    }
    guard let base = bytes.baseAddress else { return }
    fwrite(base, 1, bytes.count, file ?? stdout)
  }

  /// - Returns: false when something could not be written, now or before.
  @discardableResult
  package func flush() -> Bool {
    if let file { fflush(file) }
    return fflush(stdout) == 0 && ferror(stdout) == 0
  }

  // MARK: A file

  /// Whether results go to a file: then they are not cut, and have no colour.
  var isFile: Bool { file != nil }

  /// Sends results to a file from now on, which is made anew.
  ///
  /// - Returns: false when it cannot be written; `errno` says why.
  func open(_ path: String) -> Bool {
    guard let opened = fopen(path, "we") else { return false }
    if let file { fclose(file) }
    file = opened
    return true
  }

  /// Sends results to standard output again.
  ///
  /// - Returns: false when not all of them have arrived in the file.
  func close() -> Bool {
    guard let file else { return true }
    self.file = nil
    let isWhole = ferror(file) == 0
    return fclose(file) == 0 && isWhole
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

  private func write(_ text: String, to stream: UnsafeMutablePointer<FILE>?) {
    var copy = text
    _ = copy.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
  }
}

/// Nobody wants more of what is being shown, which is no mistake.
struct OutputRefused: Error {}
