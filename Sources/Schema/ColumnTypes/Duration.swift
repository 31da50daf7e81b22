extension ColumnType {
  /// An integer to Lua and to the database, so that it compares, sorts and sums; text of ISO 8601 to people.
  package static let duration = ColumnType(
    name: "duration", summary: "whole seconds, written as weeks to seconds: \"PT1H30M\"", example: "lap = duration {}",
    storage: .integer, expected: DurationMistake.other.expected, unchanged: .integers,
    words: { cell, _ in cell.kind == .integer ? durationText(cell.integer) : nil }, form: { _ in "whole seconds" },
    store: { input, _ in
      switch input {
      case .integer: return .same
      case .text(let bytes):
        var reader = DurationReader(bytes: bytes)
        do throws(DurationMistake) { return .value(.integer(try reader.read())) } catch {
          return .refused(expected: error.expected)
        }
      case .real(let value):
        if let whole = Int64(exactly: value) { return .value(.integer(whole)) }
        let mistake: DurationMistake = value.rounded() == value ? .size : .fraction
        return .refused(expected: mistake.expected)
      case .null, .boolean, .decimal, .other: return .refused(expected: DurationMistake.other.expected)
      }
    })

  /// What a mean of durations is, which no field is declared to be: a number of seconds to Lua, text to people.
  package static let meanDuration = ColumnType(
    name: "mean of durations", summary: "seconds, and parts of one", example: duration.example, storage: .real,
    expected: duration.expected, unchanged: .reals,
    words: { cell, _ in
      switch cell.kind {
      case .integer: durationText(cell.integer)
      case .real: durationText(cell.real)
      default: nil
      }
    },
    store: { input, field in
      if case .text = input, case .value(.integer(let seconds)) = duration.store(input, field) {
        return .value(.real(Double(seconds)))
      }
      return real.store(input, field)
    })
}

/// The seconds of a duration in ISO 8601; nil for another text.
///
///     durationSeconds("PT1H30M")   // 5400
package func durationSeconds(_ text: String) -> Int64? {
  Array(text.utf8).withUnsafeBytes { bytes in
    var reader = DurationReader(bytes: bytes)
    return try? reader.read()
  }
}

/// Hours, minutes and seconds, of which the hours may be more than a day.
///
///     durationText(129_600)   // "PT36H"
package func durationText(_ seconds: Int64) -> String {
  let (minutes, second) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
  let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
  let parts = [(hour, "H"), (minute, "M"), (second, "S")].filter { $0.0 > 0 }.map { "\($0)\($1)" }
  return (seconds < 0 ? "-PT" : "PT") + (parts.isEmpty ? "0S" : parts.joined())
}

/// The same of a mean, which may have a fraction of a second: `PT1M0.5S`; of what is too long, the number.
package func durationText(_ seconds: Double) -> String {
  guard let whole = Int64(exactly: seconds.rounded(.towardZero)) else { return seconds.description }
  let fraction = (seconds - Double(whole)).magnitude
  // Milliseconds tell; what floating-point numbers add to them does not.
  let thousandths = Int((fraction * 1000).rounded())
  if thousandths == 0 { return durationText(whole) }
  if thousandths == 1000 { return durationText(seconds < 0 ? whole - 1 : whole + 1) }
  var digits = String(1000 + thousandths).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  let text = durationText(whole)
  let sign = seconds < 0 && whole == 0 ? "-" : ""
  return sign + (text.last == "S" ? "\(text.dropLast()).\(digits)S" : "\(text)0.\(digits)S")
}

/// Why a text is no duration.
private enum DurationMistake: Error {
  case other, calendar, fraction, size

  /// What would fit, in words.
  var expected: String {
    switch self {
    case .other: "whole seconds, or a duration such as \"PT1H30M\""
    case .calendar: "a duration of weeks, days, hours, minutes and seconds (years and months differ in length)"
    case .fraction: "a duration of whole seconds (a fraction would be lost)"
    case .size: "a duration whose seconds are an integer of 64 bits"
    }
  }
}

/// Reads `[-]P[nW][nD][T[nH][nM][nS]]`, of which one part at least is there, and one behind the `T`.
private struct DurationReader {
  private struct Unit {
    let letter: Unicode.Scalar
    let seconds: Int128
    let isTime: Bool
  }

  private static let units = [
    Unit(letter: "W", seconds: 604_800, isTime: false), Unit(letter: "D", seconds: 86_400, isTime: false),
    Unit(letter: "H", seconds: 3600, isTime: true), Unit(letter: "M", seconds: 60, isTime: true),
    Unit(letter: "S", seconds: 1, isTime: true),
  ]

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func read() throws(DurationMistake) -> Int64 {
    let isNegative = take("-")
    guard take("P"), index < bytes.count else { throw .other }
    var rest = Self.units[...]
    var isTime = false
    var total: Int128 = 0
    while index < bytes.count {
      if !isTime, take("T") {
        isTime = true
        rest = rest.drop { !$0.isTime }
      }
      total += try part(of: &rest, isTime)
    }
    guard let seconds = Int64(exactly: isNegative ? -total : total) else { throw .size }
    return seconds
  }

  /// The seconds of a number and its unit, which is one of those that may still follow.
  private mutating func part(of rest: inout ArraySlice<Unit>, _ isTime: Bool) throws(DurationMistake) -> Int128 {
    let number = try number()
    if take(".") || take(",") { throw .fraction }
    if take("Y") || !isTime && take("M") { throw .calendar }
    guard let place = rest.firstIndex(where: { $0.isTime == isTime && take($0.letter) }) else { throw .other }
    defer { rest = rest[(place + 1)...] }
    return number * rest[place].seconds
  }

  private mutating func number() throws(DurationMistake) -> Int128 {
    let start = index
    var value: Int128 = 0
    while index < bytes.count, (48...57).contains(bytes[index]) {
      value = value * 10 + Int128(bytes[index] - 48)
      guard value <= Int128(Int64.max) + 1 else { throw .size }
      index += 1
    }
    guard index > start else { throw .other }
    return value
  }

  private mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == letter.value else { return false }
    index += 1
    return true
  }
}
