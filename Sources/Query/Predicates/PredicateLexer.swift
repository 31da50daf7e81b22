import Encodings
import Schema

/// Cuts a predicate into words, as Lua does.
struct PredicateLexer {
  let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  mutating func tokens() throws(PredicateError) -> [PredicateToken] {
    var result: [PredicateToken] = []
    while let token = try next() { result.append(token) }
    result.append(PredicateToken(kind: .end, range: text.count..<text.count))
    return result
  }

  private mutating func next() throws(PredicateError) -> PredicateToken? {
    try skipBlanks()
    guard place < text.count else { return nil }
    let start = place
    let kind = try kind()
    return PredicateToken(kind: kind, range: start..<place)
  }

  /// Blanks and comments: `-- to the end of the line`, `--[[ to the brackets ]]`.
  private mutating func skipBlanks() throws(PredicateError) {
    while place < text.count {
      if [32, 9, 10, 11, 12, 13].contains(text[place]) {
        place += 1
      } else if text[place...].starts(with: [45, 45]) {
        if var comment = PredicateLongText(text, at: place + 2) {
          _ = try comment.read(as: "comment")
          place = comment.place
        } else {
          while place < text.count, text[place] != 10, text[place] != 13 { place += 1 }
        }
      } else {
        return
      }
    }
  }

  private mutating func kind() throws(PredicateError) -> PredicateToken.Kind {
    let byte = text[place]
    if byte.isNameStart { return name() }
    if byte.isDigit || byte == UInt8(ascii: ".") && text.dropFirst(place + 1).first?.isDigit == true {
      return .value(try number())
    }
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
      var reader = PredicateString(text, at: place)
      let string = try reader.read()
      place = reader.place
      return .value(.text(string))
    }
    if var reader = PredicateLongText(text, at: place) {
      let string = try reader.read(as: "text")
      place = reader.place
      return .value(.text(string))
    }
    for (bytes, sign) in Sign.marks where text[place...].starts(with: bytes) {
      place += bytes.count
      return .sign(sign)
    }
    throw unexpected(byte)
  }

  private func unexpected(_ byte: UInt8) -> PredicateError {
    let sign = String(decoding: [byte], as: UTF8.self)
    return PredicateError(.meaningless(sign: sign, advice: .init(rawValue: byte)), text, place..<place + 1)
  }

  private mutating func name() -> PredicateToken.Kind {
    let start = place
    while place < text.count, text[place].isNamePart { place += 1 }
    let word = String(decoding: text[start..<place], as: UTF8.self)
    return Sign.words[word].map { .sign($0) } ?? .name(word)
  }

  /// A number as Lua writes it: a decimal integer beyond 64 bits is a real, a hexadecimal one keeps its last 64 bits.
  private mutating func number() throws(PredicateError) -> Value {
    let start = place
    let isHexadecimal = text[place...].starts(with: [48, 120]) || text[place...].starts(with: [48, 88])
    let exponent: [UInt8] = isHexadecimal ? [112, 80] : [101, 69]
    while place < text.count {
      let byte = text[place]
      let isSign = (byte == 43 || byte == 45) && place > start && exponent.contains(text[place - 1])
      // Two dots join texts: `1 ..` is written with a blank, as in Lua.
      guard byte.isNamePart || byte == 46 || isSign else { break }
      place += 1
    }
    let word = String(decoding: text[start..<place], as: UTF8.self)
    let digits = isHexadecimal ? word.dropFirst(2).utf8.compactMap(\.hexadecimalDigit) : []
    if !digits.isEmpty, digits.count == word.utf8.count - 2 {
      return .integer(Int64(bitPattern: digits.reduce(0) { $0 << 4 | $1 }))
    }
    if let value = Int64(word) { return .integer(value) }
    // Words such as 0x1p4 are numbers for Swift too; names such as 1nan are for neither. 1e400 is infinite for both.
    let end = word.hasSuffix(".") ? word + "0" : word
    if let value = Double(end.hasPrefix(".") ? "0" + end : end) { return .real(value) }
    throw PredicateError(.noNumber, text, start..<place)
  }
}
