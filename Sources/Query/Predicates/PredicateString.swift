import Schema

/// Reads a quoted text with Lua's escapes: `'a\tb'`, `"it's"`, `'\u{e9}'`.
struct PredicateString {
  private let text: [UInt8]
  private let start: Int
  /// Behind what was read.
  private(set) var place: Int
  private var bytes: [UInt8] = []

  init(_ text: [UInt8], at place: Int) {
    self.text = text
    start = place
    self.place = place
  }

  /// What it is, for messages.
  private static let word = "text"

  mutating func read() throws(PredicateError) -> String {
    let quote = text[place]
    place += 1
    while true {
      guard place < text.count, text[place] != 10 else {
        throw PredicateError(.endless(Self.word), text, start..<place)
      }
      let byte = text[place]
      place += 1
      if byte == quote { break }
      if byte == UInt8(ascii: "\\") { try escape() } else { bytes.append(byte) }
    }
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw PredicateError(.notUTF8(Self.word), text, start..<place)
    }
    return string
  }

  private mutating func escape() throws(PredicateError) {
    let from = place - 1
    guard place < text.count else { throw PredicateError(.endless(Self.word), text, start..<place) }
    let letter = text[place]
    place += 1
    if let byte = Self.simple[letter] { return bytes.append(byte) }
    switch letter {
    case UInt8(ascii: "z"): while place < text.count, [32, 9, 10, 11, 12, 13].contains(text[place]) { place += 1 }
    case UInt8(ascii: "x"): try append(digits(2, radix: 16), from)
    case UInt8(ascii: "u"): try scalar(from)
    case 48...57:
      place -= 1
      try append(digits(3, radix: 10), from)
    default: throw PredicateError(.noEscape, text, from..<place)
    }
  }

  private static let simple: [UInt8: UInt8] = [
    97: 7, 98: 8, 102: 12, 110: 10, 114: 13, 116: 9, 118: 11, 92: 92, 34: 34, 39: 39, 10: 10,
  ]

  /// The number that up to `count` digits say.
  private mutating func digits(_ count: Int, radix: Int) -> Int? {
    let first = place
    while place < text.count, place - first < count,
      Int(String(decoding: [text[place]], as: UTF8.self), radix: radix) != nil
    {
      place += 1
    }
    return Int(String(decoding: text[first..<place], as: UTF8.self), radix: radix)
  }

  private mutating func append(_ value: Int?, _ from: Int) throws(PredicateError) {
    guard let value, let byte = UInt8(exactly: value) else {
      throw PredicateError(.noEscape, text, from..<place)
    }
    bytes.append(byte)
  }

  private mutating func scalar(_ from: Int) throws(PredicateError) {
    guard text.dropFirst(place).first == UInt8(ascii: "{") else {
      throw PredicateError(.openEscape, text, from..<place)
    }
    place += 1
    let value = digits(8, radix: 16)
    guard text.dropFirst(place).first == UInt8(ascii: "}"), let value, let scalar = Unicode.Scalar(UInt32(value)) else {
      throw PredicateError(.noCharacter, text, from..<place)
    }
    place += 1
    bytes += Array(String(Character(scalar)).utf8)
  }
}
