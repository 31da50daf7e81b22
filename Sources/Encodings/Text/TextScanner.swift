/// Reads text byte by byte and knows the line and column.
package struct TextScanner {
  private let input: ByteInput
  private var position = 0
  private var line = 1
  private var column = 1

  package init(_ input: ByteInput) {
    self.input = input
  }

  /// Where the next byte is.
  package var place: InterchangeError.Place { .line(line, column: column) }

  /// The next byte, or nil at the end.
  @inline(__always)
  package mutating func peek() throws(InterchangeError) -> UInt8? {
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
  package mutating func skip() {
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
  package mutating func take(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    guard try peek() == UInt8(ascii: byte) else { return false }
    skip()
    return true
  }

  /// Takes a text of ASCII, byte by byte; what of it was there is gone when it is not whole.
  package mutating func take(word: StaticString) throws(InterchangeError) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { return false }
      skip()
    }
    return true
  }

  package mutating func skipBlanks() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { skip() }
  }

  package mutating func skipBlanksOfLine() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0D || byte == 0x09 { skip() }
  }

  /// The next character as a message names it.
  package mutating func found() throws(InterchangeError) -> String {
    guard let byte = try peek() else { return "the end" }
    if byte == 0x0A { return "the end of the line" }
    var bytes = [byte]
    while position + bytes.count < input.count, bytes.count < 4, input.base[position + bytes.count] & 0xC0 == 0x80 {
      bytes.append(input.base[position + bytes.count])
    }
    return quotedExcerpt(String(decoding: bytes, as: UTF8.self))
  }

  /// The error that something else was expected here.
  package mutating func expected(_ what: String) throws(InterchangeError) -> InterchangeError {
    InterchangeError(.expected(what, found: try found()), at: place)
  }
}
