import Encodings
import Schema

/// Reads the tags and texts of XML, as far as property lists and models need it (UTF-8, no definitions of one's own).
///
///     <string>a &amp; b</string>      // tag "string", text "a & b", tag "/string"
struct XMLScanner {
  private var scanner: TextScanner
  /// Whether the `<` of the next tag was read with the text before it.
  private var isInTag = false

  /// `<name>`, `</name>` or `<name/>`.
  struct Tag: Equatable {
    var name: String
    var isClosing = false
    var isEmpty = false
  }

  init(_ input: ByteInput) {
    scanner = TextScanner(input)
  }

  /// Where the tag begins that was read last.
  private(set) var place = InterchangeError.Place.line(1, column: 1)

  /// The attributes of the tag that was read last.
  private(set) var attributes: [String: String] = [:]

  /// Refuses anything but blanks and comments up to the end.
  mutating func finish() throws(InterchangeError) {
    try scanner.skipBlanks()
    while try scanner.take("<") {
      guard try scanner.take("!") else { throw try scanner.expected(XMLPart.end) }
      try skipDeclaration()
      try scanner.skipBlanks()
    }
    if try scanner.peek() != nil { throw try scanner.expected(XMLPart.end) }
  }

  /// The next tag; comments, the XML declaration and the document type in front of it are skipped.
  mutating func tag() throws(InterchangeError) -> Tag {
    while true {
      if isInTag {
        isInTag = false
        return try rest()
      }
      try scanner.skipBlanks()
      place = scanner.place
      guard try scanner.take("<") else { throw try scanner.expected(.tag) }
      if try scanner.take("!") { try skipDeclaration() } else if try !skipInstruction() { return try rest() }
    }
  }

  private mutating func rest() throws(InterchangeError) -> Tag {
    var tag = Tag(name: "")
    tag.isClosing = try scanner.take("/")
    tag.name = try name()
    if tag.name.isEmpty { throw try scanner.expected(.tagName) }
    attributes = [:]
    while true {
      try scanner.skipBlanks()
      if try scanner.take(">") { return tag }
      if try scanner.take("/") {
        tag.isEmpty = true
      } else if try scanner.peek() == nil {
        throw try scanner.expected(.tagEnd)
      } else {
        try attribute()
      }
    }
  }

