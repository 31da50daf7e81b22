import CPostgreSQL
import Schema
import Store

/// The row that a statement stands on, read cell by cell on demand.
final class LiveRow {
  let header: UnsafeMutablePointer<RowBuffer.Header>
  let row: UnsafeMutablePointer<cpq_row>
  private var kinds: UnsafeMutablePointer<UInt8>?

  init() {
    row = .allocate(capacity: 1)
    row.initialize(to: cpq_row())
    header = .allocate(capacity: 1)
    // There are no cells to look at, but a function that reads them.
    header.initialize(
      to: RowBuffer.Header(cells: nil, columns: 1, rows: 1, read: cpq_read, reader: UnsafeMutableRawPointer(row)))
  }

  deinit {
    cpq_free_row(row)
    kinds?.deallocate()
    header.deallocate()
    row.deallocate()
  }

  /// Stands on a row of an answer.
  func stand(on result: OpaquePointer, _ place: Int32) {
    row.pointee.result = result
    row.pointee.row = place
    row.pointee.cells = nil
  }

  /// Stands on cells that were read before.
  func stand(on cells: UnsafePointer<Cell>?) {
    row.pointee.result = nil
    row.pointee.cells = cells
  }

  /// Learns what the columns of an answer are.
  func take(columnsOf result: OpaquePointer) {
    let count = cpq_column_count(result)
    kinds?.deallocate()
    let kinds = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(count)))
    for column in 0..<count {
      let type = ServerType(number: cpq_column_type(result, column))
      kinds[Int(column)] = type.reading(
        isColumn: cpq_column_table(result, column) != 0, modifier: cpq_column_modifier(result, column))
    }
    self.kinds = kinds
    row.pointee.kinds = UnsafePointer(kinds)
    row.pointee.columns = count
    row.pointee.overflow = 0
  }

  var columnCount: Int { Int(row.pointee.columns) }

  /// Whether no integer in the row is larger than one can be.
  var isWhole: Bool {
    for column in 0..<columnCount { _ = cpq_read(row, column) }
    defer { row.pointee.overflow = 0 }
    return row.pointee.overflow == 0
  }

  /// Appends the row; false where an integer in it is larger than one can be.
  func append(to buffer: RowBuffer) -> Bool {
    let cells = buffer.beginRow()
    for column in 0..<buffer.columnCount {
      guard let cell = cpq_read(row, column)?.pointee else { continue }
      cells[column] = cell.kind == .text || cell.kind == .data ? buffer.store(cell.kind, cell.bytes) : cell
    }
    if row.pointee.overflow != 0 {
      row.pointee.overflow = 0
      buffer.rewind()
      return false
    }
    buffer.endRow()
    return true
  }
}
