/// What a bracketed paste brought.
enum Paste: Equatable {
  case text(String)
  /// More than the limit: nothing of it is taken, since half a program is worse than none.
  case tooLong
  /// Ctrl-C, or the terminal is gone.
  case abandoned
}

extension KeyInput {
  private static let start = Array("[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// After an escape character: whether the rest of the sequence that begins a paste follows.
  ///
  /// If it does not, what was looked at is put back.
  mutating func takesPasteStart() -> Bool {
    var seen: [UInt8] = []
    for expected in KeyInput.start {
      guard case .byte(let byte) = next(within: 20, noticingSignals: false) else { break }
      seen.append(byte)
      guard byte == expected else { break }
    }
    if seen == KeyInput.start { return true }
    putBack(seen)
    return false
  }

  /// Reads to the end of a paste; a paste that stops in the middle ends after `patience` milliseconds.
  ///
  /// Even what is not wanted is read to its end: typed into the prompt, its lines would run.
  mutating func readPaste(limit: Int, patience: Int32 = 5000) -> Paste {
    var bytes: [UInt8] = []
    var isTooLong = false
    var isAbandoned = false
    var events: Signals.Events = []
    defer { if !events.isEmpty { Signals.putBack(events) } }
    reading: while true {
      // As many bytes as cannot reach beyond the end of the paste: what follows is not ours.
      let safe = KeyInput.end.count - endedPart(of: bytes)
      switch more(upTo: safe, within: isAbandoned ? 300 : patience, noticingSignals: !isAbandoned) {
      case .byte:
        bytes += takePending()
        if endedPart(of: bytes) == KeyInput.end.count {
          bytes.removeLast(KeyInput.end.count)
          break reading
        }
        if bytes.count > limit + KeyInput.end.count {
          isTooLong = true
          bytes.removeFirst(bytes.count - KeyInput.end.count)
        }
      case .signal:
        events.formUnion(Signals.takeEvents())
        isAbandoned = events.contains(.interrupt) || Signals.termination != nil
      case .timeout: break reading
      case .end:
        isAbandoned = true
        break reading
      }
    }
    if isAbandoned { return .abandoned }
    return isTooLong ? .tooLong : .text(pastedText(bytes))
  }
}

extension KeyInput {
  /// How many bytes of the mark that ends a paste the bytes end with.
  private func endedPart(of bytes: [UInt8]) -> Int {
    let end = KeyInput.end
    guard let last = bytes.last, end.contains(last) else { return 0 }
    return stride(from: min(end.count, bytes.count), to: 0, by: -1).first {
      bytes.suffix($0).elementsEqual(end.prefix($0))
    } ?? 0
  }
}

/// The text of a paste: line ends as newlines, none at its end (Enter submits, not the paste), no NUL.
func pastedText(_ bytes: [UInt8]) -> String {
  var scalars = String.UnicodeScalarView()
  var previous: Unicode.Scalar = "\0"
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    defer { previous = scalar }
    if scalar == "\0" || (scalar == "\n" && previous == "\r") { continue }
    scalars.append(scalar == "\r" ? "\n" : scalar)
  }
  while scalars.last == "\n" { scalars.removeLast() }
  return String(scalars)
}
