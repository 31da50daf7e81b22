import Schema
import TestSupport

extension Dice {
  /// Text of up to 40 characters, most of them awkward.
  mutating func text() -> String {
    let pieces = [
      "a", "0", "9", " ", "\"", "'", "\\", ",", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "é", "東", "👩‍👩‍👧", "|", "<",
      "&",
      "N", "\\N", "]]", "--", "\u{FFFD}", "longer than a word",
    ]
    return (0..<roll(41)).map { _ in pick(pieces) }.joined()
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
