extension TestKind {
  package static let workday = TestKind(
    name: "workday", summary: "a day or a moment from Monday to Friday", example: "is.workday", operands: .none,
    subject: .days, message: { _ in "is not from Monday to Friday" },
    matcher: { _ in { dayOfWeek($0).map { (1...5).contains($0) } } },
    expression: { value, _ in .between(.call(.weekday, [value]), .literal(.integer(1)), .literal(.integer(5))) })
}

extension Expression.Function {
  /// The day of the week with which a text begins (`2024-02-29…`), 0 for Sunday; NULL of what begins with no day.
  package static let weekday = Self("weekday") { values in
    values[0].withCell { dayOfWeek($0) }.map { .integer($0) } ?? .null
  }
}

private func dayOfWeek(_ cell: Cell) -> Int64? {
  guard let start = calendarDay(cell), let day = Moment(text: start) else { return nil }
  // 1970-01-01 was a Thursday.
  let days = day.seconds / 86_400
  return ((days % 7) + 7 + 4) % 7
}
