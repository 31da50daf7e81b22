extension ColumnType {
  package static let date = ColumnType(
    name: "date", summary: "a day, as YYYY-MM-DD", example: "born = date {}", storage: .text,
    expected: "a date such as 2024-02-29", unchanged: .dates, calendar: .day,
    form: { _ in "ISO 8601: 2026-01-31" }
  ) { input, _ in
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
