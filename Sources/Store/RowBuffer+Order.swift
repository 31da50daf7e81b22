import Schema

extension RowBuffer {
  /// Makes these of the rows its rows, in this order; the bytes of the others stay until the buffer goes.
  package func keep(_ rows: some Collection<Int>) {
    let columns = columnCount
    let kept = UnsafeMutablePointer<Cell>.allocate(capacity: max(columns * rows.count, 1))
    defer { kept.deallocate() }
    for (place, row) in rows.enumerated() { (kept + place * columns).update(from: self[row], count: columns) }
    header.pointee.cells.update(from: kept, count: columns * rows.count)
    header.pointee.rows = rows.count
  }

  /// Adds a copy of a row of another buffer with as many columns.
  package func append(_ row: Int, of other: RowBuffer) {
    let source = other[row]
    let cells = beginRow()
    for column in 0..<columnCount {
      let cell = source[column]
      cells[column] = cell.kind == .text || cell.kind == .data ? store(cell.kind, cell.bytes) : cell
    }
    endRow()
  }
}
