// `stdout` is a C variable, which Swift 6 refuses otherwise; nothing here ever sets it.
@preconcurrency import Glibc

/// Shows a result with the person's pager when it is longer than the screen; a shorter one is simply written.
///
///     let pager = Pager(command: Pager.command { Terminal.variable($0) }, rows: 24)
///     output.paged(pager) { print(rows) }
final class Pager {
  private let command: String
  private let rows: Int
  /// What may still fit the screen.
  private var held: [UInt8] = []
  private var lineCount = 0
  private var process: UnsafeMutablePointer<FILE>?
  private var isClosed = false

  init(command: String, rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// `$PAGER`, which may have arguments; `less`, where nothing is said; nil where it is empty.
  static func command(variable: (String) -> String?) -> String? {
    guard let command = variable("PAGER") else { return "less" }
    return command.trimmingBlanks().isEmpty ? nil : command
  }

  /// - Returns: false when the pager takes no more.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isClosed { return false }
    guard let process else {
      held += bytes
      lineCount += bytes.count { $0 == 10 }
      // The prompt takes a row too.
      if lineCount >= rows { start() }
      return true
    }
    isClosed = fwrite(bytes.baseAddress, 1, bytes.count, process) < bytes.count
    return !isClosed
  }

  /// Writes what fitted the screen, or waits until the person leaves the pager.
  func finish() {
    guard let process else {
      _ = fwrite(held, 1, held.count, stdout)
      return
    }
    // Keys belong to the pager until it ends; Ctrl-C too.
    Signals.pause {
      pclose(process)
      self.process = nil
    }
  }

  private func start() {
    // Colours come through, and what fits is not held up.
    setenv("LESS", "FRX", 0)
    fflush(stdout)
    process = popen(command, "we")
    guard let process else {
      // Without a pager the text comes as it is.
      _ = fwrite(held, 1, held.count, stdout)
      held = []
      lineCount = .min
      return
    }
    isClosed = fwrite(held, 1, held.count, process) < held.count
    held = []
  }
}
