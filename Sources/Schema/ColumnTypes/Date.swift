extension ColumnType {
  package static let date = ColumnType(
    name: "date", summary: "a day, as YYYY-MM-DD", example: "born = date {}", storage: .text,
    expected: "a date such as 2024-02-29", unchanged: .dates, calendar: .day,
    form: { _ in "ISO 8601: 2026-01-31" }
  ) { input, field in
    if field.isBeyondYears(input) { return .same }
    guard let moment = Moment(input) else { return .refused(expected: "a date such as 2024-02-29") }
    // Seconds are a moment, of which the day in UTC is taken; a text with a time says more than a day.
    if case .text(let bytes) = input {
      guard moment.hasNoTime else { return .refused(expected: "a date such as 2024-02-29") }
      if bytes.count == 10 { return .same }
    }
    return .value(.text(moment.dateText))
  }

  package static let datetime = ColumnType(
    name: "datetime", summary: "a moment in UTC, as YYYY-MM-DDTHH:MM:SSZ; precision = 3 keeps milliseconds",
    example: "last_game = datetime {}", storage: .text, expected: "a moment such as 2024-02-29T12:30:00Z",
    options: ["precision"], calendar: .moment,
    form: { $0.precision == 0 ? "ISO 8601, UTC: 2026-01-31T12:00:00Z" : "ISO 8601, UTC: 2026-01-31T12:00:00.25Z" }
  ) { input, field in
    if field.isBeyondYears(input) { return .same }
    guard let moment = FineMoment(input) else {
      let digits = field.precision == 0 ? "whole seconds" : "at most \(field.precision) digits of a second"
      return .refused(expected: "a moment such as 2024-02-29T12:30:00Z (of \(digits))")
    }
    guard let text = moment.text(precision: field.precision) else {
      return .refused(expected: moment.expected(by: field))
    }
    if case .text(let bytes) = input, text.utf8.elementsEqual(bytes) { return .same }
    return .value(.text(text))
  }

  /// The most digits of a second that a moment may have.
  package static let largestPrecision = 6
}

extension Field {
  /// Whether an input is what a server's column reads as before the year 1, behind 9999, and at infinity: it takes back
  /// what it gives.
  fileprivate func isBeyondYears(_ input: Input) -> Bool {
    switch nature.native {
    case .day, .moment: break
    default: return false
    }
    guard case .text(let bytes) = input else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "infinity" || text == "-infinity" { return true }
    let isLong = text.utf8.prefix { (48...57).contains($0) }.count > 4
    // Whether there is such a day only the server can tell.
    return (isLong || text.hasSuffix(" BC")) && text.utf8.first.map { (48...57).contains($0) } == true
      && text.unicodeScalars.allSatisfy { "0123456789-:+. BC".unicodeScalars.contains($0) }
  }
}

extension FineMoment {
  /// What a field takes that has too few digits for it, and the precision that it would take.
  fileprivate func expected(by field: Field) -> String {
    let digits = field.precision == 0 ? "whole seconds" : "at most \(field.precision) digits of a second"
    let isPossible = fraction.count <= ColumnType.largestPrecision
    return "a moment of \(digits) "
      + (isPossible ? "(precision = \(fraction.count) would take it)" : "(precision = 6 is the most that there is)")
  }
}

extension Field {
  /// Whether a stored text is a moment, whatever digits it has: other programs write more of them.
  package func readsMoment(_ cell: Cell) -> Bool {
    type == .datetime && cell.kind == .text && FineMoment(bytes: cell.bytes) != nil
  }
}
