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

  static func captureCount(_ pattern: [UInt8]) -> Int {
    max(1, pattern.count { $0 == UInt8(ascii: "(") })
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
      open.append(open.count + closed.count)
      place += 1
      return true
    case UInt8(ascii: ")"):
      guard let last = open.popLast() else { return false }
      closed.insert(last)
      place += 1
      return true
    case UInt8(ascii: "%"): return readEscape()
    default: return readSingle()
    }
  }

  private mutating func readEscape() -> Bool {
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
    if let suffix = byte(), Array("*+-?".utf8).contains(suffix) { place += 1 }
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
