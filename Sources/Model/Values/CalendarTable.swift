import LuaRuntime
import Platform
import Schema

/// A table such as `os.date "*t"` gives: a day, or a moment in the local time as `os.time` takes it.
///
///     born = { year = 2024, month = 2, day = 29 }
struct CalendarTable {
  private let stack: LuaStack
  private let table: Int

  init(_ stack: LuaStack, _ index: Int) {
    self.stack = stack
    table = stack.absolute(index)
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
    defer { stack.pop(1) }
    switch stack.rawGet(table: table, name) {
    case .nil: return standard
    case .number: return stack.integer(-1)
    default: return nil
    }
  }

  /// 1 and 0 as the table says, -1 where it leaves that to the time zone.
  private var isSummerTime: Int32 {
    defer { stack.pop(1) }
    return stack.rawGet(table: table, "isdst") == .boolean ? (stack.boolean(-1) ? 1 : 0) : -1
  }
}

extension LuaStack {
  /// The value at a place as a field of this type takes it: days and moments may be tables.
  func input(_ index: Int, for type: ColumnType) -> Input {
    if let calendar = type.calendar, kind(index) == .table,
      let seconds = CalendarTable(self, index).seconds(for: calendar)
    {
      return .integer(seconds)
    }
    return input(index)
  }
}
