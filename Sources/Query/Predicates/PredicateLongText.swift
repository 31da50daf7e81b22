import Schema

/// Reads a text between long brackets, in which nothing is an escape: `[[a\tb]]`, `[=[a]]b]=]`.
///
/// Source: the Lua 5.4 reference manual, section 3.1.
struct PredicateLongText {
  private let text: [UInt8]
  private let start: Int
  /// Behind what was read.
  private(set) var place: Int
  /// The bracket that ends it.
  private let end: [UInt8]

  /// Nil where no long bracket opens.
  init?(_ text: [UInt8], at place: Int) {
    let signs = text.dropFirst(place + 1).prefix { $0 == UInt8(ascii: "=") }.count
    guard text.dropFirst(place).first == UInt8(ascii: "["),
      text.dropFirst(place + 1 + signs).first == UInt8(ascii: "[")
    else { return nil }
    self.text = text
    start = place
    self.place = place + signs + 2
    end = [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: signs) + [UInt8(ascii: "]")]
  }

  /// `word` says what it is, for messages.
  mutating func read(as word: String) throws(PredicateError) -> String {
    var bytes: [UInt8] = []
    // A line break right behind the bracket is not part of the text.
    _ = takeLineBreak()
    while !text[place...].starts(with: end) {
      guard place < text.count else { throw PredicateError(.endless(word), text, start..<place) }
      if takeLineBreak() {
        bytes.append(10)
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    place += end.count
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw PredicateError(.notUTF8(word), text, start..<place)
    }
    return string
  }

  /// One line break, of one byte or two.
  private mutating func takeLineBreak() -> Bool {
    guard place < text.count, text[place] == 10 || text[place] == 13 else { return false }
    let first = text[place]
    place += 1
    if place < text.count, text[place] == 10 || text[place] == 13, text[place] != first { place += 1 }
    return true
  }
}
