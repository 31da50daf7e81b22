import Schema

/// Reads text byte by byte and knows the line and column.
struct TextScanner {
  private let input: ByteInput
  private var position = 0
  private var line = 1
  private var column = 1

  init(_ input: ByteInput) {
    self.input = input
  }

  /// Where the next byte is.
  var place: InterchangeError.Place { .line(line, column: column) }
  var currentLine: Int { line }

  /// The next byte, or nil at the end.
  @inline(__always)
  mutating func peek() throws(InterchangeError) -> UInt8? {
    if position < input.count { return input.base[position] }
    return try refill() ? input.base[position] : nil
  }

  private mutating func refill() throws(InterchangeError) -> Bool {
    let added = try input.more(keeping: position)
    position = 0
    return added
  }

  /// Goes behind the byte that `peek` gave.
  @inline(__always)
  mutating func skip() {
    let byte = input.base[position]
    position += 1
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  /// Takes a byte when it is the next one.
  mutating func take(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    guard try peek() == UInt8(ascii: byte) else { return false }
    skip()
    return true
  }

  /// Takes a text of ASCII, byte by byte; what of it was there is gone when it is not whole.
  mutating func take(word: StaticString) throws(InterchangeError) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { return false }
      skip()
    }
    return true
  }

  mutating func skipBlanks() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { skip() }
  }

  mutating func skipBlanksOfLine() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0D || byte == 0x09 { skip() }
  }

  /// The next character as a message names it.
  mutating func found() throws(InterchangeError) -> String {
    guard let byte = try peek() else { return "the end" }
    if byte == 0x0A { return "the end of the line" }
    var bytes = [byte]
    while position + bytes.count < input.count, bytes.count < 4, input.base[position + bytes.count] & 0xC0 == 0x80 {
      bytes.append(input.base[position + bytes.count])
    }
    return quotedExcerpt(String(decoding: bytes, as: UTF8.self))
  }

  /// The error that something else was expected here.
  mutating func expected(_ what: String) throws(InterchangeError) -> InterchangeError {
    InterchangeError(.expected(what, found: try found()), at: place)
  }
}
