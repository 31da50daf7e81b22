/// Reads JSON values (RFC 8259) from bytes, once, and has a builder make of them what is wanted.
///
///     var reader = JSONReader(try ByteInput(Array("[1, 0.10]".utf8)))
///     try reader.document()                       // .list([.integer(1), .number("0.10")])
///
/// It is the only grammar of JSON here, so that what one builder takes, all take. Beyond the grammar it refuses bytes that
/// are no UTF-8, halves of surrogate pairs, a name that stands twice in an object, of which one value would be lost, and
/// a number that no double can hold. (`9e999` is how an infinity is written, and read.)
package struct JSONReader {
  @usableFromInline var scanner: TextScanner
  /// Whether it takes what a server keeps: of equal names the last one counts, and a number that no double can hold is an
  /// infinite one.
  @usableFromInline var takesKept = false
  /// Whether a value must end in the line in which it begins.
  package var isOneLine = false
  /// How deep values may stand one in another.
  @usableFromInline let deepest: Int
  @usableFromInline var depth = 0
  /// The values that were read, to ask now and then whether to go on.
  @usableFromInline var valueCount = 0
  /// Asked now and then in a long text: whether to stop.
  package var isInterrupted: (() -> Bool)?
  /// The bytes of a string that has escapes.
  @usableFromInline var content: [UInt8] = []

  package init(_ input: ByteInput, deepest: Int = DocumentValue.deepest) {
    scanner = TextScanner(input)
    isInterrupted = input.isInterrupted
    self.deepest = deepest
  }

  /// Reads bytes that stay where they are as long as this is used.
  package init(_ bytes: UnsafeRawBufferPointer, deepest: Int = DocumentValue.deepest, takesKept: Bool = false) {
    scanner = TextScanner(bytes)
    self.deepest = deepest
    self.takesKept = takesKept
  }

  /// Reads the one value that a text is.
  @inlinable
  package mutating func whole<Builder: JSONBuilder>(
    _ builder: inout Builder
  ) throws(InterchangeError) -> Builder.Value {
    let value = try value(&builder)
    try finish()
    return value
  }

  /// Reads the next value.
  @inlinable
  package mutating func value<Builder: JSONBuilder>(
    _ builder: inout Builder
  ) throws(InterchangeError) -> Builder.Value {
    guard depth < deepest else { throw InterchangeError(.tooDeep(deepest), at: place) }
    valueCount &+= 1
    if valueCount & 0xFFF == 0 { try poll() }
    let first = try next()
    switch first {
    case UInt8(ascii: "{"): return try object(&builder)
    case UInt8(ascii: "["): return try array(&builder)
    case UInt8(ascii: "\""):
      let quote = try quote()
      return try withContent(quote) { (content, written) throws(InterchangeError) in
        try builder.text(content, written)
      }
    case UInt8(ascii: "t"):
      try word("true")
      return try builder.boolean(true)
    case UInt8(ascii: "f"):
      try word("false")
      return try builder.boolean(false)
    case UInt8(ascii: "n"):
      try word("null")
      return try builder.null()
    case .some(45), .some(48...57): return try number(&builder)
    default: throw try scanner.expected(.value)
    }
  }

  // MARK: Between values

  /// Where the next byte is.
  package var place: InterchangeError.Place { mutating get { scanner.place } }

  /// The next byte behind blanks, or nil at the end.
  @inlinable @inline(__always)
  package mutating func next() throws(InterchangeError) -> UInt8? {
    if isOneLine { try scanner.skipBlanksOfLine() } else { try scanner.skipBlanks() }
    return try scanner.peek()
  }

  /// Takes a byte when it is the next one behind blanks.
  @inlinable @inline(__always)
  package mutating func take(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    guard try next() == UInt8(ascii: byte) else { return false }
    scanner.skip()
    return true
  }

  /// Goes to the end of the line, and begins anew there.
  package mutating func skipLine() throws(InterchangeError) {
    depth = 0
    while let byte = try scanner.peek(), byte != UInt8(ascii: "\n") { scanner.skip() }
  }

  /// Refuses anything but blanks up to the end.
  @inlinable
  package mutating func finish() throws(InterchangeError) {
    if try next() != nil { throw try scanner.expected(.end) }
  }

  /// The error that something else was expected here.
  package mutating func expected(_ part: JSONPart) throws(InterchangeError) -> InterchangeError {
    try scanner.expected(part)
  }

  // MARK: Values in values

  @inlinable
  mutating func array<Builder: JSONBuilder>(_ builder: inout Builder) throws(InterchangeError) -> Builder.Value {
    scanner.skip()
    depth += 1
    var list = try builder.list()
    if try !take("]") {
      repeat { try builder.add(try value(&builder), to: &list) } while try take(",")
      guard try take("]") else { throw try scanner.expected(.commaOrBracket) }
    }
    depth -= 1
    return builder.end(list)
  }

  @inlinable
  mutating func object<Builder: JSONBuilder>(_ builder: inout Builder) throws(InterchangeError) -> Builder.Value {
    scanner.skip()
    depth += 1
    var map = try builder.map()
    if try !take("}") {
      repeat {
        guard try next() == UInt8(ascii: "\"") else { throw try scanner.expected(.name) }
        let quote = try quote()
        let isNew = try withContent(quote) { (content, written) throws(InterchangeError) in
          try builder.name(content, written, in: &map)
        }
        guard isNew || takesKept else { throw nameTwice(quote) }
        guard try take(":") else { throw try scanner.expected(.colon) }
        try builder.add(try value(&builder), to: &map)
      } while try take(",")
      guard try take("}") else { throw try scanner.expected(.commaOrBrace) }
    }
    depth -= 1
    return builder.end(map)
  }

  @usableFromInline @inline(never)
  func poll() throws(InterchangeError) {
    if isInterrupted?() == true { throw InterchangeError(.interrupted, at: nil) }
  }

  @inlinable
  mutating func word(_ word: StaticString) throws(InterchangeError) {
    guard try scanner.take(word: word) else { throw try scanner.expected(.word(word)) }
  }
}
