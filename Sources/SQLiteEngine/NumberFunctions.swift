import CSQLite
import Schema

/// The functions of numbers that SQLite lacks, or has with results of its own.
///
///     SELECT moonshell_round(2.5)         -- 3
///     SELECT moonshell_round(2.675, 2)    -- 2.68
///
/// and those that write plain values as JSON, each number so that it reads as itself.
///
///     SELECT moonshell_number_json(1.0)   -- '1.0'
enum NumberFunctions {
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(
      database, "moonshell_round", 1, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 1, .roundWhole) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_round", 2, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 2, .round) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_settle", 2, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 2, .settle) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_number_json", 1, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 1, .numberJSON) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_number_key", 1, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 1, .numberKey) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_text_json", 1, flags, nil,
      { context, _, values in NumberFunctions.answer(context, values, count: 1, .textJSON) }, nil, nil, nil)
  }

  private static func answer(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, count: Int,
    _ function: Expression.Function
  ) {
    let arguments = (0..<count).map { number(values?[$0]) }
    switch try? function(arguments) {
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(context, $0.baseAddress, UInt64($0.count), csqlite_copied(), UInt8(SQLITE_UTF8))
        }
      }
    default: sqlite3_result_null(context)
    }
  }

  private static func number(_ value: OpaquePointer?) -> Value {
    guard let value else { return .null }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_NULL: return .null
    default:
      // Bytes are UTF-8 here, however the database stores its texts.
      let isBytes = sqlite3_value_type(value) == SQLITE_BLOB
      let start = isBytes ? sqlite3_value_blob(value) : sqlite3_value_text(value).map { UnsafeRawPointer($0) }
      let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
      return .text(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
