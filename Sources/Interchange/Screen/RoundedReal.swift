/// Real numbers as a person reads them: rounded to ten digits that count.
///
///     RoundedReal.text(0.1 + 0.2)          // "0.3"
///     RoundedReal.text(251177.74310420)    // "251177.7431"
///     RoundedReal.text(1234567890123.5)    // "1234567890123.5": what stands before the point is never rounded
enum RoundedReal {
  private static let digits = 10

  static func exact(_ value: Double) -> String { value.isNaN ? "nan" : value.description }

  static func text(_ value: Double) -> String {
    let text = exact(value)
    guard value.isFinite, text.utf8.count > digits else { return text }
    let parts = text.split(separator: "e", maxSplits: 1)
    let halves = parts[0].split(separator: ".", maxSplits: 1)
    guard halves.count == 2 else { return text }
    let before = halves[0].drop { $0 == "-" || $0 == "0" }.count
    // Zeros behind the point do not count where nothing stands before it.
    let zeros = before == 0 ? halves[1].prefix { $0 == "0" }.count : 0
    let kept = max(digits - before, 1) + zeros
    guard halves[1].count > kept, let rounded = rounded(parts[0], dropping: halves[1].count - kept) else { return text }
    return Double(parts.count == 2 ? rounded + "e" + parts[1] : rounded)?.description ?? text
  }

  /// The number that the text says.
  static func value(_ value: Double) -> Double { Double(text(value)) ?? value }

  /// A decimal without its last digits, rounded half up.
  private static func rounded(_ text: Substring, dropping count: Int) -> String? {
    var digits = Array(text.utf8)
    let dropped = digits.suffix(count)
    digits.removeLast(count)
    guard let first = dropped.first, first >= UInt8(ascii: "5") else { return String(decoding: digits, as: UTF8.self) }
    var place = digits.count - 1
    while place >= 0 {
      if digits[place] == UInt8(ascii: "9") {
        digits[place] = UInt8(ascii: "0")
      } else if UInt8(ascii: "0")...UInt8(ascii: "8") ~= digits[place] {
        digits[place] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      place -= 1
    }
    let isNegative = digits.first == UInt8(ascii: "-")
    return (isNegative ? "-1" : "1") + String(decoding: isNegative ? digits.dropFirst() : digits[...], as: UTF8.self)
  }
}
