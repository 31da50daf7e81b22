import Schema
import TestSupport
import Testing

/// A calendar that counts day after day, from 0000-01-01 on.
private struct SlowCalendar {
  var year: Int64 = 0
  var month: Int64 = 1
  var day: Int64 = 1

  private var daysInMonth: Int64 {
    switch month {
    case 2:
      if year % 400 == 0 { return 29 }
      if year % 100 == 0 { return 28 }
      return year % 4 == 0 ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  mutating func advance() {
    day += 1
    guard day > daysInMonth else { return }
    day = 1
    month += 1
    guard month > 12 else { return }
    month = 1
    year += 1
  }

  var text: String {
    func digits(_ value: Int64, _ count: Int) -> String { String(String(value + 100_000).suffix(count)) }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}

@Suite struct MomentTests {
  /// The days from 0000-01-01 to 1970-01-01: 1970 years of 365, and 478 leap days.
  private static let daysBeforeEpoch: Int64 = 1970 * 365 + 478

  @Test func `every day from year 0 to 9999 is that of a calendar that counts`() {
    var calendar = SlowCalendar()
    var failures: [String] = []
    let end = Int64(3_652_425)
    for number in 0..<end {
      let seconds = (number - Self.daysBeforeEpoch) * 86400
      let made = Moment(year: calendar.year, month: calendar.month, day: calendar.day)
      if made?.seconds != seconds { failures.append("\(calendar.text): \(String(describing: made?.seconds))") }
      // Texts of every seventh day only: they are what takes time.
      if number % 7 == 0, Moment(seconds: seconds)?.dateText != calendar.text { failures.append(calendar.text) }
      if failures.count > 5 { break }
      calendar.advance()
    }
    #expect(failures == [])
    #expect(calendar.year == 10000)
  }

  @Test func `texts of moments read back`() {
    let seed: UInt64 = 20_240_229
    var dice = Dice(seed: seed)
    for _ in 0..<5000 {
      let seconds = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &dice)
      let text = Moment(seconds: seconds)?.text ?? "none"
      #expect(Moment(text: text)?.seconds == seconds, "\(text), seed \(seed)")
    }
  }

  @Test func `offsets are subtracted`() {
    let seed: UInt64 = 7
    var dice = Dice(seed: seed)
    for _ in 0..<1000 {
      let (hours, minutes) = (dice.roll(24), dice.roll(60))
      let isEast = dice.roll(2) == 0
      let sign = isEast ? "+" : "-"
      let digits = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
      let moment = Moment(text: "2000-06-15T12:00:00\(sign)\(digits(hours)):\(digits(minutes))")
      let shift = Int64(hours * 3600 + minutes * 60) * (isEast ? -1 : 1)
      #expect(moment?.seconds == 961_070_400 + shift, "\(sign)\(hours):\(minutes), seed \(seed)")
    }
  }

  @Test func `later moments have later texts`() {
    let seed: UInt64 = 99
    var dice = Dice(seed: seed)
    for _ in 0..<2000 {
      let first = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &dice)
      let second = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &dice)
      let texts = (Moment(seconds: first)?.text ?? "", Moment(seconds: second)?.text ?? "")
      #expect((first < second) == (texts.0 < texts.1), "\(texts), seed \(seed)")
    }
  }

  @Test func `no cut of a moment and no stray byte is read`() {
    let whole = Array("2024-02-29T12:30:45+02:15".utf8)
    let good: Set<Int> = [10, 16, 19, 22, 25]
    for count in 0...whole.count {
      let text = String(decoding: whole.prefix(count), as: UTF8.self)
      // `+0215` without its colon is fine, and so is `+02`; `+02:1` is not.
      #expect((Moment(text: text) != nil) == good.contains(count), "\(text)")
    }
    for place in whole.indices {
      var bytes = whole
      bytes[place] = 0x78
      #expect(Moment(text: String(decoding: bytes, as: UTF8.self)) == nil, "\(place)")
    }
  }
}
