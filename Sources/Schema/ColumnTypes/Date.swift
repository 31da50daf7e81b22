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
    name: "datetime", summary: "a moment in UTC, as YYYY-MM-DDTHH:MM:SSZ", example: "last_game = datetime {}",
    storage: .text, expected: "a moment such as 2024-02-29T12:30:00Z", calendar: .moment,
    form: { _ in "ISO 8601, UTC: 2026-01-31T12:00:00Z" }
  ) { input, _ in
    guard let moment = Moment(input) else {
      return .refused(expected: "a moment such as 2024-02-29T12:30:00Z (of whole seconds)")
    }
    // Twenty characters that end in Z, with a T between, are the normal form.
    if case .text(let bytes) = input, bytes.count == 20, bytes[10] == 84, bytes[19] == 90 { return .same }
    return .value(.text(moment.text))
  }
}
