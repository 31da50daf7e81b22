extension DatePart {
  /// The part as a function; NULL of what begins with no day of the calendar, or goes on with no time.
  package var function: Expression.Function {
    Expression.Function("date part \(rawValue)", part: self) { values in
      values[0].withCell { cell in
        guard let day = calendarDay(cell) else { return .null }
        let text = isOfTime ? timeOfDay(cell) : day
        guard let text else { return .null }
        let bytes = text.utf8.dropFirst(start).prefix(length)
        return Int64(String(decoding: bytes, as: UTF8.self)).map { .integer($0) } ?? .null
      }
    }
  }
}

extension Expression.Function {
  /// The day with which a text begins; NULL of what begins with no day.
  package static let dateText = Self("dateText") { values in
    values[0].withCell { calendarDay($0) }.map { .text($0) } ?? .null
  }
}

/// The day with which a text begins, if it is one of the calendar.
func calendarDay(_ cell: Cell) -> String? {
  guard cell.kind == .text, cell.length >= 10 else { return nil }
  let start = String(decoding: cell.bytes.prefix(10), as: UTF8.self)
  guard let day = Moment(text: start), day.dateText == start else { return nil }
  return start
}

/// The eight characters of the time behind a day, where they are one: what is left out of `10:30` is 0.
private func timeOfDay(_ cell: Cell) -> String? {
  let midnight = Array("00:00:00".utf8)
  let rest = String(decoding: cell.bytes.dropFirst(10), as: UTF8.self)
  let given = Array(String(rest.unicodeScalars.dropFirst().prefix(8)).utf8)
  guard given.count <= midnight.count else { return nil }
  let bytes = given + midnight.dropFirst(given.count)
  let digits = bytes.enumerated().allSatisfy { place, byte in
    place == 2 || place == 5 ? byte == UInt8(ascii: ":") : (48...57).contains(byte)
  }
  guard digits, bytes[..<2].lexicographicallyPrecedes("24".utf8), bytes[3] < 54, bytes[6] < 54 else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
