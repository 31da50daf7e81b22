import Schema

/// Random numbers that a seed repeats (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Text of up to 40 characters, most of them awkward.
  mutating func text() -> String {
    let pieces = [
      "a", "0", "9", " ", "\"", "'", "\\", ",", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "é", "東", "👩‍👩‍👧", "|", "<",
      "&",
      "N", "\\N", "]]", "--", "\u{FFFD}", "longer than a word",
    ]
    let count = Int.random(in: 0...40, using: &self)
    return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &self)] }.joined()
  }

  mutating func real() -> Double {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: Double(bitPattern: next())
    case 1: Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 100
    case 2: Double(Int.random(in: -1_000_000...1_000_000, using: &self))
    default:
      [
        0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 1e16,
      ][Int(next() % 9)]
    }
  }

  mutating func integer() -> Int64 {
    switch next() % 3 {
    case 0: Int64(bitPattern: next())
    case 1: Int64.random(in: -1000...1000, using: &self)
    default: [Int64.min, .max, 0, -1, 9, 10, 99, 100, 9999, 10_000][Int(next() % 10)]
    }
  }

  mutating func value(_ kind: OutputKind) -> Value {
    if next() % 8 == 0 { return .null }
    switch kind {
    case .integer: return .integer(integer())
    case .real: return .real(real())
    case .text: return .text(text())
    case .data: return .data((0..<Int.random(in: 0...30, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) })
    }
  }

  enum OutputKind: CaseIterable { case integer, real, text, data }
}
