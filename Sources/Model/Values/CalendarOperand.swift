import LuaRuntime
import Schema

/// A table such as `os.date "*t"` gives among the operands of a condition.
///
///     where { last_game = is.greater(os.date "*t") }
package struct CalendarOperand {
  /// The moment in it, and the day: which one counts is up to the field.
  package let moment, day: Value

  package func value(for field: Field) -> Value { field.type.calendar == .day ? day : moment }
}

extension FieldCoding {
  /// The day and time in a table; nil for what is no such table.
  ///
  /// - Throws: `ScriptError` where there is no such day or time.
  package func calendarOperand(_ value: LuaValue, _ word: String) throws -> CalendarOperand? {
    guard case .table(let table) = value, !table["year"].isNil, !table["month"].isNil, !table["day"].isNil else {
      return nil
    }
    let (moment, day) = session.lua.borrowing(value) { value in
      let calendar = CalendarTable(value)
      return (
        calendar.seconds(for: .moment).flatMap(Moment.init(seconds:)),
        calendar.seconds(for: .day).flatMap(Moment.init(seconds:))
      )
    }
    guard let moment, let day else { throw ScriptError(ValueError.noSuchMoment(word: word)) }
    return CalendarOperand(moment: .text(moment.text), day: .text(day.dateText))
  }
}
