import CSQLite
import Encodings
import Schema

/// The functions that read values of documents which JSON itself does not have.
///
///     SELECT moonshell_member_decimal('12.5', 2)   -- 1250
///     SELECT moonshell_member_bytes('AP8Q')       -- x'00ff10'
///     SELECT moonshell_json('{ "a": 1.0 }')       -- '{"a":1}'; what is no JSON stays as it is
///
/// What is no such value is NULL.
enum DocumentFunctions {
  /// Makes them known to a connection.
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(
      database, "moonshell_member_decimal", 2, flags, nil,
      { context, _, values in DocumentFunctions.decimal(context, values) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_member_bytes", 1, flags, nil,
      { context, _, values in DocumentFunctions.base64(context, values) },
      nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_json", 1, flags, nil,
      { context, _, values in DocumentFunctions.canonical(context, values) }, nil, nil, nil)
  }

  /// The integer that a column of decimals of this scale holds.
  private static func decimal(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0], let scale = values?[1], let number = number(value),
      let scaled = number.rescaled(to: Int(sqlite3_value_int(scale))), let stored = Int64(exactly: scaled.coefficient)
    else { return }
    sqlite3_result_int64(context, stored)
  }

  private static func number(_ value: OpaquePointer) -> DecimalNumber? {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: DecimalNumber(Int128(sqlite3_value_int64(value)), scale: 0)
    case SQLITE_TEXT: DecimalNumber(text(value))
    default: nil
    }
  }

  private static func base64(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT, let bytes = Base64.bytes(text(value)) else {
      return
    }
    // An empty array may have no address, which would mean NULL.
    if bytes.isEmpty { return sqlite3_result_zeroblob(context, 0) }
    bytes.withUnsafeBytes {
      sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), csqlite_copied())
    }
  }

  /// JSON text as it is written alike for equal values.
  private static func canonical(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    guard sqlite3_value_type(value) == SQLITE_TEXT, var json = DocumentValue.canonicalJSON(of: text(value)) else {
      return sqlite3_result_value(context, value)
    }
    json.withUTF8 { json in
      json.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text64(context, $0.baseAddress, UInt64($0.count), csqlite_copied(), UInt8(SQLITE_UTF8))
      }
    }
  }

  private static func text(_ value: OpaquePointer) -> UnsafeRawBufferPointer {
    // In this order: the length is that of the text, once it is made.
    let text = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}
