import LuaRuntime
import Query
import Schema
import Store

/// What rows are sorted by: one row of cells for each, compared as the database compares them.
struct SortKeys {
  private let sorts: [Sort]
  private let cells: RowBuffer
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

  init(_ sorts: [Sort], capacity: Int) {
    self.sorts = sorts
    cells = RowBuffer(columnCount: sorts.count, rowCapacity: max(capacity, 1))
    kinds = sorts.map { _ in nil }
    decimals = sorts.map { _ in [:] }
  }

  // MARK: Filling

  /// Adds a row; `fill` is called with the keys to set each of them.
  mutating func addRow(_ fill: (inout SortKeys) throws -> Void) rethrows {
    let row = cells.beginRow()
    for column in sorts.indices { row[column] = .null }
    try fill(&self)
    cells.endRow()
  }

  /// Sets a key of the row that is being added to what is stored.
  mutating func set(_ column: Int, _ cell: Cell) { cells[cells.count][column] = key(cell, sorts[column]) }

  /// Sets a key to a stored value whose case and digits were dealt with, and whose bytes outlive the keys.
  mutating func set(_ column: Int, borrowing cell: Cell) { cells[cells.count][column] = cell }

  /// Sets a key to the value on top of the stack, which is popped.
  mutating func takeTop(_ column: Int, of stack: LuaStack) throws {
    defer { stack.pop(1) }
    switch stack.kind(-1) {
    case .none, .nil: return
    case .boolean:
      try check(.boolean, column)
      set(column, Cell(Int64(stack.boolean(-1) ? 1 : 0)))
    case .number:
      try check(stack.isInteger(-1) ? .integer : .real, column)
      set(column, stack.isInteger(-1) ? Cell(stack.integer(-1) ?? 0) : Cell(stack.number(-1) ?? 0))
    case .string:
      try check(.text, column)
      if let bytes = stack.bytes(-1) { set(column, Cell(.text, borrowing: bytes)) }
    case .userdata where stack.object(-1, as: NullValue.self) != nil: return
    default: try takeDecimal(column, of: stack)
    }
  }

  private mutating func takeDecimal(_ column: Int, of stack: LuaStack) throws {
    guard let number = stack.object(-1, as: DecimalValue.self)?.number else {
      throw ScriptError(
        .type, "rows are sorted by nil, booleans, numbers, texts or decimals, not by \(stack.value(-1).described)")
    }
    try check(.decimal, column)
    decimals[column][cells.count] = number
  }

  /// Integers go with numbers and with decimals; nothing else goes with another kind.
  private mutating func check(_ kind: Kind, _ column: Int) throws {
    switch (kinds[column], kind) {
    case (nil, _), (.integer?, .real), (.integer?, .decimal): kinds[column] = kind
    case (let known?, _) where known == kind: break
    case (.real?, .integer), (.decimal?, .integer): break
    case (let known?, _):
      throw ScriptError(
        .type,
        "rows cannot be sorted by \(known.rawValue) here and \(kind.rawValue) there: keys are of one kind"
          + " (tostring(…) makes texts of all)")
    }
  }

  /// A cell of its own, as it is compared.
  private func key(_ cell: Cell, _ sort: Sort) -> Cell {
    switch cell.kind {
    case .null, .integer: return cell
    // What is no number is NULL to the database.
    case .real: return cell.real.isNaN ? .null : cell
    case .data: return cells.store(.data, cell.bytes)
    case .text:
      guard !sort.isExact else { return cells.store(.text, cell.bytes) }
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

  /// Whether a row comes before another by all keys.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    for column in sorts.indices {
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
