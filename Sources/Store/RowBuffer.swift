import CCells
import CLimits
import Platform
import Schema

/// Rows in one arena: cells side by side, their text and bytes in chunks that never move.
///
/// An engine fills it (`beginRow`, `store`, `endRow`), everyone else reads it. A row that a filter rejects is
/// dropped again with `dropRow`, so that it costs nothing. A buffer is also how many rows are written at once.
///
/// Memory: 12 bytes a cell, the bytes of text and data, nothing else.
package final class RowBuffer {
  /// What C code needs to read the rows: the address of this struct is stable, the cells may move.
  package typealias Header = moon_rows

  /// Where the next row and the next bytes go.
  ///
  /// It lies behind a pointer: each use of a class's own variable costs a check for exclusive access.
  private struct Arena {
    /// How many rows the cells have room for.
    var rowCapacity: Int
    /// The chunk that is being filled (-1 is the room in the block), and its free part.
    var chunk: Int
    var free: UnsafeMutableRawPointer
    var end: UnsafeMutableRawPointer
    /// Where the free part began when the row that is being filled was begun.
    var markedChunk: Int
    var markedFree: UnsafeMutableRawPointer
    /// Short texts that are stored already: of many rows, until one of them is given up with its bytes.
    var repeated: RepeatedTexts?
  }

  /// What stands at the start of the block; the first cells and some room for bytes follow it, because a buffer is made
  /// for every row that is looked up.
  private struct Block {
    var header: Header
    var arena: Arena
  }

  /// So many rows are worth the room that it takes to find repeated texts.
  private static let manyRows = 1024

  /// The bytes that the block has room for: mostly enough for one row.
  private static let roomInBlock = 192

  private let block: UnsafeMutableRawPointer
  /// The cells and the room for bytes in the block.
  private let firstCells: UnsafeMutablePointer<Cell>
  private let room: UnsafeMutableRawPointer
  package let header: UnsafeMutablePointer<Header>
  private let arena: UnsafeMutablePointer<Arena>
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  /// What was loaded along with the rows, for the request that fetched them.
  package var companion: AnyObject?
  /// What reads one of the rows again, where they hold more than fields.
  package var maker: AnyObject?

  /// Whether a NUL follows the bytes of every text: some engines copy a text without one to look into it.
  package let terminatesTexts: Bool

  /// With `terminatesTexts`, the code that puts a borrowed text into a cell sees to its NUL.
  package init(columnCount: Int, rowCapacity: Int = 16, terminatesTexts: Bool = false) {
    self.terminatesTexts = terminatesTexts
    let capacity = max(rowCapacity, 1)
    let cellBytes = max(columnCount, 1) * capacity * MemoryLayout<Cell>.stride
    let start = MemoryLayout<Block>.stride
    block = .allocate(byteCount: start + cellBytes + Self.roomInBlock, alignment: 16)
    firstCells = (block + start).assumingMemoryBound(to: Cell.self)
    room = block + start + cellBytes
    block.initializeMemory(
      as: Block.self,
      to: Block(
        header: Header(cells: firstCells, columns: columnCount, rows: 0, read: nil, reader: nil, are_left: false),
        arena: Arena(
          rowCapacity: capacity, chunk: -1, free: room, end: room + Self.roomInBlock, markedChunk: -1,
          markedFree: room, repeated: nil)))
    header = (block + (MemoryLayout<Block>.offset(of: \.header) ?? 0)).assumingMemoryBound(to: Header.self)
    arena = (block + (MemoryLayout<Block>.offset(of: \.arena) ?? 0)).assumingMemoryBound(to: Arena.self)
  }

  deinit {
    for chunk in chunks {
      climits_hold(-chunk.count)
      chunk.deallocate()
    }
    freeCells()
    forgetRepeated()
    block.deallocate()
  }

  package var columnCount: Int { header.pointee.columns }
  package var count: Int { header.pointee.rows }

  /// The cells of a row; valid until the next row is begun.
  package subscript(row: Int) -> UnsafeMutablePointer<Cell> {
    header.pointee.cells + row * header.pointee.columns
  }

  package subscript(row: Int, column: Int) -> Cell {
    get { self[row][column] }
    set { self[row][column] = newValue }
  }

  /// A copy of one value; unlike a cell, it may outlive the buffer.
  package func value(_ row: Int, _ column: Int) -> Value { withExtendedLifetime(self) { self[row, column].value } }

  // MARK: Filling

  /// Whether there is memory for one more row; only where the cells must grow that is a question.
  @inline(__always)
  package var hasRoomForRow: Bool {
    header.pointee.rows < arena.pointee.rowCapacity
      || climits_make_room(max(columnCount, 1) * arena.pointee.rowCapacity * 2 * MemoryLayout<Cell>.stride)
  }

  /// Whether there is memory for so many bytes more.
  @inline(__always)
  package func hasRoom(for count: Int) -> Bool {
    arena.pointee.end - arena.pointee.free > count || climits_make_room(chunkSize(for: count + 1))
  }

  /// Makes room for one more row and returns its cells, which hold whatever was there.
  package func beginRow() -> UnsafeMutablePointer<Cell> {
    if header.pointee.rows == arena.pointee.rowCapacity { grow() }
    arena.pointee.markedChunk = arena.pointee.chunk
    arena.pointee.markedFree = arena.pointee.free
    return self[header.pointee.rows]
  }

  /// Keeps the row that was begun.
  package func endRow() {
    header.pointee.rows += 1
  }

  /// Forgets the last kept row and the bytes that were stored for it since `beginRow`.
  package func dropRow() {
    header.pointee.rows -= 1
    rewind()
  }

  /// Forgets what was stored since `beginRow`, for a row that was never kept.
  package func rewind() {
    forgetRepeated()
    if arena.pointee.chunk == arena.pointee.markedChunk {
      arena.pointee.free = arena.pointee.markedFree
    } else if arena.pointee.markedChunk >= 0 {
      goOn(in: arena.pointee.markedChunk, at: arena.pointee.markedFree)
    } else {
      goOnInBlock(at: arena.pointee.markedFree)
    }
  }

  /// Forgets all rows and keeps the memory.
  package func removeAll() {
    header.pointee.rows = 0
    forgetRepeated()
    goOnInBlock(at: room)
    arena.pointee.markedChunk = arena.pointee.chunk
    arena.pointee.markedFree = arena.pointee.free
  }

  /// Copies bytes into the arena and returns a cell that borrows them for as long as the buffer lives.
  package func store(_ kind: Cell.Kind, _ bytes: UnsafeRawBufferPointer) -> Cell {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return Cell(kind, address: nil, length: 0) }
    let isShort = bytes.count <= RepeatedTexts.longest && arena.pointee.repeated != nil
    if isShort, let address = arena.pointee.repeated?.address(of: source, bytes.count) {
      return Cell(kind, address: address, length: bytes.count)
    }
    let size = terminatesTexts ? bytes.count + 1 : bytes.count
    if arena.pointee.end - arena.pointee.free < size { beginChunk(for: size) }
    let target = arena.pointee.free
    target.copyMemory(from: source, byteCount: bytes.count)
    if terminatesTexts { target.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self) }
    arena.pointee.free = target + size
    if isShort { arena.pointee.repeated?.remember(target) }
    return Cell(kind, address: target, length: bytes.count)
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
    let size = cellBytes
    let isOwn = header.pointee.cells != firstCells
    // Large blocks grow by moving their pages, where a new one would have to be filled.
    // As where Swift itself finds no memory, the process ends then.
    guard let larger = realloc(isOwn ? header.pointee.cells : nil, size * 2) else { abort() }
    if !isOwn { larger.copyMemory(from: firstCells, byteCount: size) }
    climits_hold(isOwn ? size : size * 2)
    header.pointee.cells = larger.assumingMemoryBound(to: Cell.self)
    arena.pointee.rowCapacity *= 2
    if arena.pointee.rowCapacity > Self.manyRows, arena.pointee.repeated == nil {
      arena.pointee.repeated = RepeatedTexts()
    }
  }

  private func forgetRepeated() {
    arena.pointee.repeated?.free()
    arena.pointee.repeated = nil
  }

  private var cellBytes: Int { max(columnCount, 1) * arena.pointee.rowCapacity * MemoryLayout<Cell>.stride }

  private func freeCells() {
    guard header.pointee.cells != firstCells else { return }
    climits_hold(-cellBytes)
    free(header.pointee.cells)
  }

  // MARK: Chunks

  /// Goes on in the next chunk, which is made where there is none or where it is too small.
  ///
  /// Their sizes double from 1 KiB to 1 MiB; what is larger than that gets a chunk of its own.
  private func beginChunk(for count: Int) {
    let next = arena.pointee.chunk + 1
    if next == chunks.count || chunks[next].count < count {
      let size = chunkSize(for: count)
      chunks.insert(.allocate(byteCount: size, alignment: 16), at: next)
      climits_hold(size)
    }
    goOn(in: next, at: chunks[next].baseAddress)
  }

  private func chunkSize(for count: Int) -> Int { max(count, 1 << min(20, 10 + chunks.count)) }

  private func goOnInBlock(at free: UnsafeMutableRawPointer) {
    arena.pointee.chunk = -1
    arena.pointee.free = free
    arena.pointee.end = room + Self.roomInBlock
  }

  private func goOn(in chunk: Int, at free: UnsafeMutableRawPointer?) {
    // A chunk is never empty, and so it has an address.
    guard let free, let base = chunks[chunk].baseAddress else { return }
    arena.pointee.chunk = chunk
    arena.pointee.free = free
    arena.pointee.end = base + chunks[chunk].count
  }
}
