import Schema

/// Rows in one arena: cells side by side, their text and bytes in chunks that never move.
///
/// An engine fills it (`beginRow`, `store`, `endRow`), everyone else reads it. A row that a filter rejects is
/// dropped again with `dropRow`, so that it costs nothing. A buffer is also how many rows are written at once.
///
/// Memory: 16 bytes a cell, the bytes of text and data, nothing else.
package final class RowBuffer {
  /// What C code needs to read the rows: the address of this struct is stable, the cells may move.
  package struct Header {
    package var cells: UnsafeMutablePointer<Cell>
    package var columnCount: Int
    package var rowCount: Int
  }

  package let header: UnsafeMutablePointer<Header>
  private var capacity: Int
  private var chunks: [Chunk] = []
  /// The chunk that is being filled.
  private var current = -1

  private struct Chunk {
    var base: UnsafeMutableRawPointer
    var used: Int
    var capacity: Int
  }

  /// Where the arena ended when the row that is being filled was begun.
  private var mark = (chunk: -1, used: 0)

  package init(columnCount: Int, rowCapacity: Int = 16) {
    capacity = max(rowCapacity, 1)
    header = .allocate(capacity: 1)
    header.initialize(
      to: Header(cells: .allocate(capacity: max(columnCount, 1) * capacity), columnCount: columnCount, rowCount: 0))
  }

  deinit {
    for chunk in chunks { chunk.base.deallocate() }
    header.pointee.cells.deallocate()
    header.deallocate()
  }

  package var columnCount: Int { header.pointee.columnCount }
  package var count: Int { header.pointee.rowCount }

  /// The cells of a row; valid until the next row is begun.
  package subscript(row: Int) -> UnsafeMutablePointer<Cell> {
    header.pointee.cells + row * header.pointee.columnCount
  }

  package subscript(row: Int, column: Int) -> Cell {
    get { self[row][column] }
    set { self[row][column] = newValue }
  }

  // MARK: Filling

  /// Makes room for one more row and returns its cells, which hold whatever was there.
  package func beginRow() -> UnsafeMutablePointer<Cell> {
    if header.pointee.rowCount == capacity { grow() }
    mark = (current, current >= 0 ? chunks[current].used : 0)
    return self[header.pointee.rowCount]
  }

  /// Keeps the row that was begun.
  package func endRow() {
    header.pointee.rowCount += 1
  }

  /// Forgets the last kept row and the bytes that were stored for it since `beginRow`.
  package func dropRow() {
    header.pointee.rowCount -= 1
    rewind()
  }

  /// Forgets what was stored since `beginRow`, for a row that was never kept.
  package func rewind() {
    guard current >= 0 else { return }
    for index in (max(mark.chunk, 0) + 1)..<max(current + 1, max(mark.chunk, 0) + 1) { chunks[index].used = 0 }
    current = max(mark.chunk, 0)
    chunks[current].used = mark.used
  }

  /// Forgets all rows and keeps the memory.
  package func removeAll() {
    header.pointee.rowCount = 0
    for index in chunks.indices { chunks[index].used = 0 }
    current = chunks.isEmpty ? -1 : 0
    mark = (current, 0)
  }

  /// Copies bytes into the arena and returns a cell that borrows them for as long as the buffer lives.
  package func store(_ kind: Cell.Kind, _ bytes: UnsafeRawBufferPointer) -> Cell {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return Cell(kind: kind, bits: 0, length: 0) }
    let target = room(for: bytes.count)
    target.copyMemory(from: source, byteCount: bytes.count)
    return Cell(kind: kind, bits: UInt64(UInt(bitPattern: target)), length: UInt32(bytes.count))
  }

  /// Copies an owned value into the arena.
  package func store(_ value: Value) -> Cell {
    value.withCell { cell in
      cell.kind == .text || cell.kind == .data ? store(cell.kind, cell.bytes) : cell
    }
  }

  /// Adds one row of owned values.
  package func append(_ values: [Value]) {
    let cells = beginRow()
    for (column, value) in values.enumerated() { cells[column] = store(value) }
    endRow()
  }

  private func grow() {
    let columns = max(columnCount, 1)
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: columns * capacity * 2)
    larger.update(from: header.pointee.cells, count: columns * capacity)
    header.pointee.cells.deallocate()
    header.pointee.cells = larger
    capacity *= 2
  }

  private func room(for count: Int) -> UnsafeMutableRawPointer {
    if current >= 0, chunks[current].capacity - chunks[current].used >= count {
      defer { chunks[current].used += count }
      return chunks[current].base + chunks[current].used
    }
    return nextChunk(for: count)
  }

  private func nextChunk(for count: Int) -> UnsafeMutableRawPointer {
    current += 1
    if current == chunks.count || chunks[current].capacity < count {
      let size = max(count, 1 << min(20, 10 + chunks.count))
      chunks.insert(Chunk(base: .allocate(byteCount: size, alignment: 16), used: 0, capacity: size), at: current)
    }
    chunks[current].used = count
    return chunks[current].base
  }
}
