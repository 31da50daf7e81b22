import LuaRuntime
import Platform
import Schema

/// A table such as `os.date "*t"` gives: a day, or a moment in the local time as `os.time` takes it.
///
///     born = { year = 2024, month = 2, day = 29 }
struct CalendarTable {
  private let table: BorrowedValue

  init(_ table: BorrowedValue) {
    self.table = table
  }

  /// The seconds since 1970 that a field of days or of moments stores, or nil when there is no such day or time.
  func seconds(for calendar: ColumnType.Calendar) -> Int64? {
    guard let year = number("year"), let month = number("month"), let day = number("day"),
      let midnight = Moment(year: year, month: month, day: day)
    else { return nil }
    if calendar == .day { return midnight.seconds }
    // As `os.time` has it, a day alone means its noon.
    guard let hour = number("hour", default: 12), let minute = number("min", default: 0),
      let second = number("sec", default: 0),
      Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second) != nil
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    parts.tm_isdst = isSummerTime
    return Int64(mktime(&parts))
  }

  private func number(_ name: String, default standard: Int64? = nil) -> Int64? {
    table.scoped {
      let value = table.member(name)
      return value.isNil ? standard : value.integer
    }
  }

  /// 1 and 0 as the table says, -1 where it leaves that to the time zone.
  private var isSummerTime: Int32 {
    table.scoped {
      let value = table.member("isdst")
      return value.kind == .boolean ? (value.boolean ? 1 : 0) : -1
    }
  }
}

extension BorrowedValue {
  /// The value as a field of this type takes it: days and moments may be tables.
  func input(for type: ColumnType) -> Input {
    if let calendar = type.calendar, isTable, let seconds = CalendarTable(self).seconds(for: calendar) {
      return .integer(seconds)
    }
    return input
  }
}
