/// Reads JSON values (RFC 8259) from a stream of bytes.
///
///     var parser = JSONParser(try ByteInput(Array("[1, 0.10]".utf8)))
///     try parser.value()                          // .list([.integer(1), .number("0.10")])
///
/// Numbers are exact: integers of 64 bits, everything else as it is written.
package struct JSONParser {
  package private(set) var scanner: TextScanner
  /// Whether a value must end in the line in which it begins.
  package var isOneLine = false
  private var depth = 0
  /// The bytes of the string or number that is being read.
  private var content: [UInt8] = []

  package init(_ input: ByteInput) {
    scanner = TextScanner(input)
  }

  /// The next byte behind blanks, or nil at the end.
  package mutating func next() throws(InterchangeError) -> UInt8? {
    try skipBlanks()
    return try scanner.peek()
  }

  package mutating func take(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    try skipBlanks()
    return try scanner.take(byte)
  }

  private mutating func skipBlanks() throws(InterchangeError) {
    if isOneLine { try scanner.skipBlanksOfLine() } else { try scanner.skipBlanks() }
  }

  /// Goes to the end of the line, and begins anew there.
  package mutating func skipLine() throws(InterchangeError) {
    depth = 0
    while let byte = try scanner.peek(), byte != UInt8(ascii: "\n") { scanner.skip() }
  }

  /// Refuses anything but blanks up to the end.
  package mutating func finish() throws(InterchangeError) {
    if try next() != nil { throw try scanner.expected("the end") }
  }

  package mutating func value() throws(InterchangeError) -> DocumentValue {
    guard depth < DocumentValue.deepest else {
      throw InterchangeError(.tooDeep(DocumentValue.deepest), at: scanner.place)
    }
    switch try next() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(45), .some(48...57): return try number()
    default: throw try scanner.expected("a value")
    }
  }

  // MARK: Values in values

  private mutating func array() throws(InterchangeError) -> DocumentValue {
    scanner.skip()
    depth += 1
    defer { depth -= 1 }
    if try take("]") { return .list([]) }
    var elements: [DocumentValue] = []
    repeat { elements.append(try value()) } while try take(",")
    guard try take("]") else { throw try scanner.expected("',' or ']'") }
    return .list(elements)
  }

  private mutating func object() throws(InterchangeError) -> DocumentValue {
    let place = scanner.place
    scanner.skip()
    depth += 1
    defer { depth -= 1 }
    if try take("}") { return .map([]) }
    var members: [DocumentValue.Member] = []
    repeat {
      guard try next() == UInt8(ascii: "\"") else { throw try scanner.expected("a name in quotes") }
      let name = try string()
      guard try take(":") else { throw try scanner.expected("':'") }
      members.append(DocumentValue.Member(name, try value()))
    } while try take(",")
    guard try take("}") else { throw try scanner.expected("',' or '}'") }
    try members.checkNames(at: place)
    return .map(members)
  }

  private mutating func word(_ word: StaticString, _ value: DocumentValue) throws(InterchangeError) -> DocumentValue {
    guard try scanner.take(word: word) else { throw try scanner.expected("the word '\(word)'") }
    return value
  }

  // MARK: Strings

  private mutating func string() throws(InterchangeError) -> String {
    let place = scanner.place
    scanner.skip()
    content.removeAll(keepingCapacity: true)
    while let byte = try scanner.peek() {
      switch byte {
      case UInt8(ascii: "\""):
        scanner.skip()
        guard let text = String(validating: content, as: UTF8.self) else { throw InterchangeError(.notUTF8, at: place) }
        return text
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw InterchangeError(.controlCharacter(byte), at: scanner.place)
      default:
        content.append(byte)
        scanner.skip()
      }
    }
    throw InterchangeError(.unclosedQuote, at: place)
  }

  private mutating func escape() throws(InterchangeError) {
    scanner.skip()
    guard let byte = try scanner.peek() else { throw try scanner.expected("an escape") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw try scanner.expected("an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u)")
    }
    scanner.skip()
  }

  private mutating func unicodeEscape() throws(InterchangeError) {
    let place = scanner.place
    scanner.skip()
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return content.append(contentsOf: Array(String(Character(scalar)).utf8)) }
    // What is no scalar is half of a pair.
    guard first < 0xDC00, try scanner.take("\\"), try scanner.take("u") else {
      throw InterchangeError(.loneSurrogate, at: place)
    }
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw InterchangeError(.loneSurrogate, at: place) }
    content.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  private mutating func fourDigits() throws(InterchangeError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try scanner.peek(), let digit = hexValue(byte) else {
        throw try scanner.expected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      scanner.skip()
    }
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(InterchangeError) -> DocumentValue {
    content.removeAll(keepingCapacity: true)
    var isInteger = true
    _ = try copy("-")
    if try !copy("0") { try digits() }
    if try copy(".") {
      isInteger = false
      try digits()
    }
    if try copyExponentMark() {
      isInteger = false
      if try !copy("+") { _ = try copy("-") }
      try digits()
    }
    let text = String(decoding: content, as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    return .number(text)
  }

  private mutating func copy(_ byte: Unicode.Scalar) throws(InterchangeError) -> Bool {
    guard try scanner.take(byte) else { return false }
    content.append(UInt8(ascii: byte))
    return true
  }

  private mutating func copyExponentMark() throws(InterchangeError) -> Bool {
    if try copy("e") { return true }
    return try copy("E")
  }

  private mutating func digits() throws(InterchangeError) {
    let start = content.count
    while let byte = try scanner.peek(), byte >= 48, byte <= 57 {
      content.append(byte)
      scanner.skip()
    }
    if content.count == start { throw try scanner.expected("a digit") }
  }
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 48...57: byte - 48
  case 65...70: byte - 55
  case 97...102: byte - 87
  default: nil
  }
}
