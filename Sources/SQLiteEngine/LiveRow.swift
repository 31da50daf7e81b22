import CSQLite
import Schema
import Store

/// The row that a statement stands on, read cell by cell as somebody asks.
///
/// A function that tests rows looks at few of their columns, and most rows are rejected: nothing is copied for them.
final class LiveRow {
  let header: UnsafeMutablePointer<RowBuffer.Header>
  private let cell: UnsafeMutablePointer<Cell>
  /// The statement holds this row, and so outlives it.
  private unowned(unsafe) let statement: SQLiteStatement

  init(_ statement: SQLiteStatement) {
    self.statement = statement
    cell = .allocate(capacity: 1)
    cell.initialize(to: .null)
    header = .allocate(capacity: 1)
    header.initialize(to: RowBuffer.Header(cells: cell, columnCount: 1, rowCount: 1))
    header.pointee.reader = Unmanaged.passUnretained(self).toOpaque()
    header.pointee.read = { reader, column in
      guard let reader else { return nil }
      return Unmanaged<LiveRow>.fromOpaque(reader).takeUnretainedValue().read(column)
    }
  }

  deinit {
    header.deallocate()
    cell.deallocate()
  }

  /// The cell of a column; NULL when the statement stands on no row any more.
  private func read(_ column: Int) -> UnsafeRawPointer {
    cell.pointee = statement.state == .running && statement.isUsable ? value(column) : .null
    return UnsafeRawPointer(cell)
  }

  private func value(_ column: Int) -> Cell {
    let value = sqlite3_column_value(statement.handle, Int32(truncatingIfNeeded: column))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return Cell(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return Cell(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = sqlite3_value_text(value)
      return Cell(.text, borrowing: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      return Cell(.data, borrowing: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
  }
}
