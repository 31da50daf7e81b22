import CSQLite
import Schema
import Store

/// The text of no bytes: SQLite takes a null pointer for NULL, and an empty cell may have one.
private let emptyText = StaticString("")

extension SQLiteStatement {
  package func bind(_ values: [Value]) throws(StoreError) {
    try beginBinding(values.count)
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      if code != SQLITE_OK { throw failure(code) }
    }
  }

  package func bind(_ cells: UnsafePointer<Cell>, count: Int) throws(StoreError) {
    try beginBinding(count)
    let code = bindBorrowed(cells, count: count)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds cells whose bytes stay where they are; stops at the first that fails.
  @inline(__always)
  func bindBorrowed(_ cells: UnsafePointer<Cell>, count: Int) -> Int32 {
    for index in 0..<count {
      let code = bind(cells[index], at: Int32(truncatingIfNeeded: index &+ 1), nil)
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  /// The same for cells whose texts are followed by NUL.
  @inline(__always)
  func bindTerminated(_ cells: UnsafePointer<Cell>, count: Int) -> Int32 {
    for index in 0..<count {
      let position = Int32(truncatingIfNeeded: index &+ 1)
      let code: Int32
      if cells[index].kind == .text, let text = cells[index].address {
        code = csqlite_bind_terminated(
          handle, position, text.assumingMemoryBound(to: CChar.self), cells[index].length)
      } else {
        code = bind(cells[index], at: position, nil)
      }
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  /// Makes it ready for values, of which there must be as many as it has parameters.
  func beginBinding(_ count: Int) throws(StoreError) {
    try checkUsable()
    if state != .ready { sqlite3_reset(handle) }
    state = .ready
    let expected = parameterCount
    if count != expected {
      throw misuse(.wrongCount(expected: expected, found: count))
    }
  }

  /// Binds one owned value, which SQLite copies.
  private func bind(_ value: Value, at position: Int32) -> Int32 {
    let copied = csqlite_copied()
    switch value {
    case .null: return bind(.null, at: position, copied)
    case .integer(let value): return bind(Cell(value), at: position, copied)
    case .real(let value): return bind(Cell(value), at: position, copied)
    case .text(var text):
      return text.withUTF8 { bind(Cell(.text, borrowing: UnsafeRawBufferPointer($0)), at: position, copied) }
    case .data(let bytes):
      return bytes.withUnsafeBytes { bind(Cell(.data, borrowing: $0), at: position, copied) }
    case .brokenText(let bytes):
      return bytes.withUnsafeBytes { bind(Cell(.text, borrowing: $0), at: position, copied) }
    }
  }

  /// Binds one cell; SQLite stores a real that is no number as NULL.
  @inline(__always)
  private func bind(_ cell: Cell, at position: Int32, _ lifetime: sqlite3_destructor_type?) -> Int32 {
    switch cell.kind {
    case .null: return sqlite3_bind_null(handle, position)
    case .integer: return sqlite3_bind_int64(handle, position, cell.integer)
    case .real: return sqlite3_bind_double(handle, position, cell.real)
    case .text:
      let bytes = cell.address ?? UnsafeRawPointer(emptyText.utf8Start)
      return sqlite3_bind_text64(
        handle, position, bytes.assumingMemoryBound(to: CChar.self), UInt64(cell.length), lifetime, UInt8(SQLITE_UTF8))
    case .data:
      if cell.length == 0 { return sqlite3_bind_zeroblob(handle, position, 0) }
      return sqlite3_bind_blob64(handle, position, cell.address, UInt64(cell.length), lifetime)
    }
  }
}
