import Encodings
import SQLText
import Schema

extension Value {
  /// The value that a literal of SQL means; nil for an expression, which only the database can tell.
  ///
  ///     Value(literal: "'o''clock'")   // .text("o'clock")
  ///     Value(literal: "CURRENT_TIMESTAMP")   // nil
  init?(literal text: String) {
    let tokens = SQLToken.all(in: text)
    let isNegative = tokens.count == 2 && tokens[0].text == "-"
    guard tokens.count == 1 || isNegative || tokens.count == 2 && tokens[0].text == "+", let last = tokens.last else {
      return nil
    }
    switch last.kind {
    case .text where tokens.count == 1 && last.text.count > 1:
      let inner = last.text.dropFirst().dropLast()
      self = .text(inner.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'"))
    // A name in the place of a value is its own text.
    case .name where tokens.count == 1: self = .text(last.text)
    case .word where tokens.count == 1 && !Self.words.contains(last.normal): self = .text(last.text)
    case .number:
      let digits = (isNegative ? "-" : "") + last.text
      if last.text.lowercased().hasPrefix("0x") {
        // Hexadecimal digits are the bits of an integer.
        guard let bits = UInt64(last.text.dropFirst(2), radix: 16) else { return nil }
        self = .integer(isNegative ? 0 &- Int64(bitPattern: bits) : Int64(bitPattern: bits))
      } else if let number = Int64(digits) {
        self = .integer(number)
      } else if let number = Double(digits), number.isFinite {
        self = .real(number)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// The words that are values themselves.
  private static let words: Set<String> = [
    "null", "true", "false", "current_date", "current_time", "current_timestamp",
  ]
}
