import CLimits
import CPostgreSQL
import Query
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
      to: RowBuffer.Header(
        cells: nil, columns: 1, rows: 1, read: cpq_read, reader: UnsafeMutableRawPointer(row),
        are_left: false))
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
  ///
  /// - Parameters:
  ///   - mayAddUp: whether the statement may have added up integers, of which a sum that is none is an error.
  ///   - decimals: the columns that the statement makes of decimals, each digit of which counts.
  func take(columnsOf result: OpaquePointer, mayAddUp: Bool, decimals: [Int: Field]) {
    let count = cpq_column_count(result)
    kinds?.deallocate()
    let kinds = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(count)))
    for column in 0..<count {
      let type = ServerType(number: cpq_column_type(result, column))
      let isBinary = cpq_column_format(result, column) == 1
      let isOfTable = cpq_column_table(result, column) != 0 || decimals[Int(column)] != nil
      let name = cpq_column_name(result, column).map { String(cString: $0) } ?? ""
      kinds[Int(column)] =
        isBinary
        ? type.binaryReading ?? UInt8(CPQ_TEXT)
        : type.reading(
          isSum: mayAddUp && !isOfTable, isExact: isOfTable || name.hasPrefix(Select.exact),
          modifier: cpq_column_modifier(result, column))
      if name.hasPrefix(Select.sumOfSome) {
        kinds[Int(column)] |= UInt8(CPQ_OF_SOME)
      }
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

  /// What became of a row that was to be kept.
  enum Keeping {
    case kept
    /// An integer in it is larger than one can be.
    case tooLarge
    case withoutMemory
  }

  /// Appends the row, which has as many columns as the buffer.
  func append(to buffer: RowBuffer) -> Keeping {
    if climits_is_full(), !climits_make_room(0) { return .withoutMemory }
    guard buffer.hasRoomForRow else { return .withoutMemory }
    let cells = buffer.beginRow()
    cpq_read_all(row, cells)
    if row.pointee.overflow != 0 {
      row.pointee.overflow = 0
      buffer.rewind()
      return .tooLarge
    }
    for column in 0..<columnCount {
      let cell = cells[column]
      guard cell.kind == .text || cell.kind == .data else { continue }
      guard buffer.hasRoom(for: Int(cell.length)) else {
        buffer.rewind()
        return .withoutMemory
      }
      cells[column] = buffer.store(cell.kind, cell.bytes)
    }
    buffer.endRow()
    return .kept
  }
}
