/// What a pattern of Lua asks for, as far as it can be said without matching.
enum LuaPattern {
  private static let specials = Set("^$*+?.([%-".utf8)

  /// Whether it is plain text to `string.find`.
  static func isPlain(_ pattern: [UInt8]) -> Bool { pattern.allSatisfy { !specials.contains($0) } }

  /// The text of `^text`.
  static func plainPrefix(_ pattern: [UInt8]) -> [UInt8]? {
    guard pattern.first == UInt8(ascii: "^") else { return nil }
    let rest = Array(pattern.dropFirst())
    return !rest.isEmpty && isLiteral(rest) ? rest : nil
  }

  /// The text of `text$`.
  static func plainSuffix(_ pattern: [UInt8]) -> [UInt8]? {
    guard pattern.last == UInt8(ascii: "$") else { return nil }
    let rest = Array(pattern.dropLast())
    return !rest.isEmpty && isLiteral(rest) ? rest : nil
  }

  /// Whether it means itself; also in front of and behind an anchor.
  private static func isLiteral(_ text: [UInt8]) -> Bool {
    isPlain(text) && !text.contains(UInt8(ascii: ")")) && !text.contains(UInt8(ascii: "]"))
  }

  /// How many captures a harmless pattern has.
  static func captureCount(_ pattern: [UInt8]) -> Int {
    var reader = PatternReader(pattern)
    return reader.isWellFormed() ? reader.brackets.count / 2 : 0
  }

  /// A harmless pattern that matches the same with one capture alone, or none; nil where its brackets mean more.
  ///
  ///     (%d+)-(%d+)    // the second capture, by its number 1: %d+-(%d+)
  static func alone(_ capture: Int?, of pattern: [UInt8]) -> [UInt8]? {
    var reader = PatternReader(pattern)
    guard reader.isWellFormed(), !reader.refersBack else { return nil }
    var result = pattern
    for bracket in reader.brackets.sorted(by: { $0.place > $1.place }) where bracket.capture != capture {
      // What stands behind a bracket is a character, and would be how often the one before it comes.
      let next = pattern.dropFirst(bracket.place + 1).first
      if bracket.followsSingle, let next, Array("*+-?".utf8).contains(next) { return nil }
      result.remove(at: bracket.place)
    }
    // Nor may it become an anchor.
    let (start, end) = (UInt8(ascii: "^"), UInt8(ascii: "$"))
    guard (result.first == start) == (pattern.first == start), (result.last == end) == (pattern.last == end) else {
      return nil
    }
    return result
  }

  /// Whether it is short and well formed, so that no text makes its matching raise an error.
  ///
  /// Captures of places (`()`) are not: they are numbers.
  static func isHarmless(_ pattern: [UInt8]) -> Bool {
    guard pattern.count <= 64 else { return false }
    var reader = PatternReader(pattern)
    return reader.isWellFormed()
  }
}

/// Reads a pattern item by item, as the matcher would.
private struct PatternReader {
  private let pattern: [UInt8]
  private var place = 0
  /// The captures that are open, and those that are closed.
  private var open: [Int] = []
  private var closed: Set<Int> = []
  /// Where captures begin and end, and which.
  private(set) var brackets: [(place: Int, capture: Int, followsSingle: Bool)] = []
  /// Whether a character or class stands before this, of which it is not said how often it comes.
  private var followsSingle = false
  /// Whether it asks for the text of a capture again: `%1`.
  private(set) var refersBack = false

  init(_ pattern: [UInt8]) {
    self.pattern = pattern
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    pattern.indices.contains(place + offset) ? pattern[place + offset] : nil
  }

  mutating func isWellFormed() -> Bool {
    if byte() == UInt8(ascii: "^") { place += 1 }
    while byte() != nil {
      guard readItem() else { return false }
    }
    return open.isEmpty
  }

  private mutating func readItem() -> Bool {
    switch byte() {
    case UInt8(ascii: "("):
      guard byte(1) != UInt8(ascii: ")"), open.count + closed.count < 32 else { return false }
      brackets.append((place, open.count + closed.count, followsSingle))
      open.append(open.count + closed.count)
      place += 1
      return true
    case UInt8(ascii: ")"):
      guard let last = open.popLast() else { return false }
      closed.insert(last)
      brackets.append((place, last, followsSingle))
      place += 1
      return true
    case UInt8(ascii: "%"): return readEscape()
    default: return readSingle()
    }
  }

  private mutating func readEscape() -> Bool {
    followsSingle = false
    switch byte(1) {
    case nil: return false
    case UInt8(ascii: "b"):
      guard byte(3) != nil else { return false }
      place += 4
      return true
    case UInt8(ascii: "f"):
      guard byte(2) == UInt8(ascii: "[") else { return false }
      place += 2
      return skipSet()
    case .some(let digit) where (48...57).contains(digit):
      guard closed.contains(Int(digit) - 49) else { return false }
      refersBack = true
      place += 2
      return true
    default: return readSingle()
    }
  }

  /// One character or class, and how often it may come.
  private mutating func readSingle() -> Bool {
    switch byte() {
    case UInt8(ascii: "%"): place += 2
    case UInt8(ascii: "["): if !skipSet() { return false }
    default: place += 1
    }
    followsSingle = true
    if let suffix = byte(), Array("*+-?".utf8).contains(suffix) {
      place += 1
      followsSingle = false
    }
    return true
  }

  private mutating func skipSet() -> Bool {
    place += 1
    if byte() == UInt8(ascii: "^") { place += 1 }
    repeat {
      guard let next = byte() else { return false }
      place += 1
      if next == UInt8(ascii: "%") {
        guard byte() != nil else { return false }
        place += 1
      }
    } while byte() != UInt8(ascii: "]")
    place += 1
    return true
  }
}
