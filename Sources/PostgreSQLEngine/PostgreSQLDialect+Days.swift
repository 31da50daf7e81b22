import Query
import Schema

/// Days and moments that are kept as texts.
extension PostgreSQLDialect {
  /// The day with which a text begins, or NULL: only a day of the calendar is one.
  static func day(_ value: SQL) -> SQL {
    let day: SQL = "left(\(value), 10)"
    return "CASE WHEN \(day) COLLATE \"C\" ~ '\(calendar)' THEN \(day) END"
  }

  static func part(_ part: DatePart, of value: SQL) -> SQL {
    let digits: SQL = "\(.written(String(part.start + 1))), \(.written(String(part.length)))"
    if !part.isOfTime { return "(substr(\(day(value)), \(digits)))::int8" }
    let given: SQL = "substr(\(value), 12, 8)"
    // What is left out of 10:30 is 0.
    let time: SQL = "(\(given) || substr('00:00:00', char_length(\(given)) + 1))"
    let isTime: SQL = "\(time) COLLATE \"C\" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$'"
    return "CASE WHEN \(day(value)) IS NOT NULL AND \(isTime) THEN (substr(\(time), \(digits)))::int8 END"
  }

  /// The days of the calendar: a cast to a date would end the statement for any other.
  private static let calendar: SQL = {
    let months =
      "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
    let leap = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29"
    return .written("^(\(months)|\(leap))$")
  }()
}
