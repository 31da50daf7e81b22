import Schema

/// Days and moments of a range: of ten years, as far as no end is said.
struct MomentSamples {
  let field: Field

  private static let day: Int64 = 86_400
  private static let years = day * 3652
  /// 2020-01-01.
  private static let start: Int64 = 1_577_836_800
  /// The first and the last second of the years 0 to 9999.
  private static let seconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  private var isDay: Bool { field.type == .date }

  /// What the smallest step of the field is a part of: a second, or of a day nothing.
  private var steps: Int64 { isDay ? 1 : (0..<field.precision).reduce(1) { steps, _ in steps * 10 } }

  func value(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int) -> Value? {
    let width = Self.years * (attempt > 8 ? 20 : 1)
    // Counted in days, or in the smallest part of a second that the field keeps.
    func counted(_ seconds: Int64) -> Int64 { isDay ? floored(seconds, Self.day) : seconds * steps }
    let lower = wishes.lower.compactMap { place($0, 1) }.max()
    let upper = wishes.upper.compactMap { place($0, -1) }.min()
    let span = counted(width)
    let least = lower ?? upper.map { $0 - span } ?? counted(Self.start)
    let most = upper ?? least + span
    let (first, last) = (max(least, counted(Self.seconds.lowerBound)), min(most, counted(Self.seconds.upperBound)))
    guard first <= last else { return nil }
    var chosen = dice.roll(first...last)
    if let isWorkday = wishes.isWorkday {
      chosen = shifted(chosen, to: isWorkday, by: isDay ? 1 : Self.day * self.steps, in: first...last, &dice)
    }
    return text(chosen)
  }

  /// Where a bound is, an open one a step further in.
  private func place(_ bound: Wishes.Bound, _ step: Int64) -> Int64? {
    guard case .text(let text) = bound.value else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first, let moment = Moment(text: parts.count == 1 ? text : whole + "Z") else { return nil }
    let open: Int64 = bound.isOpen ? step : 0
    if isDay { return floored(moment.seconds, Self.day) + open }
    let digits = parts.count == 1 ? "" : parts[1].prefix { $0.isNumber }
    let padded = (digits + String(repeating: "0", count: field.precision)).prefix(field.precision)
    return moment.seconds * steps + (Int64(padded) ?? 0) + open
  }

  /// A near day from Monday to Friday, or one that is not.
  private func shifted(
    _ place: Int64, to isWorkday: Bool, by day: Int64, in range: ClosedRange<Int64>, _ dice: inout SampleDice
  ) -> Int64 {
    let near = (-6...6).map { place + Int64($0) * day }.filter { near in
      // 1970-01-01 was a Thursday.
      let weekday = ((floored(near, day) % 7) + 7 + 4) % 7
      return range.contains(near) && (1...5).contains(weekday) == isWorkday
    }
    return near.isEmpty ? place : dice.pick(near)
  }

  private func text(_ place: Int64) -> Value? {
    if isDay { return Moment(seconds: place * Self.day).map { .text($0.dateText) } }
    let whole = floored(place, steps)
    guard let moment = Moment(seconds: whole) else { return nil }
    if field.precision == 0 { return .text(moment.text) }
    let digits = String(place - whole * steps)
    let zeros = String(repeating: "0", count: field.precision - digits.count)
    return .text(moment.text.dropLast() + "." + zeros + digits + "Z")
  }

  private func floored(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
