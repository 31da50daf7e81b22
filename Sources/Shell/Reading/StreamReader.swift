import Platform

/// Reads entries from a pipe or a file: no prompt, and at the end what there is of the last entry.
///
/// It reads through C's stream, as Lua's `io.read` does: an entry may read the lines that follow it.
package final class StreamReader: EntryReader {
  private let stream: UnsafeMutablePointer<FILE>?
  /// Lines that an entry read by itself are not counted: nobody sees them here.
  private var lineCount = 0
  package private(set) var line = 0
  package var goesOn: ((_ text: String, _ line: () -> String?) -> Bool)?
  /// A line that was looked at, and belongs to the next entry.
  private var pending: String?

  package init(_ stream: UnsafeMutablePointer<FILE>?) {
    self.stream = stream
  }

  /// Reads the standard input of this process.
  package static func standardInput() -> StreamReader {
    StreamReader(StandardStream.input)
  }

  package func readEntry(prompt: String, continuation: String, isComplete: (String, String) -> Bool) -> EntryInput {
    guard var text = readLine() else { return .endOfInput }
    line = lineCount
    var last = text
    while !isComplete(text, last) || goesOn?(text, peekLine) == true {
      guard let line = readLine() else { break }
      last = line
      text += "\n"
      text += line
    }
    return .entry(text)
  }

  private func peekLine() -> String? {
    if pending == nil { pending = nextLine() }
    return pending
  }

  private func readLine() -> String? {
    guard let line = pending ?? nextLine() else { return nil }
    pending = nil
    lineCount += 1
    // What editors put before a text to say that it is UTF-8.
    return lineCount == 1 && line.unicodeScalars.first == "\u{FEFF}" ? String(line.unicodeScalars.dropFirst()) : line
  }

  /// One line without its end (a newline, or a carriage return and a newline).
  private func nextLine() -> String? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    guard let stream else { return nil }
    let count = getline(&buffer, &capacity, stream)
    guard count > 0, let buffer else { return nil }
    var bytes = UnsafeRawBufferPointer(start: buffer, count: count)[...]
    if bytes.last == UInt8(ascii: "\n") {
      bytes = bytes.dropLast()
      if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
