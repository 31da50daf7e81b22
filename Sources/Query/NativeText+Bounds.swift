import Schema

/// Where a text that a type does not write stands among those that it writes.
extension NativeText {
  /// The first of its texts that does not come before another one, which is none of them; nil where that is not known.
  ///
  /// What is greater than the text is at least this, and what is less is less than this: an index serves both.
  ///
  ///     let moments = NativeText.moment(digits: 6, isZoned: true)
  ///     moments.firstWritten(notBefore: "2026-11")                // "2026-11-01T00:00:00.000000Z"
  ///     moments.firstWritten(notBefore: "2026-11-27T09:30:00Z")   // "2026-11-27T09:30:01.000000Z": a point comes before a Z
  ///     NativeText.day.firstWritten(notBefore: "2026-11-27T09")   // "2026-11-28"
  func firstWritten(notBefore text: String) -> String? {
    // Before the year 1 the server's order is none of texts: the texts themselves are compared.
    if text.hasSuffix(" BC") { return nil }
    let found: [String?] =
      switch self {
      case .day: [completed(text, by: Self.firstOfYear, at: [4, 7]), dayBehind(text)]
      case .moment(let digits, _): moments(notBefore: text, digits)
      case .uuid, .padded, .document, .label, .number, .other: []
      }
    return found.lazy.compactMap(\.self).first { writes($0, forOrder: true) }
  }

  /// The day behind the one that a longer text begins with, which comes before it.
  private func dayBehind(_ text: String) -> String? {
    guard text.utf8.count > Self.dayLength, let day = day(of: text) else { return nil }
    return Moment(seconds: day.seconds + 86_400)?.dateText
  }

  private func moments(notBefore text: String, _ digits: Int) -> [String?] {
    let fraction = digits == 0 ? "" : "." + String(repeating: "0", count: digits)
    let first = "\(Self.firstOfYear)T00:00:00\(fraction)Z"
    let ends = [4, 7, 10, 13, 16, Self.secondLength] + (0..<digits).map { Self.secondLength + 1 + $0 }
    // A blank in the place of the T comes before all moments of its day.
    let isBlank = text.dropFirst(Self.dayLength).hasPrefix(" ")
    return [
      completed(text, by: first, at: ends), text.hasSuffix("Z") ? moment(behind: text.dropLast(), digits) : nil,
      isBlank ? completed(String(text.prefix(Self.dayLength)), by: first, at: [Self.dayLength]) : nil,
    ]
  }

  /// The first moment behind a second, or a part of one, whose Z stands where another digit would.
  private func moment(behind text: Substring, _ digits: Int) -> String? {
    let (start, rest) = (text.prefix(Self.secondLength), text.dropFirst(Self.secondLength))
    let written = rest.dropFirst()
    let isFraction = rest.isEmpty || rest.hasPrefix(".") && !written.isEmpty && written.utf8.allSatisfy(isDigit)
    guard isFraction, let second = Moment(text: start + "Z"), second.text == start + "Z" else { return nil }
    if written.utf8.count == digits { return nil }
    // A digit comes before a Z.
    if written.utf8.count > digits { return "\(start)\(rest.prefix(digits == 0 ? 0 : digits + 1))Z" }
    guard written.utf8.count < Self.mostDigits, let last = Int("1\(written)") else { return nil }
    // Counted with a 1 in front, which the carry of 9 to 10 makes a 2.
    let counted = String(last + 1)
    guard let moment = Moment(seconds: second.seconds + (counted.hasPrefix("2") ? 1 : 0)) else { return nil }
    let part = counted.dropFirst().prefix(written.utf8.count)
    return "\(moment.text.dropLast()).\(part)\(String(repeating: "0", count: digits - part.utf8.count))Z"
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static let firstOfYear = "0000-01-01"
  private static let (dayLength, secondLength, mostDigits) = (10, 19, 18)

  /// A text that ends where a part of a moment does, with what the first moment has behind it.
  private func completed(_ text: String, by first: String, at ends: [Int]) -> String? {
    let length = text.utf8.count
    return ends.contains(length) && length < first.utf8.count ? text + first.dropFirst(length) : nil
  }

  /// The day that a text begins with.
  private func day(of text: String) -> Moment? {
    let beginning = String(text.prefix(Self.dayLength))
    return Moment(text: beginning).flatMap { $0.dateText == beginning ? $0 : nil }
  }
}
