/// The strings of JSON.
extension JSONReader {
  /// A string that was read, in the window.
  @usableFromInline
  struct Quote {
    /// With its quotes.
    @usableFromInline var start: Int
    @usableFromInline var end: Int
    /// Whether what it says stands in `content`, since there are escapes in it.
    @usableFromInline var hasEscapes: Bool

    @usableFromInline
    init(start: Int, end: Int, hasEscapes: Bool) {
      (self.start, self.end, self.hasEscapes) = (start, end, hasEscapes)
    }
  }

  /// Calls `body` with what a string says, and with it as it is written.
  @inlinable @inline(__always)
  func withContent<Result>(
    _ quote: Quote, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(InterchangeError) -> Result
  ) throws(InterchangeError) -> Result {
    let start = scanner.base + quote.start
    let written = UnsafeRawBufferPointer(start: start, count: quote.end - quote.start)
    guard quote.hasEscapes else {
      return try body(UnsafeRawBufferPointer(start: start + 1, count: written.count - 2), written)
    }
    return try content.withUnsafeBufferPointer { (content) throws(InterchangeError) in
      try body(UnsafeRawBufferPointer(content), written)
    }
  }

  @usableFromInline @inline(never)
  func nameTwice(_ quote: Quote) -> InterchangeError {
    let name = (try? withContent(quote) { (content, _) in String(decoding: content, as: UTF8.self) }) ?? ""
    return InterchangeError(.nameTwice(name), at: scanner.place(at: quote.start))
  }

  /// Reads a string up to the byte behind it.
  @usableFromInline
  mutating func quote() throws(InterchangeError) -> Quote {
    var start = scanner.position
    // What is still to be taken over into `content`.
    var run = start + 1
    var hasEscapes = false
    var isASCII = true
    scanner.position = run
    while true {
      scanner.position += plainCount(&isASCII)
      guard scanner.position < scanner.count else {
        let before = start
        guard try refill(keeping: &start) else {
          throw InterchangeError(.unclosedQuote, at: scanner.place(at: start))
        }
        run -= before - start
        continue
      }
      let byte = scanner.base[scanner.position]
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\") else {
        throw InterchangeError(.controlCharacter(byte), at: scanner.place)
      }
      if !hasEscapes { content.removeAll(keepingCapacity: true) }
      hasEscapes = true
      content.append(contentsOf: UnsafeBufferPointer(start: scanner.base + run, count: scanner.position - run))
      try escape(&start)
      run = scanner.position
    }
    if hasEscapes {
      content.append(contentsOf: UnsafeBufferPointer(start: scanner.base + run, count: scanner.position - run))
    }
    scanner.position += 1
    let quote = Quote(start: start, end: scanner.position, hasEscapes: hasEscapes)
    if !isASCII { try checkUTF8(quote) }
    return quote
  }

  /// How many bytes follow that stand for themselves; says whether one of them is beyond ASCII.
  @inline(__always)
  private func plainCount(_ isASCII: inout Bool) -> Int {
    let (bytes, count) = (scanner.base + scanner.position, scanner.count - scanner.position)
    var place = 0
    while place + 8 <= count {
      let word = ByteScan.load(bytes + place)
      let mask =
        ByteScan.less(word, than: 0x20) | ByteScan.equal(word, UInt8(ascii: "\""))
        | ByteScan.equal(word, UInt8(ascii: "\\"))
      let length = mask == 0 ? 8 : ByteScan.place(mask)
      let inFront = length == 8 ? word : word & ((1 << (UInt64(length) * 8)) - 1)
      if inFront & 0x8080_8080_8080_8080 != 0 { isASCII = false }
      place += length
      if mask != 0 { return place }
    }
    while place < count {
      let byte = bytes[place]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
      if byte >= 0x80 { isASCII = false }
      place += 1
    }
    return place
  }

  private mutating func refill(keeping start: inout Int) throws(InterchangeError) -> Bool {
    try poll()
    return try scanner.refill(keeping: &start)
  }

  private func checkUTF8(_ quote: Quote) throws(InterchangeError) {
    let isValid = try withContent(quote) { (content, _) throws(InterchangeError) in UTF8Sequence.isValid(content) }
    if !isValid { throw InterchangeError(.notUTF8, at: scanner.place(at: quote.start)) }
  }

  // MARK: Escapes

  /// Takes an escape over; `start` is where the string begins, which moves with the window.
  private mutating func escape(_ start: inout Int) throws(InterchangeError) {
    scanner.skip()
    guard let byte = try peek(&start) else { throw try scanner.expected(.escape) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "u"): return try unicodeEscape(&start)
    default: throw try scanner.expected(.escapeLetter)
    }
    scanner.skip()
  }

  private mutating func unicodeEscape(_ start: inout Int) throws(InterchangeError) {
    // The string may move while its escape is read: the place counts from its beginning.
    let place = scanner.position - start
    scanner.skip()
    let first = try fourDigits(&start)
    if let scalar = Unicode.Scalar(first) { return append(scalar) }
    // What is no scalar is half of a pair.
    guard first < 0xDC00, try take(UInt8(ascii: "\\"), &start), try take(UInt8(ascii: "u"), &start) else {
      throw InterchangeError(.loneSurrogate, at: scanner.place(at: start + place))
    }
    let second = try fourDigits(&start)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw InterchangeError(.loneSurrogate, at: scanner.place(at: start + place)) }
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    content += Array(String(Character(scalar)).utf8)
  }

  private mutating func fourDigits(_ start: inout Int) throws(InterchangeError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try peek(&start), let digit = hexValue(byte) else {
        throw try scanner.expected(.fourHexadecimalDigits)
      }
      value = value << 4 | UInt32(digit)
      scanner.skip()
    }
    return value
  }

  private mutating func take(_ byte: UInt8, _ start: inout Int) throws(InterchangeError) -> Bool {
    guard try peek(&start) == byte else { return false }
    scanner.skip()
    return true
  }

  /// The next byte; what is read on for it leaves the string in the window.
  private mutating func peek(_ start: inout Int) throws(InterchangeError) -> UInt8? {
    if scanner.position == scanner.count {
      guard try refill(keeping: &start) else { return nil }
    }
    return scanner.base[scanner.position]
  }
}
