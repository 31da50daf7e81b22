import Platform

/// Reads what is typed, byte by byte, and notices every signal while it waits.
///
/// It never reads further than it must: what is typed ahead belongs to the program that runs next.
struct KeyInput {
  enum Byte: Equatable {
    case byte(UInt8)
    /// A signal came: look at `Signals`.
    case signal
    /// Nothing came in time.
    case timeout
    /// The terminal is gone.
    case end
  }

  /// Bytes that were looked at and belong to no paste.
  private var pending: [UInt8] = []

  /// Whether nothing was typed that is still to be read.
  var isIdle: Bool {
    guard pending.isEmpty else { return false }
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 0) == 0
  }

  mutating func putBack(_ bytes: [UInt8]) {
    pending = bytes + pending
  }

  /// The next byte.
  ///
  /// - Parameter milliseconds: how long to wait; nil waits for ever.
  mutating func next(within milliseconds: Int32? = nil, noticingSignals: Bool = true) -> Byte {
    if !pending.isEmpty { return .byte(pending.removeFirst()) }
    let input = more(upTo: 1, within: milliseconds ?? -1, noticingSignals: noticingSignals)
    if case .byte = input { return .byte(pending.removeFirst()) }
    return input
  }

  /// Makes sure that a byte is pending, and reads up to `count` bytes at once for that.
  mutating func more(upTo count: Int, within milliseconds: Int32, noticingSignals: Bool) -> Byte {
    if let byte = pending.first { return .byte(byte) }
    let event = wait(milliseconds, noticingSignals: noticingSignals)
    guard case .byte = event else { return event }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = read(STDIN_FILENO, &bytes, count)
    if got > 0 {
      pending = Array(bytes.prefix(got))
      // Ctrl-C drops what was typed before it and not read: what is there now came behind it, and stays.
      return noticingSignals && Signals.hasEvents ? .signal : .byte(bytes[0])
    }
    // After EAGAIN, which a program that left the terminal non-blocking may cause, waiting again is right too.
    let isTransient = got < 0 && (errno == EINTR || errno == EAGAIN)
    return isTransient ? (noticingSignals ? .signal : .timeout) : .end
  }

  /// Takes what is pending.
  mutating func takePending() -> [UInt8] {
    defer { pending = [] }
    return pending
  }

  /// Waits for input (`.byte`), a signal, or time.
  private func wait(_ milliseconds: Int32, noticingSignals: Bool) -> Byte {
    var sources = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: noticingSignals ? Signals.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&sources, nfds_t(sources.count), milliseconds)
    if ready < 0 { return errno == EINTR ? (noticingSignals ? .signal : .timeout) : .end }
    if ready == 0 { return .timeout }
    // A signal that comes during the call is handled as it returns: keys typed after Ctrl-C are not of the old line.
    return sources[1].revents != 0 || noticingSignals && Signals.hasEvents ? .signal : .byte(0)
  }

  /// The rest of a UTF-8 character, or nil where the bytes are no such thing.
  mutating func scalar(startingWith lead: UInt8) -> Unicode.Scalar? {
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard 0xC2...0xF4 ~= lead else { return nil }
    var bytes = [lead]
    while bytes.count < length {
      guard case .byte(let byte) = next(within: 100, noticingSignals: false) else { return nil }
      guard 0x80..<0xC0 ~= byte else {
        putBack([byte])
        return nil
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }
}
