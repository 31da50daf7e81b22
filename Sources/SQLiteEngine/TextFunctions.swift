import CSQLite
import Schema

/// The functions of text that SQLite lacks, or has for ASCII only.
///
///     SELECT casefold('ÄRGER')   -- 'ärger'
///
/// Other programs have none of them: no table, view or trigger may be made with them (`SQLITE_DIRECTONLY`).
enum TextFunctions {
  /// Makes them known to a connection.
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(
      database, "casefold", 1, flags, nil, { context, _, values in TextFunctions.foldCase(context, values) }, nil, nil,
      nil)
  }

  private static func foldCase(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    switch sqlite3_value_type(value) {
    case SQLITE_NULL, SQLITE_BLOB: sqlite3_result_value(context, value)
    default:
      // The NUL is not counted; without it an empty text would have no address, which means NULL.
      (foldedCase(bytes(of: value)) + [0]).withUnsafeBytes { text in
        sqlite3_result_text64(
          context, text.bindMemory(to: CChar.self).baseAddress, UInt64(text.count - 1), csqlite_copied(),
          UInt8(SQLITE_UTF8))
      }
    }
  }

  /// The text of a value, or what a number is as text.
  private static func bytes(of value: OpaquePointer) -> UnsafeRawBufferPointer {
    // In this order: the length is that of the text, once it is made.
    let text = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}
