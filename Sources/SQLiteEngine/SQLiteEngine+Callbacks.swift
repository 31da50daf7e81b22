import CSQLite
import Schema
import Store

extension SQLiteEngine {
  package func add(_ callback: Callback) throws(StoreError) {
    var flags = SQLITE_UTF8
    if callback.isDeterministic { flags |= SQLITE_DETERMINISTIC }
    let handle = try connection.open()
    let code = sqlite3_create_function_v2(
      handle, callback.name, Int32(clamping: callback.argumentCount), flags,
      Unmanaged.passRetained(Callee(callback.call)).toOpaque(), Callee.call, nil, nil,
      { callee in if let callee { Unmanaged<Callee>.fromOpaque(callee).release() } })
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
  }

  package func removeCallback(_ name: String, argumentCount: Int) throws(StoreError) {
    let handle = try connection.open()
    let code = sqlite3_create_function_v2(
      handle, name, Int32(clamping: argumentCount), SQLITE_UTF8, nil, nil, nil, nil, nil)
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
  }
}

/// A function of the program, which SQLite keeps as long as it is known.
private final class Callee {
  private let function: ([Value]) throws -> Value

  init(_ function: @escaping ([Value]) throws -> Value) {
    self.function = function
  }

  static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard let callee = sqlite3_user_data(context) else { return }
    let arguments = (0..<Int(count)).map { Value(values?[$0]) }
    do {
      let answer = try Unmanaged<Callee>.fromOpaque(callee).takeUnretainedValue().function(arguments)
      answer.answer(context)
    } catch {
      sqlite3_result_error(context, "\(error)", -1)
    }
  }
}

extension Value {
  /// A copy of an argument, or of a value of a record.
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      // In this order: the length is that of the text, once it is made.
      let text = sqlite3_value_text(value)
      let bytes = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
      self = .text(bytes: bytes)
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      self = .data([UInt8](UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_value_bytes(value)))))
    default: self = .null
    }
  }

  fileprivate func answer(_ context: OpaquePointer?) {
    withCell { cell in
      switch cell.kind {
      case .null: sqlite3_result_null(context)
      case .integer: sqlite3_result_int64(context, cell.integer)
      case .real: sqlite3_result_double(context, cell.real)
      case .text:
        guard cell.length > 0 else { return sqlite3_result_text(context, "", 0, csqlite_copied()) }
        sqlite3_result_text64(
          context, cell.bytes.bindMemory(to: CChar.self).baseAddress, UInt64(cell.length), csqlite_copied(),
          UInt8(SQLITE_UTF8))
      case .data:
        guard cell.length > 0 else { return sqlite3_result_zeroblob(context, 0) }
        sqlite3_result_blob64(context, cell.bytes.baseAddress, UInt64(cell.length), csqlite_copied())
      }
    }
  }
}
