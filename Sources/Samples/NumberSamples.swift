import Schema

/// Numbers of a range: as far as no end is said, of a size that people would take.
struct NumberSamples {
  let field: Field

  func value(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int, turn: Int) -> Value? {
    if field.storage == .real || field.storage == .any { return real(wishes, &dice, attempt, turn: turn) }
    var (least, most) = (field.integerRange?.lowerBound ?? .min, field.integerRange?.upperBound ?? .max)
    let (lowest, highest) = (least, most)
    for bound in wishes.lower { least = max(least, Self.integer(bound, isUpper: false) ?? least) }
    for bound in wishes.upper { most = min(most, Self.integer(bound, isUpper: true) ?? most) }
    guard least <= most else { return nil }
    let span = widened(attempt)
    let (hasLeast, hasMost) = (least > lowest, most < highest)
    if !hasLeast { least = max(least, hasMost ? min(0, most.adding(-span)) : 0) }
    if !hasLeast, hasMost, most >= 0 { least = max(lowest, 0) }
    if !hasMost { most = min(most, least.adding(span)) }
    guard least <= most else { return nil }
    // Of a short range each number has its turn.
    let (width, isTooWide) = most.subtractingReportingOverflow(least)
    if !isTooWide, width < 2000, turn % 2 == 1 { return .integer(least + Int64(turn / 2) % (width + 1)) }
    return .integer(dice.roll(least...most))
  }

  /// How far from the one end the other one is, where it is not said.
  private var span: Int64 {
    switch field.type {
    case .duration: 36_000
    case .decimal: (0..<min(field.scale, 12)).reduce(1000) { power, _ in power * 10 }
    default: 1000
    }
  }

  /// Where values are wanted that differ, or none passed, they are taken from wider ranges.
  private func widened(_ attempt: Int) -> Int64 {
    let steps = field.isUnique || field.isPrimaryKey ? attempt : attempt / 16
    let (wide, isTooWide) = span.multipliedReportingOverflow(by: 1 << min(steps, 40))
    return isTooWide ? .max / 4 : wide
  }

  /// The outermost integer that a bound leaves; nil where it leaves none or all.
  private static func integer(_ bound: Wishes.Bound, isUpper: Bool) -> Int64? {
    switch bound.value {
    case .integer(let value):
      guard bound.isOpen else { return value }
      return isUpper ? value.adding(-1) : value.adding(1)
    case .real(let value):
      guard !value.isNaN else { return nil }
      let whole = isUpper ? value.rounded(.down) : value.rounded(.up)
      let inside = whole == value && bound.isOpen ? (isUpper ? whole - 1 : whole + 1) : whole
      return Int64(exactly: inside) ?? (inside < 0 ? .min : .max)
    default: return nil
    }
  }

  // MARK: Reals

  private func real(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int, turn: Int) -> Value {
    let lower = wishes.lower.compactMap { Self.real($0.value) }.max()
    let upper = wishes.upper.compactMap { Self.real($0.value) }.min()
    let span = Double(widened(attempt)) / (field.type == .decimal ? Double(self.span) / 1000 : 1)
    let low = lower ?? upper.map { $0 > 0 ? 0 : $0 - span } ?? 0
    let high = upper ?? low + span
    // Functions may ask for whole numbers: of a short range each has its turn.
    let (first, last) = (low.rounded(.up), high.rounded(.down))
    if turn % 4 == 3, first <= last, last - first < 2000 {
      return .real(first + Double(turn / 4 % (Int(last - first) + 1)))
    }
    let exact = low + dice.fraction() * (high - low)
    // As few digits as the range leaves room for: 12.34, not 12.339999.
    let digits = field.isStoredAsNumber ? field.scale : 2
    let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let rounded = (exact * power).rounded() / power
    let isInside = rounded >= low && rounded <= high && (rounded != low && rounded != high || dice.once(in: 2))
    if field.isStoredAsNumber || isInside && (high - low) * power > 4 { return .real(rounded) }
    return .real(exact)
  }

  private static func real(_ value: Value) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}

extension Int64 {
  /// The sum, or the last number before there is none.
  fileprivate func adding(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }
}
