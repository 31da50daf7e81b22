// `stdout` and `stderr` are C variables, which Swift 6 refuses otherwise; nothing here ever sets them.
@preconcurrency import Glibc

/// Where results and messages go: results to standard output, everything else to standard error.
///
/// Both go through C's streams, so that they keep their order with what `print` writes.
package struct Output: Sendable {
  package init() {}

  package func result(_ text: String) { write(text, to: stdout) }

  package func message(_ text: String) {
    flush()
    write(text, to: stderr)
  }

  package func result(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    fwrite(base, 1, bytes.count, stdout)
  }

  /// - Returns: false when something could not be written, now or before.
  @discardableResult
  package func flush() -> Bool { fflush(stdout) == 0 && ferror(stdout) == 0 }

  private func write(_ text: String, to stream: UnsafeMutablePointer<FILE>?) {
    var copy = text
    _ = copy.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
  }
}
