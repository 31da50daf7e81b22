import CSQLite
import Encodings
import Schema

/// The functions that turn decimals, which are stored without their point, into numbers of another scale and back.
///
///     SELECT moonshell_decimal('1.5', 2)         -- 150
///     SELECT moonshell_decimal_text(150, 2)      -- '1.50'
///
/// What would not be the same number is an error, as a migration needs it.
///
///     SELECT moonshell_decimal_number('1.50')    -- 1.5; '12345678901234567.89' stays
///     SELECT '9.0' COLLATE moonshell_decimal = '9', moonshell_decimal_of(1.5)     -- 1, '1.5'
enum DecimalFunctions {
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    serveSum(database, flags)
    sqlite3_create_function_v2(
      database, "moonshell_decimal_of", 1, flags, nil, { context, _, values in DecimalFunctions.word(context, values) },
      nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_decimal_number", 1, flags, nil,
      { context, _, values in DecimalFunctions.number(context, values) }, nil, nil, nil)
    sqlite3_create_collation_v2(
      database, "moonshell_decimal", SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let left = Cell(.text, borrowing: UnsafeRawBufferPointer(start: left, count: Int(leftCount)))
        let right = Cell(.text, borrowing: UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
        return switch compareCells(left, right, by: .decimal) {
        case .less: -1
        case .greater: 1
        case .equal, .unknown: 0
        }
      }, nil)
    sqlite3_create_function_v2(
      database, "moonshell_decimal", 2, flags, nil, { context, _, values in DecimalFunctions.store(context, values) },
      nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_decimal_text", 2, flags, nil,
      { context, _, values in DecimalFunctions.show(context, values) }, nil, nil, nil)
  }

  /// A sum in the making: SQLite's memory holds a pointer to it.
  private final class SumBox {
    var sum = DecimalSum()
  }

  private static func serveSum(_ database: OpaquePointer, _ flags: Int32) {
    sqlite3_create_function_v2(
      database, "moonshell_decimal_sum", 1, flags, nil, nil,
      { context, _, values in DecimalFunctions.add(context, values) },
      { context in DecimalFunctions.finish(context) }, nil)
  }

  private static func add(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0], sqlite3_value_type(value) != SQLITE_NULL,
      let place = sqlite3_aggregate_context(context, Int32(MemoryLayout<Unmanaged<SumBox>?>.size))
    else { return }
    let kept = place.assumingMemoryBound(to: Unmanaged<SumBox>?.self)
    if kept.pointee == nil { kept.pointee = .passRetained(SumBox()) }
    let box = kept.pointee?.takeUnretainedValue()
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT:
      // In this order: the length is that of the text, once it is made.
      let text = sqlite3_value_text(value)
      box?.sum.add(
        Cell(.text, borrowing: UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))))
    case SQLITE_INTEGER: box?.sum.add(Cell(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: box?.sum.add(Cell(sqlite3_value_double(value)))
    default: box?.sum.add(Cell(Int64(0)))
    }
  }

  /// A number as the text of a decimal; any other value stays.
  private static func word(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    let number: DecimalNumber? =
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: DecimalNumber(Int128(sqlite3_value_int64(value)), scale: 0)
      case SQLITE_FLOAT: DecimalNumber(exactly: sqlite3_value_double(value))
      default: nil
      }
    guard let number else { return sqlite3_result_value(context, value) }
    sqlite3_result_text(context, number.description, -1, csqlite_copied())
  }

  /// The text of a decimal as the number that stands for it; any other value, and what has more digits, stays.
  private static func number(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return sqlite3_result_value(context, value) }
    switch DecimalNumber(text(of: value).utf8)?.storedNumber {
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    default: sqlite3_result_value(context, value)
    }
  }

  private static func finish(_ context: OpaquePointer?) {
    guard let place = sqlite3_aggregate_context(context, 0) else { return sqlite3_result_null(context) }
    let kept = place.assumingMemoryBound(to: Unmanaged<SumBox>?.self)
    guard let box = kept.pointee?.takeRetainedValue() else { return sqlite3_result_null(context) }
    kept.pointee = nil
    switch box.sum.value {
    case .text(let text): sqlite3_result_text(context, text, -1, csqlite_copied())
    case .real(let real): sqlite3_result_double(context, real)
    default: sqlite3_result_null(context)
    }
  }

  private static func store(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0], let scale = values?[1], sqlite3_value_type(value) != SQLITE_NULL else { return }
    let digits = Int(sqlite3_value_int(scale))
    let shown = text(of: value)
    guard let number = DecimalNumber(shown.utf8)?.rescaled(to: digits), let stored = Int64(exactly: number.coefficient)
    else {
      let words = "\(quotedExcerpt(shown)) is no decimal of at most \(digits) digits behind the point"
      sqlite3_result_error(context, words, -1)
      return
    }
    sqlite3_result_int64(context, stored)
  }

  private static func show(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0], let scale = values?[1], sqlite3_value_type(value) != SQLITE_NULL else { return }
    let number = DecimalNumber(Int128(sqlite3_value_int64(value)), scale: Int(sqlite3_value_int(scale)))
    sqlite3_result_text(context, number.description, -1, csqlite_copied())
  }

  /// The text of a value; of a real number the shortest that means it, without an exponent where it has a point.
  private static func text(of value: OpaquePointer) -> String {
    if sqlite3_value_type(value) == SQLITE_FLOAT {
      let number = sqlite3_value_double(value)
      if let whole = Int64(exactly: number) { return String(whole) }
      return "\(number)"
    }
    return sqlite3_value_text(value).map { String(cString: $0) } ?? ""
  }
}
