import Schema
import TestSupport
import Testing

@testable import Query

/// Texts that a type of the server does not write, beside those that it does.
@Suite struct NativeBoundTests {
  @Test(arguments: [
    (6, "2026", "2026-01-01T00:00:00.000000Z"), (6, "2026-11", "2026-11-01T00:00:00.000000Z"),
    (6, "2026-11-27", "2026-11-27T00:00:00.000000Z"), (6, "2026-11-27T09", "2026-11-27T09:00:00.000000Z"),
    (6, "2026-11-27 09:30:00", "2026-11-27T00:00:00.000000Z"),
    (6, "2026-11-27T09:30:00", "2026-11-27T09:30:00.000000Z"),
    (6, "2026-11-27T09:30:00Z", "2026-11-27T09:30:01.000000Z"),
    (6, "2026-11-27T09:30:00.5", "2026-11-27T09:30:00.500000Z"),
    (6, "2026-11-27T09:30:00.5Z", "2026-11-27T09:30:00.600000Z"),
    (3, "2024-02-28T23:59:59.99Z", "2024-02-29T00:00:00.000Z"),
    (0, "2026-11-27T09:30:00.5Z", "2026-11-27T09:30:00Z"), (3, "2026-11-27T09:30:00.1239Z", "2026-11-27T09:30:00.123Z"),
    (0, "2026-11-27", "2026-11-27T00:00:00Z"),
  ])
  func `the first moment that is not before a text`(digits: Int, text: String, first: String) {
    #expect(NativeText.moment(digits: digits, isZoned: true).firstWritten(notBefore: text) == first)
  }

  @Test(arguments: [
    ("2026", "2026-01-01"), ("2026-11", "2026-11-01"), ("2024-02-29T10:00:00Z", "2024-03-01"),
    ("2024-12-31 ", "2025-01-01"),
  ])
  func `the first day that is not before a text`(text: String, first: String) {
    #expect(NativeText.day.firstWritten(notBefore: text) == first)
  }

  @Test(arguments: [
    "", "x", "2026-1", "2026-13", "2026-02-30", "9999-12-31T23:59:59Z", "0000-01-01", "2026-11-27T09:30:00+01:00",
    "20261127",
  ])
  func `of other texts nothing is known`(text: String) {
    #expect(NativeText.moment(digits: 6, isZoned: true).firstWritten(notBefore: text) == nil)
  }

  @Test func `what is greater than a text is at least the first that is not before it`() throws {
    var dice = Dice(seed: Dice.seed())
    var found = 0
    for _ in 0..<4000 {
      let digits = dice.pick([0, 1, 3, 6])
      let native =
        digits == 1 && (dice.roll(2) == 0) ? NativeText.day : .moment(digits: digits, isZoned: (dice.roll(2) == 0))
      let text = String(moment(dice.roll(8), &dice).prefix(4 + dice.roll(25))) + dice.pick(["", "", "Z"])
      guard !native.writes(text, forOrder: true), let first = native.firstWritten(notBefore: text) else { continue }
      found += 1
      for _ in 0..<20 {
        let written = native == .day ? String(moment(0, &dice).prefix(10)) : moment(digits, &dice)
        #expect((written > text) == (written >= first) && written != text, "\(written), \(text): \(first)")
      }
    }
    #expect(found > 1000)
  }

  /// A moment near midnight at the end of a year.
  private func moment(_ digits: Int, _ dice: inout Dice) -> String {
    let text = Moment(seconds: 1_704_067_200 + Int64(dice.roll(7)) - 3)?.text.dropLast() ?? ""
    if digits == 0 { return text + "Z" }
    return "\(text).\((0..<digits).map { _ in dice.pick(["0", "5", "9"]) }.joined())Z"
  }
}
