import Platform

/// What the standard streams are connected to.
///
/// ```swift
/// let terminal = Terminal.current()
/// terminal.isInteractive   // true when a person sits at both ends
/// terminal.width()         // 80, nil in a pipe
/// ```
package struct Terminal: Sendable {
  /// Whether standard input is a terminal.
  package let inputIsTerminal: Bool

  /// Whether standard output is a terminal.
  package let outputIsTerminal: Bool

  package init(inputIsTerminal: Bool, outputIsTerminal: Bool) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
  }

  /// Asks the system about the streams of this process.
  package static func current() -> Terminal {
    Terminal(inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1)
  }

  /// Whether a person types and sees what is printed: only then there are prompts, a banner and questions.
  package var isInteractive: Bool { inputIsTerminal && outputIsTerminal }

  /// The number of columns at this moment (a window may change its size), or nil where output has no width limit.
  package func width() -> Int? {
    guard outputIsTerminal else { return nil }
    if let size = Terminal.size() { return size.columns }
    return Terminal.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// The size of the terminal behind standard output in character cells, or nil where it does not say.
  package static func size() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether a terminal of this type understands escape sequences.
  package static func canMoveCursor(type: String?) -> Bool {
    guard let type, !type.isEmpty else { return false }
    return type != "dumb"
  }

  /// The value of an environment variable, or nil when it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// Makes C's text functions read and write UTF-8, whatever the environment says.
  ///
  /// Only `LC_CTYPE` is set: `LC_COLLATE` and `LC_NUMERIC` would change how Lua compares strings and reads numbers. The
  /// tables of a locale are read from files, once, and most scripts need none of them.
  package static func useUTF8() { utf8 }

  private static let utf8: Void = {
    if setlocale(LC_CTYPE, "") != nil, let codeset = nl_langinfo(nl_item(CODESET)),
      String(cString: codeset) == "UTF-8"
    {
      return
    }
    setlocale(LC_CTYPE, "C.UTF-8")
  }()

  /// Writes text to the terminal at once, past every buffer; what cannot be written is dropped.
  package static func show(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
