/// One token of an SQL text.
///
///     SQLToken.all(in: "CHECK (\"age\" >= 18)")   // word CHECK, sign (, name age, sign >=, number 18, sign )
struct SQLToken: Hashable {
  enum Kind: Hashable {
    case word, name, text, number, sign, comment
  }

  var kind: Kind
  /// What it says: names without their quotes, everything else as it is written.
  var text: String
  /// Where it stands in the bytes of the text.
  var place: Range<Int>

  /// The token so that two spellings of one thing are equal: names and words in folded case.
  var normal: String { kind == .name || kind == .word ? text.lowercased() : text }

  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }

  static func all(in text: String) -> [SQLToken] {
    var scanner = SQLScanner(bytes: Array(text.utf8))
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}

/// Reads tokens one after another; a quote or comment that does not end reaches to the end.
private struct SQLScanner {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> SQLToken? {
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    guard place < bytes.count else { return nil }
    let start = place
    switch bytes[place] {
    case UInt8(ascii: "'"): return quoted(.text, from: start, closing: bytes[start])
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(.name, from: start, closing: bytes[start])
    case UInt8(ascii: "["): return quoted(.name, from: start, closing: UInt8(ascii: "]"))
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): return comment(from: start, until: [10])
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): return comment(from: start, until: Array("*/".utf8))
    case let byte where Self.isDigit(byte):
      return run(.number, from: start) { Self.isPartOfName($0) || $0 == UInt8(ascii: ".") }
    case let byte where Self.isPartOfName(byte): return run(.word, from: start, while: Self.isPartOfName)
    default: return sign(from: start)
    }
  }

  private func peek(_ offset: Int) -> UInt8? { place + offset < bytes.count ? bytes[place + offset] : nil }

  private mutating func run(_ kind: SQLToken.Kind, from start: Int, while belongs: (UInt8) -> Bool) -> SQLToken {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
    return token(kind, start..<place)
  }

  /// A doubled quote inside stands for one.
  private mutating func quoted(_ kind: SQLToken.Kind, from start: Int, closing: UInt8) -> SQLToken {
    var content: [UInt8] = []
    place += 1
    while place < bytes.count {
      if bytes[place] == closing {
        guard peek(1) == closing, closing != UInt8(ascii: "]") else { break }
        place += 1
      }
      content.append(bytes[place])
      place += 1
    }
    place = min(place + 1, bytes.count)
    if kind == .text { return token(.text, start..<place) }
    return SQLToken(kind: kind, text: String(decoding: content, as: UTF8.self), place: start..<place)
  }

  private mutating func comment(from start: Int, until end: [UInt8]) -> SQLToken {
    place += 2
    while place < bytes.count, !bytes[place...].starts(with: end) { place += 1 }
    place = min(place + end.count, bytes.count)
    return token(.comment, start..<place)
  }

  private mutating func sign(from start: Int) -> SQLToken {
    let pairs = ["<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "->"]
    let isPair = pairs.contains { bytes[start...].starts(with: $0.utf8) }
    place += isPair ? 2 : 1
    return token(.sign, start..<place)
  }

  private func token(_ kind: SQLToken.Kind, _ place: Range<Int>) -> SQLToken {
    SQLToken(kind: kind, text: String(decoding: bytes[place], as: UTF8.self), place: place)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return isLetter || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