  /// `name="value"`.
  private mutating func attribute() throws(InterchangeError) {
    let start = scanner.place
    let name = try name()
    try scanner.skipBlanks()
    guard !name.isEmpty, try scanner.take("=") else { throw try scanner.expected(.attribute) }
    try scanner.skipBlanks()
    guard let quote = try scanner.peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw try scanner.expected(.quote)
    }
    scanner.skip()
    var bytes: [UInt8] = []
    while let byte = try scanner.peek(), byte != quote {
      scanner.skip()
      bytes += byte == UInt8(ascii: "&") ? try entity() : [byte]
    }
    if try scanner.peek() == nil { throw try scanner.expected(.valueEnd) }
    scanner.skip()
    guard let text = String(validating: bytes, as: UTF8.self) else { throw InterchangeError(.notUTF8, at: start) }
    guard attributes.updateValue(text, forKey: name) == nil else {
      throw InterchangeError(.nameTwice(name), at: start)
    }
  }

  private mutating func name() throws(InterchangeError) -> String {
    var bytes: [UInt8] = []
    while let byte = try scanner.peek(), bytes.count < 80, byte > 0x20, byte != UInt8(ascii: ">"),
      byte != UInt8(ascii: "/"), byte != UInt8(ascii: "<"), byte != UInt8(ascii: "=")
    {
      bytes.append(byte)
      scanner.skip()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `<?xml … ?>`, of which the encoding must be one that is UTF-8.
  private mutating func skipInstruction() throws(InterchangeError) -> Bool {
    guard try scanner.take("?") else { return false }
    let place = scanner.place
    var bytes: [UInt8] = []
    while let byte = try scanner.peek() {
      scanner.skip()
      if byte == UInt8(ascii: ">"), bytes.last == UInt8(ascii: "?") {
        try Self.checkEncoding(String(decoding: bytes, as: UTF8.self).lowercased(), at: place)
        return true
      }
      if bytes.count < 200 { bytes.append(byte) } else { bytes[199] = byte }
    }
    throw try scanner.expected(.instructionEnd)
  }

  private static func checkEncoding(_ text: String, at place: InterchangeError.Place) throws(InterchangeError) {
    guard let range = text.firstRange(of: "encoding=") else { return }
    let value = text[range.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
    // UTF-16 was read by its mark.
    if !["utf-8", "utf8", "us-ascii", "utf-16"].contains(value) {
      throw InterchangeError(.notUnicode8(encoding: quotedExcerpt(String(value))), at: place)
    }
  }

  /// A comment, or a document type, behind its `<!`.
  private mutating func skipDeclaration() throws(InterchangeError) {
    if try scanner.take("-") {
      guard try scanner.take("-") else { throw try scanner.expected(.comment) }
      return try skip(past: "-->")
    }
    while let byte = try scanner.peek(), byte != UInt8(ascii: ">") {
      // Entities of a document's own could grow without end: there are none in property lists.
      if byte == UInt8(ascii: "[") { throw try scanner.expected(.plainDocumentType) }
      scanner.skip()
    }
    if try !scanner.take(">") { throw try scanner.expected(.tagEnd) }
  }

  private mutating func skip(past end: StaticString) throws(InterchangeError) {
    var last: [UInt8] = []
    let wanted = Array(UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
    while let byte = try scanner.peek() {
      scanner.skip()
      last = last.suffix(wanted.count - 1) + [byte]
      if last == wanted { return }
    }
    throw try scanner.expected(.mark(end))
  }

  // MARK: Text

  /// The text up to the next tag, with what stands for characters replaced.
  mutating func text() throws(InterchangeError) -> String {
    let start = scanner.place
    var bytes: [UInt8] = []
    while !isInTag, let byte = try scanner.peek() {
      if byte == UInt8(ascii: "<") { place = scanner.place }
      scanner.skip()
      switch byte {
      case UInt8(ascii: "<"): try appendSection(to: &bytes)
      case UInt8(ascii: "&"): bytes += try entity()
      // Line ends are one character, as XML has it.
      case 0x0D: if try scanner.peek() != 0x0A { bytes.append(0x0A) }
      default: bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw InterchangeError(.notUTF8, at: start) }
    return text
  }

  /// Takes the rest of a comment or of `<![CDATA[…]]>`; where a tag begins, that is left to `tag`.
  private mutating func appendSection(to bytes: inout [UInt8]) throws(InterchangeError) {
    guard try scanner.take("!") else {
      isInTag = true
      return
    }
    if try scanner.peek() == UInt8(ascii: "-") { return try skipDeclaration() }
    guard try scanner.take(word: "[CDATA[") else { throw try scanner.expected(.section) }
    while let byte = try scanner.peek() {
      scanner.skip()
      bytes.append(byte)
      if byte == UInt8(ascii: ">"), bytes.suffix(3) == [0x5D, 0x5D, 0x3E] { return bytes.removeLast(3) }
    }
    throw try scanner.expected(.sectionEnd)
  }

  /// What stands between `&` and `;`.
  private mutating func entity() throws(InterchangeError) -> [UInt8] {
    let place = scanner.place
    var bytes: [UInt8] = []
    while let byte = try scanner.peek(), byte != UInt8(ascii: ";"), bytes.count < 12 {
      bytes.append(byte)
      scanner.skip()
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard try scanner.take(";") else { throw InterchangeError(.unknownEntity(name), at: place) }
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    guard name.hasPrefix("#"), let scalar = Self.scalar(name.dropFirst()) else {
      throw InterchangeError(.unknownEntity(name), at: place)
    }
    return Array(String(Character(scalar)).utf8)
  }

  /// The character of a number: `233`, `xE9`.
  private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}
