import Encodings
import Platform
import Schema

/// Shows a result with the person's pager when it is longer than the screen; a shorter one is simply written.
///
///     let pager = Pager(command: Pager.command { Terminal.variable($0) }, rows: 24)
///     output.paged(pager) { print(rows) }
final class Pager {
  private let command: String
  private let rows: Int
  /// What may still fit the screen; then what has not gone to the pager yet.
  private var held: [UInt8] = []
  private var lineCount = 0
  private var process: UnsafeMutablePointer<FILE>?
  private var isClosed = false
  /// Why there is no pager, to be said below the result.
  private(set) var problem: String?

  private static let blockSize = 1 << 14

  init(command: String, rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// `$PAGER`, which may have arguments; `less`, where nothing is said and there is one; nil where it is empty.
  static func command(variable: (String) -> String?) -> String? {
    guard let command = variable("PAGER") else { return isFound("less", in: variable("PATH")) ? "less" : nil }
    return command.trimmingBlanks().isEmpty ? nil : command
  }

  /// - Returns: false when the pager takes no more.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isClosed { return false }
    held += bytes
    if process == nil {
      lineCount += bytes.count { $0 == 10 }
      // The prompt takes a row too.
      if lineCount >= rows { start() }
    } else if held.count >= Self.blockSize {
      send()
    }
    return !isClosed
  }

  /// Writes what has come so far and fits the screen, so that it is seen while the rest is made.
  func release() {
    guard process == nil else { return }
    _ = fwrite(held, 1, held.count, StandardStream.output)
    held = []
  }

  /// Writes what fitted the screen, or waits until the person leaves the pager.
  func finish() {
    guard let process else {
      _ = fwrite(held, 1, held.count, StandardStream.output)
      return
    }
    // Keys belong to the pager until it ends; Ctrl-C too.
    Signals.pause {
      send()
      pclose(process)
      self.process = nil
    }
  }

  private func start() {
    // Colours come through, and what fits is not held up.
    setenv("LESS", "FRX", 0)
    fflush(StandardStream.output)
    process = canRun ? popen(command, "we") : nil
    if process == nil {
      // Without a pager the text comes as it is.
      _ = fwrite(held, 1, held.count, StandardStream.output)
      held = []
      lineCount = .min
    } else {
      send()
    }
  }

  /// Whether there is such a program: the shell that runs it would take all that is shown, and lose it.
  private var canRun: Bool {
    let program = String(command.prefix { !$0.isWhitespace })
    // What a shell has to make something of, it may be able to run.
    if command.contains(where: { "$'\"`~\\(){}=|&;<>".contains($0) }) { return true }
    if program.contains("/") ? access(program, X_OK) == 0 : Self.isFound(program, in: Terminal.variable("PATH")) {
      return true
    }
    problem = "the pager \(quotedExcerpt(program)) cannot be run: $PAGER says which, .pager off does without"
    return false
  }

  private static func isFound(_ program: String, in path: String?) -> Bool {
    (path ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Gives the pager what is held, past C's buffers: they drop what they hold when a signal comes.
  private func send() {
    guard let process else { return }
    var rest = held[...]
    while !rest.isEmpty, !isClosed {
      let count = rest.withUnsafeBytes { write(fileno(process), $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        // Ctrl-C ends printing that is under way. Once all is printed it is for the pager, which gets the rest.
        isClosed = errno != EINTR || Signals.isInterrupted
      }
    }
    held = []
  }
}
