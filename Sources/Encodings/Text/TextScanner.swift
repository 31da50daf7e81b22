/// Reads text byte by byte, and knows the line and column when it is asked.
///
/// Lines and columns are counted up to a place when that is asked for, never for every byte that is read.
package struct TextScanner {
  @usableFromInline var base: UnsafePointer<UInt8>
  @usableFromInline var count: Int
  @usableFromInline var position = 0
  /// Where more comes from; nil where all bytes are there.
  @usableFromInline let input: ByteInput?
  /// The position whose line and column are known.
  private var known = 0
  private var line = 1
  private var column = 1

  package init(_ input: ByteInput) {
    self.input = input
    base = UnsafePointer(input.base)
    count = input.count
  }

  /// Reads bytes that stay where they are as long as this is used.
  package init(_ bytes: UnsafeRawBufferPointer) {
    input = nil
    // Of no bytes, none is read.
    let nothing: StaticString = ""
    base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing.utf8Start
    count = bytes.count
  }

  // MARK: Places

  /// Where the next byte is.
  package var place: InterchangeError.Place {
    mutating get {
      count(to: position)
      return .line(line, column: column)
    }
  }

  /// Where a byte of the window is; one whose line is not counted yet.
  @usableFromInline
  func place(at position: Int) -> InterchangeError.Place {
    var scanner = self
    scanner.position = position
    return scanner.place
  }

  private mutating func count(to end: Int) {
    guard known < end else { return }
    let bytes = UnsafeBufferPointer(start: base + known, count: end - known)
    var lines = 0
    for byte in bytes { lines &+= byte == 0x0A ? 1 : 0 }
    var start = known
    if lines > 0 {
      line += lines
      column = 1
      start = end
      while base[start - 1] != 0x0A { start -= 1 }
    }
    var characters = 0
    for byte in UnsafeBufferPointer(start: base + start, count: end - start) {
      characters &+= byte & 0xC0 != 0x80 ? 1 : 0
    }
    column += characters
    known = end
  }

  // MARK: Bytes

  /// The next byte, or nil at the end.
  @inlinable @inline(__always)
  package mutating func peek() throws(InterchangeError) -> UInt8? {
    if position < count { return base[position] }
    var start = position
    return try refill(keeping: &start) ? base[position] : nil
  }

  /// Reads on, and forgets what stands before `start`, whose place may move by that; false at the end.
  @usableFromInline @inline(never)
  mutating func refill(keeping start: inout Int) throws(InterchangeError) -> Bool {
    guard let input else { return false }
    count(to: start)
    let added = try input.more(keeping: start)
    base = UnsafePointer(input.base)
    count = input.count
    position -= start
    known -= start
    start = 0
    return added
  }

  /// Goes behind the byte that `peek` gave.
  @inlinable @inline(__always)
  package mutating func skip() { position += 1 }

  /// Takes a byte when it is the next one.
  @inlinable @inline(__always)
  package mutating func take(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    guard try peek() == UInt8(ascii: byte) else { return false }
    skip()
    return true
  }

  /// Takes a text of ASCII, byte by byte; what of it was there is gone when it is not whole.
  @inlinable
  package mutating func take(word: StaticString) throws(InterchangeError) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { return false }
      skip()
    }
    return true
  }

  @inlinable @inline(__always)
  package mutating func skipBlanks() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { skip() }
  }

  @inlinable
  package mutating func skipBlanksOfLine() throws(InterchangeError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0D || byte == 0x09 { skip() }
  }

  // MARK: Mistakes

  /// The next character as a message names it.
  package mutating func found() throws(InterchangeError) -> String {
    guard let byte = try peek() else { return "the end" }
    if byte == 0x0A { return "the end of the line" }
    // The window may end within the character.
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    var start = position
    while position + length > count, try refill(keeping: &start) {}
    var bytes = [byte]
    for index in position + 1..<max(position + 1, min(position + length, count)) {
      guard base[index] & 0xC0 == 0x80 else { break }
      bytes.append(base[index])
    }
    return quotedExcerpt(String(decoding: bytes, as: UTF8.self))
  }

  /// The error that something else was expected here.
  @usableFromInline @inline(never)
  package mutating func expected(_ what: String) throws(InterchangeError) -> InterchangeError {
    InterchangeError(.expected(what, found: try found()), at: place)
  }

  @usableFromInline @inline(never)
  package mutating func expected(_ part: JSONPart) throws(InterchangeError) -> InterchangeError {
    try expected(part.words)
  }
}
