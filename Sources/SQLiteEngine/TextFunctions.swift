import CSQLite
import RegularExpressions
import Schema

/// The functions of text that SQLite lacks, or has for ASCII only.
///
///     SELECT casefold('ÄRGER')   -- 'ärger'
///     SELECT name FROM player WHERE name REGEXP '^Z'
///
/// Other programs have none of them: no table, view or trigger may be made with them (`SQLITE_DIRECTONLY`).
enum TextFunctions {
  /// Makes them known to a connection.
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    sqlite3_create_function_v2(
      database, "casefold", 1, flags, nil, { context, _, values in TextFunctions.foldCase(context, values) }, nil, nil,
      nil)
    sqlite3_create_function_v2(
      database, "regexp", 2, flags, nil, { context, _, values in TextFunctions.search(context, values) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_case_key", 1, flags, nil, { context, _, values in TextFunctions.caseKey(context, values) },
      nil, nil, nil)
    sqlite3_create_function_v2(
      database, "moonshell_digit_key", 1, flags, nil, { context, _, values in TextFunctions.digitKey(context, values) },
      nil, nil, nil)
  }

  /// Says whether the first text, a regular expression, is found in the second.
  private static func search(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let source = values?[0], let value = values?[1] else { return }
    if sqlite3_value_type(source) == SQLITE_NULL || sqlite3_value_type(value) == SQLITE_NULL { return }
    do {
      switch try pattern(context, source).search(bytes(of: value)) {
      case .found: sqlite3_result_int(context, 1)
      case .notFound: sqlite3_result_int(context, 0)
      case .tooLong: throw SchemaError.searchTooLong(pattern: text(of: source))
      }
    } catch {
      sqlite3_result_error(context, "\(error)", -1)
    }
  }

  /// The compiled expression; SQLite keeps that of a constant from row to row.
  private static func pattern(_ context: OpaquePointer?, _ source: OpaquePointer) throws(SchemaError) -> Pattern {
    if let kept = sqlite3_get_auxdata(context, 0) { return Unmanaged<Pattern>.fromOpaque(kept).takeUnretainedValue() }
    let text = text(of: source)
    do {
      let pattern = try Pattern.cached(text)
      sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(pattern).toOpaque()) { kept in
        if let kept { Unmanaged<Pattern>.fromOpaque(kept).release() }
      }
      return pattern
    } catch {
      throw .pattern(text, reason: error.reason, offset: error.offset)
    }
  }

  private static func text(of value: OpaquePointer) -> String { String(decoding: bytes(of: value), as: UTF8.self) }

  private static func foldCase(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    switch sqlite3_value_type(value) {
    case SQLITE_NULL, SQLITE_BLOB: sqlite3_result_value(context, value)
    default: answer(context, foldedCase(bytes(of: value)))
    }
  }

  private static func answer(_ context: OpaquePointer?, _ text: [UInt8]) {
    // The NUL is not counted; without it an empty text would have no address, which means NULL.
    (text + [0]).withUnsafeBytes { text in
      sqlite3_result_text64(
        context, text.bindMemory(to: CChar.self).baseAddress, UInt64(text.count - 1), csqlite_copied(),
        UInt8(SQLITE_UTF8))
    }
  }

  /// What a text sorts by; any other value stays.
  private static func caseKey(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return sqlite3_result_value(context, value) }
    answer(context, SortText.caseKey(bytes(of: value)))
  }

  private static func digitKey(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let value = values?[0] else { return }
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return sqlite3_result_value(context, value) }
    (SortText.digitKey(bytes(of: value)) + [0]).withUnsafeBytes { key in
      sqlite3_result_blob64(context, key.baseAddress, UInt64(key.count - 1), csqlite_copied())
    }
  }

  /// The text of a value, or what a number is as text.
  private static func bytes(of value: OpaquePointer) -> UnsafeRawBufferPointer {
    // Bytes are UTF-8 here, however the database stores its texts.
    let isBytes = sqlite3_value_type(value) == SQLITE_BLOB
    // In this order: the length is that of the text, once it is made.
    let start = isBytes ? sqlite3_value_blob(value) : sqlite3_value_text(value).map { UnsafeRawPointer($0) }
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}
