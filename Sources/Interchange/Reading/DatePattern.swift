import Schema

/// How the days of a file are written, where that is not ISO 8601.
///
///     DatePattern("dd.mm.yyyy")?.moment("31.12.2025")      // 2025-12-31
///     DatePattern("m/d/yy hh:mm")                          // behind hours, m is minutes
///
/// One letter takes one or two digits, two take two (years: `yy` two, 1970 to 2069, `yyyy` four). A time may follow a
/// day even where the pattern does not say it: ` 12:30` or ` 12:30:59`.
package struct DatePattern: Sendable {
  private enum Part: Equatable, Sendable {
    case day(Int), month(Int), year(Int), hour(Int), minute(Int), second(Int)
    case letter(UInt8)

    var width: Int {
      switch self {
      case .day(let width), .month(let width), .year(let width), .hour(let width), .minute(let width),
        .second(let width):
        width
      case .letter: 1
      }
    }
  }

  /// The patterns that days are often written in.
  package static let usual = [
    "dd.mm.yyyy", "d.m.yyyy", "dd/mm/yyyy", "mm/dd/yyyy", "d/m/yyyy", "m/d/yyyy", "dd-mm-yyyy", "mm-dd-yyyy", "d.m.yy",
    "d/m/yy", "m/d/yy",
  ].compactMap { DatePattern($0) }

  /// The same, each by itself, and behind them those that stand together where years are written in two ways.
  package static let usualTogether =
    usual.map { [$0] }
    + [["d.m.yy", "d.m.yyyy"], ["d/m/yy", "d/m/yyyy"], ["m/d/yy", "m/d/yyyy"]].map { $0.compactMap { DatePattern($0) } }

  /// Patterns as they are said to an import: `"d.m.yyyy"`, `{ "d.m.yy", "d.m.yyyy" }`.
  package static func said(_ patterns: [DatePattern]) -> String {
    let texts = patterns.map { "\"\($0.text)\"" }.joined(separator: ", ")
    return patterns.count == 1 ? texts : "{ \(texts) }"
  }

  /// Of patterns that all fit, the first for each order of day and month: 01/02/2025 is a day of January or of February.
  package static func orders(of patterns: [DatePattern]) -> [DatePattern] {
    orders(of: patterns.map { [$0] }).flatMap(\.self)
  }

  package static func orders(of patterns: [[DatePattern]]) -> [[DatePattern]] {
    var firsts: Set<Character?> = []
    return patterns.filter { firsts.insert($0.first?.text.first).inserted }
  }

  /// The pattern as it was written.
  package let text: String
  private var parts: [Part] = []
  /// Whether the pattern itself has a time.
  private var hasTime = false

  package init?(_ pattern: String) {
    text = pattern
    let bytes = Array(pattern.lowercased().utf8)
    var place = 0
    var days = 0
    while place < bytes.count {
      let letter = bytes[place]
      let run = bytes[place...].prefix { $0 == letter }.count
      guard let part = part(letter, run) else { return nil }
      parts.append(part)
      days += [.day(run), .month(run), .year(run)].contains(part) ? 1 : 0
      place += part.width
    }
    guard days == 3, ["d", "y"].allSatisfy({ pattern.lowercased().contains($0) }),
      parts.contains(where: { if case .month = $0 { true } else { false } })
    else { return nil }
  }

  private mutating func part(_ letter: UInt8, _ run: Int) -> Part? {
    switch letter {
    case UInt8(ascii: "d"): return run <= 2 ? .day(run) : nil
    case UInt8(ascii: "y"): return run == 2 || run == 4 ? .year(run) : nil
    case UInt8(ascii: "h"):
      hasTime = true
      return run <= 2 ? .hour(run) : nil
    case UInt8(ascii: "s"): return run <= 2 ? .second(run) : nil
    case UInt8(ascii: "m"): return run > 2 ? nil : hasTime ? .minute(run) : .month(run)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return nil
    default: return .letter(letter)
    }
  }

  /// The moment that a text says in this way.
  package func moment(_ bytes: UnsafeRawBufferPointer) -> Moment? {
    guard let values = numbers(bytes) else { return nil }
    return Moment(
      year: values[0], month: values[1], day: values[2], hour: values[3], minute: values[4], second: values[5])
  }

  /// Whether a text is written so, be there such a day or not.
  package func hasForm(_ bytes: UnsafeRawBufferPointer) -> Bool { numbers(bytes) != nil }

  private func numbers(_ bytes: UnsafeRawBufferPointer) -> [Int64]? {
    var reader = DigitReader(bytes: bytes)
    var values: [Int64] = [0, 1, 1, 0, 0, 0]
    for part in parts {
      switch part {
      case .letter(let letter): guard reader.take(letter) else { return nil }
      case .year(let width):
        guard let year = reader.number(width, exactly: true) else { return nil }
        values[0] = width == 4 ? year : year + (year < 70 ? 2000 : 1900)
      case .month(let width): guard reader.read(width, into: &values[1]) else { return nil }
      case .day(let width): guard reader.read(width, into: &values[2]) else { return nil }
      case .hour(let width): guard reader.read(width, into: &values[3]) else { return nil }
      case .minute(let width): guard reader.read(width, into: &values[4]) else { return nil }
      case .second(let width): guard reader.read(width, into: &values[5]) else { return nil }
      }
    }
    if !hasTime, !reader.isAtEnd { guard reader.readTime(into: &values) else { return nil } }
    return reader.isAtEnd ? values : nil
  }
}

/// Reads digits and what stands between them.
private struct DigitReader {
  let bytes: UnsafeRawBufferPointer
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] | 0x20 == byte | 0x20 else { return false }
    place += 1
    return true
  }

  /// A number of two digits, or of one where the pattern has one letter.
  mutating func read(_ width: Int, into value: inout Int64) -> Bool {
    guard let number = number(2, exactly: width > 1) else { return false }
    value = number
    return true
  }

  mutating func number(_ width: Int, exactly: Bool) -> Int64? {
    let start = place
    var value: Int64 = 0
    while place < bytes.count, place - start < width, (48...57).contains(bytes[place]) {
      value = value * 10 + Int64(bytes[place] - 48)
      place += 1
    }
    return place - start == width || !exactly && place > start ? value : nil
  }

  /// `12:30` or `12:30:59`, behind a blank, a `T`, or a comma and a blank.
  mutating func readTime(into values: inout [Int64]) -> Bool {
    _ = take(UInt8(ascii: ","))
    guard take(0x20) || take(UInt8(ascii: "t")), read(1, into: &values[3]), take(UInt8(ascii: ":")),
      read(2, into: &values[4])
    else { return false }
    return !take(UInt8(ascii: ":")) || read(2, into: &values[5])
  }
}
