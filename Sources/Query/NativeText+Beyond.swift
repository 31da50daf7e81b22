import Schema

/// Days and moments of a server before the year 1, after 9999, and at infinity.
extension NativeText {
  /// Whether a text is one of them, as the type writes it.
  ///
  ///     NativeText.day.writesBeyond("0044-03-15 BC")                                     // true
  ///     NativeText.moment(digits: 3, isZoned: true).writesBeyond("12024-01-01 10:00:00.5+00")   // true
  func writesBeyond(_ text: String) -> Bool {
    if text == "infinity" || text == "-infinity" { return isTimed }
    let isBefore = text.hasSuffix(" BC")
    let words = isBefore ? text.dropLast(3) : text[...]
    let digits = words.prefix { $0.isASCII && $0.isNumber }
    guard let year = Int(digits), isBefore ? digits.utf8.count == 4 : digits.utf8.count > 4 && digits.first != "0",
      isBefore ? (1...Self.firstYear).contains(year) : year <= lastYear
    else { return false }
    // The days of a year are those of 400 years later; the year before the year 1 is 1 BC.
    let cycle = ((isBefore ? 1 - year : year) % 400 + 400) % 400 + 2000
    let rest = words.dropFirst(digits.count)
    let day = "\(cycle)\(rest.prefix(Self.dayLength))"
    return Moment(text: day)?.dateText == day && writesTime(rest.dropFirst(Self.dayLength))
  }

  /// The earliest year, which is one before the year 1.
  private static let firstYear = 4713
  private var lastYear: Int { self == .day ? 5_874_897 : 294_276 }

  private static let (dayLength, timeLength) = (6, 9)

  /// What is behind the day: ` 10:00:00.5+00`.
  private func writesTime(_ text: Substring) -> Bool {
    guard case .moment(let digits, let isZoned) = self else { return text.isEmpty }
    if isZoned, !text.hasSuffix("+00") { return false }
    let words = isZoned ? text.dropLast(3) : text
    let time = "2000-01-01T\(words.prefix(Self.timeLength).dropFirst())Z"
    let fraction = words.dropFirst(Self.timeLength)
    let isFraction =
      fraction.isEmpty
      || fraction.first == "." && (2...digits + 1).contains(fraction.utf8.count) && fraction.last != "0"
        && fraction.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    return words.first == " " && isFraction && Moment(text: time)?.text == time
  }
}
