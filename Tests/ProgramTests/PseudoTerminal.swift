import Glibc

/// A program in a terminal of its own, driven as a person would drive it.
///
/// ```swift
/// let shell = try PseudoTerminal(".build/debug/moonshell", ["--no-init"])
/// try shell.waitForPrompt()
/// shell.send("1 + 1\r")
/// try shell.waitFor("2")
/// shell.send("\u{4}")                       // Ctrl-D
/// #expect(try shell.waitForExit() == .exited(0))
/// ```
///
/// Nothing here waits without a limit, and the program is killed when the value goes away. Do not send keys before
/// `waitForPrompt`: a prompt is printed before the terminal is ready for editing, so keys may be lost; the program
/// announces that it is ready when `MOONSHELL_PROMPT_MARK` is 1, which is set here.
final class PseudoTerminal {
  enum Failure: Error, CustomStringConvertible {
    case system(String, Int32)
    case timeout(waitingFor: String, screen: String)

    var description: String {
      switch self {
      case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
      case .timeout(let text, let screen): "waited in vain for \(text.debugDescription); the screen:\n\(screen)"
      }
    }
  }

  /// How the program ended.
  enum Exit: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Everything that the program has written.
  private(set) var output: [UInt8] = []
  let process: pid_t
  /// What the program writes when it is ready for keys.
  private static let mark = ArraySlice("\u{1B}]133;B\u{1B}\\".utf8)
  private let primary: Int32
  private var exit: Exit?
  private var promptsSeen = 0

  /// Starts a program, its standard streams connected to a new terminal.
  ///
  /// - Parameter environment: replaces the few variables that are set by default (`TERM`, `PATH`, `HOME`, `LANG`, no
  ///   history, no `~/.editrc`); nothing else is inherited.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: UInt16 = 80, rows: UInt16 = 24
  ) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var primary: Int32 = -1
    var secondary: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&primary, &secondary, &name, nil, &size) == 0 else { throw Failure.system("openpty", errno) }
    defer { close(secondary) }
    for descriptor in [primary, secondary] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var variables = [
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
      "MOONSHELL_HISTORY": "", "MOONSHELL_PROMPT_MARK": "1",
    ]
    variables.merge(environment) { _, new in new }
    do {
      process = try spawn(program, arguments, environment: variables, .terminal(name))
    } catch {
      close(primary)
      throw error
    }
    self.primary = primary
  }

  deinit {
    if exit == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(primary)
  }

  // MARK: A person's hands

  /// Types text; `\r` is Enter, `\u{3}` Ctrl-C, `\u{4}` Ctrl-D.
  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // Reading meanwhile, so that a program which writes while it reads does not block both.
      readAvailable(within: 0)
      let count = bytes.prefix(1024).withUnsafeBytes { write(primary, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Pastes text as a terminal does when the program has asked for bracketed paste.
  func paste(_ text: String) {
    send("\u{1B}[200~\(text.replacing("\n", with: "\r"))\u{1B}[201~")
  }

  /// Types a line when the prompt is ready, and waits for the next prompt.
  ///
  /// What stands on the screen says too little: a prompt is there to see before the program is ready for keys.
  ///
  /// - Returns: what was written meanwhile, without escape sequences.
  @discardableResult
  func enter(_ line: String, timeout seconds: Double = 10) throws -> String {
    try waitUntil("an empty line that waits for keys", timeout: seconds) { self.isReady }
    return try finish(line, timeout: seconds)
  }

  /// Types the rest of a line that was begun, or the answer to a question, and waits for the next prompt.
  ///
  /// - Returns: what was written meanwhile, without escape sequences.
  @discardableResult
  func finish(_ line: String, timeout seconds: Double = 10) throws -> String {
    readAvailable(within: 0)
    let start = output.count
    promptsSeen = promptCount
    send(line + "\r")
    try waitForPrompt(timeout: seconds)
    return plainText(output[start...])
  }

  /// Changes the size of the window; the program gets SIGWINCH.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
  }

  // MARK: A person's eyes

  /// Everything that was written, without escape sequences and carriage returns.
  var screenText: String { plainText(output[...]) }

  /// Forgets what was written: looking through all of a long session takes time.
  func forget() {
    readAvailable(within: 0)
    output = isReady ? Array(Self.mark) : []
    promptsSeen = promptCount
  }

  /// Waits until the program is ready for keys once more than it was when this was last called.
  func waitForPrompt(timeout seconds: Double = 10) throws {
    try waitUntil("a prompt", timeout: seconds) { self.promptCount > self.promptsSeen }
    promptsSeen = promptCount
  }

  /// Waits until a text is on the screen.
  func waitFor(_ text: String, timeout seconds: Double = 10) throws {
    try waitUntil(text, timeout: seconds) { self.screenText.contains(text) }
  }

  /// Waits until something holds, looking again after each piece of output.
  func waitUntil(_ what: String, timeout seconds: Double = 10, _ holds: () -> Bool) throws {
    let deadline = now() + seconds
    while !holds() {
      guard now() < deadline else { throw Failure.timeout(waitingFor: what, screen: screenText) }
      readAvailable(within: 50)
    }
  }

  /// Waits until the program has ended, and says how.
  func waitForExit(timeout seconds: Double = 10) throws -> Exit {
    try waitUntil("the end of the program", timeout: seconds) { self.hasEnded() }
    readAvailable(within: 0)
    return exit ?? .exited(0)
  }

  private func hasEnded() -> Bool {
    var status: Int32 = 0
    guard exit == nil, waitpid(process, &status, WNOHANG) == process else { return exit != nil }
    let signal = status & 0x7F
    exit = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    return true
  }

  /// Whether the program waits for the first key of a line.
  private var isReady: Bool { output.suffix(Self.mark.count) == Self.mark }

  private var promptCount: Int { output.ranges(of: Self.mark).count }

  private func readAvailable(within milliseconds: Int32) {
    var source = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    var wait = milliseconds
    while poll(&source, 1, wait) > 0 {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(primary, &bytes, bytes.count)
      guard count > 0 else {
        usleep(UInt32(max(0, wait)) * 1000)  // The other side is closed: only its exit is left to wait for.
        return
      }
      output += bytes.prefix(count)
      wait = 0
    }
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

// MARK: - Reading the screen

/// Terminal output without its control sequences: `ESC [ … letter`, `ESC ] … BEL or ESC \`, other escapes, `\r`, BEL.
private func plainText(_ bytes: ArraySlice<UInt8>) -> String {
  var text: [UInt8] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    switch byte {
    case 0x1B: skipSequence(&rest)
    case 0x0D, 0x07: break
    case 0x08: if text.last != 0x0A { _ = text.popLast() }
    default: text.append(byte)
    }
  }
  return String(decoding: text, as: UTF8.self)
}

private func skipSequence(_ rest: inout ArraySlice<UInt8>) {
  switch rest.popFirst() {
  case UInt8(ascii: "["):
    while let byte = rest.popFirst(), !(0x40...0x7E).contains(byte) {}
  case UInt8(ascii: "]"):
    while let byte = rest.popFirst(), byte != 0x07 {
      if byte == 0x1B {
        rest = rest.dropFirst()
        return
      }
    }
  case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst()
  default: break
  }
}
