import CSQLite
import Schema
import Store

/// The row that a statement stands on, read cell by cell on demand.
///
/// A function that tests rows looks at few of their columns, and most rows are rejected: nothing is copied for them.
final class LiveRow {
  let header: UnsafeMutablePointer<RowBuffer.Header>
  private let row: UnsafeMutablePointer<csqlite_row>

  /// The statement holds this row, and so outlives it.
  init(_ statement: SQLiteStatement) {
    row = .allocate(capacity: 1)
    row.initialize(
      to: csqlite_row(statement: statement.handle, is_open: statement.connection.isOpen, cell: .null))
    header = .allocate(capacity: 1)
    // There are no cells to look at, but a function that reads them.
    header.initialize(
      to: RowBuffer.Header(
        cells: nil, columns: 1, rows: 1, read: csqlite_read, reader: UnsafeMutableRawPointer(row),
        are_left: false))
  }

  deinit {
    header.deallocate()
    row.deallocate()
  }
}
