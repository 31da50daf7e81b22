import LuaRuntime
import Model
import Query
import Schema
import Store

/// What rows are sorted by: one row of cells for each, compared as the database compares them.
package struct SortKeys {
  private(set) var columns: [SortColumn]
  private let cells: RowBuffer
  /// The decimals of a column by their rows: they are exact beyond what a cell holds.
  private var decimals: [[Int: DecimalNumber]]

  /// The keys of so many rows, all NULL at first.
  package init(_ sorts: [Sort], count: Int) {
    columns = sorts.map(SortColumn.init)
    cells = RowBuffer(columnCount: sorts.count, rowCapacity: max(count, 1))
    decimals = sorts.map { _ in [:] }
    for _ in 0..<count {
      cells.beginRow().update(repeating: .null, count: sorts.count)
      cells.endRow()
    }
  }

  // MARK: Filling

  /// Notes how the field compares texts that the keys of a column are of; before any of them is set.
  package mutating func compare(_ column: Int, by collation: Collation) {
    columns[column].collation = collation
  }

  /// Sets a key of a row to what is stored.
  package func set(_ column: Int, of row: Int, _ cell: Cell) {
    cells[row][column] = key(cell, columns[column])
  }

  /// The same of a cell whose bytes outlive the keys: they are not copied where they are compared as they are.
  package func set(_ column: Int, of row: Int, lasting cell: Cell) {
    let isAsIs =
      switch cell.kind {
      case .null, .data: true
      case .integer: !columns[column].collation.isOfDecimals
      case .real: !cell.real.isNaN && !columns[column].collation.isOfDecimals
      case .text: columns[column].comparesBytes
      }
    cells[row][column] = isAsIs ? cell : key(cell, columns[column])
  }

  /// Sets a key to a stored value whose case and digits were dealt with, and whose bytes outlive the keys.
  func set(_ column: Int, of row: Int, borrowing cell: Cell) { cells[row][column] = cell }

  /// Sets a key to a value of the script.
  mutating func take(_ column: Int, of row: Int, _ value: BorrowedValue) throws {
    switch value.kind {
    case .none, .nil: return
    case .boolean:
      try check(.boolean, column)
      set(column, of: row, Cell(Int64(value.boolean ? 1 : 0)))
    case .number where value.isInteger:
      try check(.integer, column)
      set(column, of: row, Cell(value.integer ?? 0))
    case .number:
      try check(.real, column)
      set(column, of: row, Cell(value.number ?? 0))
    case .string:
      try check(.text, column)
      if let bytes = value.bytes { set(column, of: row, Cell(.text, borrowing: bytes)) }
    case .userdata where value.object(as: NullValue.self) != nil: return
    default: try takeDecimal(column, of: row, value)
    }
  }

  /// Sets a key to the cell of a field that a function of the script reads.
  ///
  /// - Parameter lasts: whether the bytes outlive the keys.
  /// - Returns: false where it is of another kind than others, or where only a call tells what it is in Lua.
  mutating func take(_ column: Int, of row: Int, _ cell: Cell, isTruth: Bool, lasts: Bool) -> Bool {
    let kind: SortColumn.Kind
    switch cell.kind {
    case .null: return true
    case .integer: kind = isTruth ? .boolean : .integer
    case .real: kind = .real
    case .text: kind = .text
    // Bytes are a string to Lua, and no text to the database.
    case .data: return false
    }
    guard columns[column].admits(kind) else { return false }
    if lasts { set(column, of: row, lasting: cell) } else { set(column, of: row, cell) }
    return true
  }

  private mutating func takeDecimal(_ column: Int, of row: Int, _ value: BorrowedValue) throws {
    guard let number = value.object(as: DecimalValue.self)?.number else {
      throw ScriptError(RequestError.unsortable(value: value.value.described))
    }
    try check(.decimal, column)
    decimals[column][row] = number
  }

  private mutating func check(_ kind: SortColumn.Kind, _ column: Int) throws {
    if columns[column].admits(kind) { return }
    throw ScriptError(RequestError.mixedKeys(one: columns[column].kind?.rawValue, other: kind.rawValue))
  }

  /// A cell of its own, as it is compared.
  private func key(_ cell: Cell, _ column: SortColumn) -> Cell {
    switch cell.kind {
    case .integer where column.collation.isOfDecimals,
      .real where column.collation.isOfDecimals && !cell.real.isNaN:
      cell.value.key(by: column.collation).withCell { $0.kind == .text ? cells.store(.text, $0.bytes) : $0 }
    case .null, .integer: cell
    // What is no number is NULL to the database.
    case .real: cell.real.isNaN ? .null : cell
    case .data: cells.store(.data, cell.bytes)
    case .text: column.key(cell.bytes, in: cells)
    }
  }

  /// Gives decimals their ranks for keys: those compare as the numbers do.
  mutating func finish() {
    for column in columns.indices where columns[column].kind == .decimal {
      var numbers = decimals[column]
      for row in 0..<cells.count where cells[row, column].kind == .integer {
        numbers[row] = DecimalNumber(Int128(cells[row, column].integer), scale: 0)
      }
      var rank: Int64 = 0
      var last: DecimalNumber?
      for (row, number) in numbers.sorted(by: { $0.value < $1.value }) {
        if let last, last < number { rank += 1 }
        last = number
        cells[row, column] = Cell(rank)
      }
    }
  }

  // MARK: Comparing

  var count: Int { cells.count }

  /// The cell of a key, as it is compared.
  func cell(_ row: Int, _ column: Int) -> Cell { cells[row, column] }

  /// Whether a row comes before another by all keys from a column on.
  func precedes(_ left: Int, _ right: Int, from column: Int = 0) -> Bool {
    for column in column..<columns.count {
      switch order(left, right, column) {
      case .less: return true
      case .greater: return false
      default: continue
      }
    }
    return false
  }

  /// How two rows stand by one key.
  func order(_ left: Int, _ right: Int, _ column: Int) -> CellOrder {
    let (first, second) = (cells[left, column], cells[right, column])
    if first.isNull || second.isNull {
      if first.isNull && second.isNull { return .equal }
      return first.isNull == columns[column].areNullsFirst ? .less : .greater
    }
    let order = compareCells(first, second)
    guard columns[column].isDescending else { return order }
    return order == .less ? .greater : order == .greater ? .less : order
  }
}
