import LuaRuntime
import Model
import Query
import Schema
import Store

/// What rows are sorted by: one row of cells for each, compared as the database compares them.
package struct SortKeys {
  let sorts: [Sort]
  private let cells: RowBuffer
  /// How the fields compare texts that keys are of.
  private var collations: [Collation]
  private var kinds: [Kind?]
  /// The decimals of a column by their rows: they are exact beyond what a cell holds.
  private var decimals: [[Int: DecimalNumber]]

  /// What the keys of a script are; those of one column are of one kind.
  private enum Kind: String {
    case boolean = "a boolean"
    case integer = "an integer"
    case real = "a number"
    case decimal = "a decimal"
    case text = "a text"
  }

  /// The keys of so many rows, all NULL at first.
  package init(_ sorts: [Sort], count: Int) {
    self.sorts = sorts
    cells = RowBuffer(columnCount: sorts.count, rowCapacity: max(count, 1))
    collations = sorts.map { _ in .binary }
    kinds = sorts.map { _ in nil }
    decimals = sorts.map { _ in [:] }
    for _ in 0..<count {
      cells.beginRow().update(repeating: .null, count: sorts.count)
      cells.endRow()
    }
  }

  // MARK: Filling

  /// Notes how the field compares texts that the keys of a column are of; before any of them is set.
  package mutating func compare(_ column: Int, by collation: Collation) { collations[column] = collation }

  /// Sets a key of a row to what is stored.
  package mutating func set(_ column: Int, of row: Int, _ cell: Cell) {
    cells[row][column] = key(cell, sorts[column], collations[column])
  }

  /// The same of a cell whose bytes outlive the keys: they are not copied where they are compared as they are.
  package mutating func set(_ column: Int, of row: Int, lasting cell: Cell) {
    let isAsIs =
      switch cell.kind {
      case .null, .integer, .data: true
      case .real: !cell.real.isNaN
      case .text: sorts[column].isExact && !collations[column].joinsTexts
      }
    cells[row][column] = isAsIs ? cell : key(cell, sorts[column], collations[column])
  }

  /// Sets a key to a stored value whose case and digits were dealt with, and whose bytes outlive the keys.
  mutating func set(_ column: Int, of row: Int, borrowing cell: Cell) { cells[row][column] = cell }

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
    let kind: Kind
    switch cell.kind {
    case .null: return true
    case .integer: kind = isTruth ? .boolean : .integer
    case .real: kind = .real
    case .text: kind = .text
    // Bytes are a string to Lua, and no text to the database.
    case .data: return false
    }
    guard admits(kind, column) else { return false }
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

  /// Integers go with numbers and with decimals; nothing else goes with another kind.
  private mutating func admits(_ kind: Kind, _ column: Int) -> Bool {
    switch (kinds[column], kind) {
    case (nil, _), (.integer?, .real), (.integer?, .decimal): kinds[column] = kind
    case (let known?, _) where known == kind: break
    case (.real?, .integer), (.decimal?, .integer): break
    default: return false
    }
    return true
  }

  private mutating func check(_ kind: Kind, _ column: Int) throws {
    if admits(kind, column) { return }
    throw ScriptError(RequestError.mixedKeys(one: kinds[column]?.rawValue, other: kind.rawValue))
  }

  /// A cell of its own, as it is compared.
  private func key(_ cell: Cell, _ sort: Sort, _ collation: Collation) -> Cell {
    switch cell.kind {
    case .null, .integer: return cell
    // What is no number is NULL to the database.
    case .real: return cell.real.isNaN ? .null : cell
    case .data: return cells.store(.data, cell.bytes)
    case .text:
      guard !sort.isExact else {
        guard collation.joinsTexts else { return cells.store(.text, cell.bytes) }
        return collation.key(cell.bytes).withUnsafeBytes { cells.store(.text, $0) }
      }
      let folded = sort.ignoresCase ? SortText.caseKey(cell.bytes) : Array(cell.bytes)
      return folded.withUnsafeBytes { folded in
        guard sort.isNumeric else { return cells.store(.text, folded) }
        return SortText.digitKey(folded).withUnsafeBytes { cells.store(.data, $0) }
      }
    }
  }

  /// Gives decimals their ranks for keys: those compare as the numbers do.
  mutating func finish() {
    for column in sorts.indices where kinds[column] == .decimal {
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
    for column in column..<sorts.count {
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
      return first.isNull == sorts[column].areNullsFirst ? .less : .greater
    }
    let order = compareCells(first, second)
    guard sorts[column].isDescending else { return order }
    return order == .less ? .greater : order == .greater ? .less : order
  }
}
