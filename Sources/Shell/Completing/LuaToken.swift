/// A piece of Lua text, as far as completion must know it.
struct LuaToken: Equatable {
  enum Kind: Equatable {
    case name, number, symbol
    /// A string; an open one reaches to the end of the text.
    case string(isOpen: Bool)
  }

  var kind: Kind
  /// The name or symbol itself, or what is in the string.
  var text: String
  /// The byte offset of `text`.
  var start: Int

  var end: Int { start + text.utf8.count }
  var isName: Bool { kind == .name && !luaKeywords.contains(text) }
  var isString: Bool { kind != .name && kind != .number && kind != .symbol }

  /// Where it stands in the text that it is of, in characters.
  func characters(of text: String) -> Range<Int> {
    func count(_ bytes: Int) -> Int { String(decoding: text.utf8.prefix(bytes), as: UTF8.self).count }
    return count(start)..<count(end)
  }

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
}

/// Lua text as tokens; what is wrong in it does not matter.
struct LuaTokens {
  private(set) var tokens: [LuaToken] = []
  /// Whether the text ends in a comment.
  private(set) var endsInComment = false
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    while place < bytes.count { readOne() }
  }

  private static let symbols = ["...", "..", "::", "==", "~=", "<=", ">=", "//", "<<", ">>"].map { Array($0.utf8) }

  private mutating func readOne() {
    let byte = bytes[place]
    switch byte {
    case 9...13, 32: place += 1
    case 45 where starts(with: "--"): skipComment()  // -
    case 34, 39: readString(until: byte)  // " '
    case 91 where longBracket(at: place) != nil: readLongString(level: longBracket(at: place) ?? 0)  // [
    case 48...57: take(.number) { Self.isWord($0) || $0 == 46 }
    case _ where Self.isWord(byte): take(.name, Self.isWord)
    default:
      let symbol = Self.symbols.first { bytes[place...].starts(with: $0) } ?? [byte]
      add(.symbol, place..<place + symbol.count)
      place += symbol.count
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == 95 || 48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte
  }

  private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func add(_ kind: LuaToken.Kind, _ range: Range<Int>) {
    tokens.append(
      LuaToken(kind: kind, text: String(decoding: bytes[range], as: UTF8.self), start: range.lowerBound))
  }

  private mutating func take(_ kind: LuaToken.Kind, _ belongs: (UInt8) -> Bool) {
    let end = bytes[place...].firstIndex { !belongs($0) } ?? bytes.count
    add(kind, place..<end)
    place = end
  }

  private mutating func readString(until mark: UInt8) {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != mark, bytes[place] != 10 {
      place += bytes[place] == 92 ? 2 : 1  // A backslash takes what follows along.
    }
    let end = min(place, bytes.count)
    add(.string(isOpen: place >= bytes.count), start..<end)
    place = end + 1
  }

  /// The number of `=` in `[==[`, or nil where there is none.
  private func longBracket(at start: Int) -> Int? {
    let level = bytes[(start + 1)...].prefix { $0 == 61 }.count
    let second = start + 1 + level
    return second < bytes.count && bytes[second] == 91 ? level : nil
  }

  private mutating func readLongString(level: Int) {
    let start = place + level + 2
    let end = endOfLong(level: level, from: start)
    add(.string(isOpen: end == nil), start..<(end ?? bytes.count))
    place = end.map { $0 + level + 2 } ?? bytes.count
  }

  private func endOfLong(level: Int, from start: Int) -> Int? {
    let closing: [UInt8] = [93] + Array(repeating: 61, count: level) + [93]
    guard bytes.count - start >= closing.count else { return nil }
    return (start...bytes.count - closing.count).first { bytes[$0...].starts(with: closing) }
  }

  private mutating func skipComment() {
    let start = place + 2
    if start < bytes.count, bytes[start] == 91, let level = longBracket(at: start) {
      let end = endOfLong(level: level, from: start + level + 2)
      endsInComment = end == nil
      place = end.map { $0 + level + 2 } ?? bytes.count
    } else {
      let end = bytes[place...].firstIndex(of: 10)
      endsInComment = end == nil
      place = end ?? bytes.count
    }
  }
}
