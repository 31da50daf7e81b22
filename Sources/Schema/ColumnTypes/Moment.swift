/// A moment in UTC of whole seconds, from ISO 8601 text or epoch seconds.
///
///     Moment(text: "2024-02-29 12:30+02:00")?.text   // "2024-02-29T10:30:00Z"
///     Moment(text: "2023-02-29")                     // nil: there was no such day
package struct Moment: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int64

  /// Years 0 to 9999 only, so that texts sort as moments do.
  private static let range: Range<Int64> = -62_167_219_200..<253_402_300_800

  package init?(seconds: Int64) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  package init?(year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day), (0...23).contains(hour), (0...59).contains(minute),
      (0...59).contains(second)
    else { return nil }
    let days = Self.daysSinceEpoch(year: year, month: month, day: day)
    self.init(seconds: days * 86400 + hour * 3600 + minute * 60 + second)
  }

  /// Nothing for a moment with a fraction of a second, which would be lost.
  init?(_ input: Input) {
    switch input {
    case .integer(let value): self.init(seconds: value)
    case .real(let value):
      guard let whole = Int64(exactly: value) else { return nil }
      self.init(seconds: whole)
    case .text(let bytes): self.init(bytes: bytes)
    default: return nil
    }
  }

  package init?(text: String) {
    var copy = text
    guard let moment = copy.withUTF8({ Moment(bytes: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = moment
  }

  private init?(bytes: UnsafeRawBufferPointer) {
    guard let fine = FineMoment(bytes: bytes), fine.fraction.isEmpty else { return nil }
    self = fine.moment
  }

  package var hasNoTime: Bool { seconds % 86400 == 0 }

  package var dateText: String {
    let (year, month, day) = Self.civil(days: (seconds - Self.secondOfDay(seconds)) / 86400)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  package var text: String {
    let time = Self.secondOfDay(seconds)
    return "\(dateText)T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  private static func secondOfDay(_ seconds: Int64) -> Int64 { ((seconds % 86400) + 86400) % 86400 }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days of the proleptic Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
  private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The inverse of `daysSinceEpoch`, from the same source.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return (year, civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}

private func padded(_ value: Int64, _ width: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// A moment with the digits of a fraction of a second: `2024-02-29T12:30:05.250Z`.
struct FineMoment: Hashable {
  /// The whole seconds.
  let moment: Moment
  /// The digits behind the point, without zeros at the end: `25`.
  let fraction: String

  init?(bytes: UnsafeRawBufferPointer) {
    var reader = MomentReader(bytes: bytes)
    guard let moment = reader.read() else { return nil }
    self.moment = moment
    fraction = reader.fraction
  }

  init?(_ input: Input) {
    switch input {
    case .text(let bytes): self.init(bytes: bytes)
    case .integer(let seconds):
      guard let moment = Moment(seconds: seconds) else { return nil }
      self.init(moment, fraction: "")
    case .real(let seconds): self.init(seconds)
    default: return nil
    }
  }

  private init(_ moment: Moment, fraction: String) {
    self.moment = moment
    self.fraction = fraction
  }

  /// Epoch seconds with the digits of the shortest text that reads back as them: 1.25, not 1.249999….
  private init?(_ seconds: Double) {
    guard seconds.isFinite else { return nil }
    let whole = seconds.rounded(.down)
    guard let number = Int64(exactly: whole), let moment = Moment(seconds: number) else { return nil }
    self.moment = moment
    var digits = Self.digits(behindPointOf: "\(seconds.magnitude)")
    // Of -1.25 the second -2 is the whole one, and 0.75 the rest.
    if seconds < 0, !digits.isEmpty { digits = Self.complement(of: digits) }
    fraction = digits
  }

  private static func digits(behindPointOf text: String) -> String {
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".").map(String.init)
    var digits = mantissa.count > 1 ? mantissa[1] : ""
    if parts.count > 1, let exponent = Int(parts[1]) {
      if exponent >= 0 { return "" }
      digits = String(repeating: "0", count: -exponent - 1) + mantissa[0] + digits
    }
    return trimmed(digits)
  }

  /// The digits of one second less a fraction: 75 of 25.
  private static func complement(of digits: String) -> String {
    var carry = 1
    let result = digits.utf8.reversed().map { digit -> String in
      let value = 9 - Int(digit - 48) + carry
      carry = value / 10
      return String(value % 10)
    }
    return trimmed(result.reversed().joined())
  }

  fileprivate static func trimmed(_ digits: String) -> String {
    var result = digits
    while result.last == "0" { result.removeLast() }
    return result
  }

  /// The text with so many digits of a second; nil where there are more.
  func text(precision: Int) -> String? {
    guard fraction.count <= precision else { return nil }
    if precision == 0 { return moment.text }
    let zeros = String(repeating: "0", count: precision - fraction.count)
    return String(moment.text.dropLast()) + "." + fraction + zeros + "Z"
  }
}

extension FineMoment: Comparable {
  static func < (left: FineMoment, right: FineMoment) -> Bool {
    // Without zeros at the end, digits behind the point compare as texts do.
    (left.moment.seconds, left.fraction) < (right.moment.seconds, right.fraction)
  }
}

/// Whether a text is an earlier moment than another; nil where one of them is none.
///
///     isEarlier("2024-05-05T00:30:00+01:00", than: "2024-05-05T00:00:00Z")   // true
package func isEarlier(_ text: String, than other: String) -> Bool? {
  var texts = (text, other)
  guard let first = texts.0.withUTF8({ FineMoment(bytes: UnsafeRawBufferPointer($0)) }),
    let second = texts.1.withUTF8({ FineMoment(bytes: UnsafeRawBufferPointer($0)) })
  else { return nil }
  return first < second
}

/// Reads `YYYY-MM-DD`, optionally with `T` or a blank and `HH:MM[:SS[.000]]`, optionally with `Z` or `±HH[[:]MM]`; and the
/// same in the basic form, `YYYYMMDDTHHMM[SS[.000]]`.
private struct MomentReader {
  let bytes: UnsafeRawBufferPointer
  var index = 0
  /// The digits of a fraction of a second, without zeros at the end.
  var fraction = ""

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func read() -> Moment? {
    guard let year = number(4) else { return nil }
    if !take("-") { return readBasic(year) }
    guard let month = number(2), take("-"), let day = number(2) else { return nil }
    if index == bytes.count { return Moment(year: year, month: month, day: day) }
    guard take("T") || take("t") || take(" "), let hour = number(2), take(":"), let minute = number(2) else {
      return nil
    }
    var second: Int64 = 0
    if take(":") {
      guard let value = number(2), readFraction() else { return nil }
      second = value
    }
    return moment(Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
  }

  /// The rest of `20240102T030405Z`; a day alone would be a number.
  private mutating func readBasic(_ year: Int64) -> Moment? {
    guard let month = number(2), let day = number(2), take("T"), let hour = number(2), let minute = number(2) else {
      return nil
    }
    var second: Int64 = 0
    if index < bytes.count, (48...57).contains(bytes[index]) {
      guard let value = number(2), readFraction() else { return nil }
      second = value
    }
    return moment(Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
  }

  /// A moment of the offset that follows, which is the last thing.
  private mutating func moment(_ local: Moment?) -> Moment? {
    guard let offset = offset(), index == bytes.count, let local else { return nil }
    return Moment(seconds: local.seconds - offset)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func number(_ digits: Int) -> Int64? {
    guard index + digits <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[index..<index + digits] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    index += digits
    return value
  }

  private mutating func readFraction() -> Bool {
    guard take(".") else { return true }
    let start = index
    while index < bytes.count, (48...57).contains(bytes[index]) { index += 1 }
    fraction = FineMoment.trimmed(String(decoding: bytes[start..<index], as: UTF8.self))
    return index > start
  }

  private mutating func offset() -> Int64? {
    if index == bytes.count || take("Z") || take("z") { return 0 }
    let sign: Int64
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = number(2), hours < 24 else { return nil }
    if index == bytes.count { return sign * hours * 3600 }
    _ = take(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
