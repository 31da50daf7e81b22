import LuaRuntime
import Model
import Query
import Schema

/// Rows of any origin, for the one who sorts them.
protocol SortableRows {
  var count: Int { get }
  /// A row as a function of the script sees it; two are seen at once, the first and the second.
  func borrowed(_ row: Int, asSecond: Bool) throws -> BorrowedValue
  /// Calls `body` with what a function of the script makes of each of some rows.
  func forEachResult(
    of function: LuaFunction, for rows: Range<Int>, _ body: (_ row: Int, _ result: BorrowedValue) throws -> Void
  ) throws
  /// Sets a key of all rows to what they have for a sort that asks no function.
  func setKeys(_ column: Int, for sort: Sort, in keys: inout SortKeys) throws
  /// Their places in the order that a function of two rows says, asked in one go; nil where only `borrowed` finds them.
  func sortedPlaces(by function: LuaFunction, isDescending: Bool) throws -> [Int]?
}

/// Sorts rows in memory as the database would, and by functions of the script.
///
/// What gives a key is asked once for each row; then only the keys are compared. A function of two rows is asked while
/// they are sorted. Where all of it finds two rows equal, they stay as they are.
struct RowSorter {
  let order: Order
  let session: SessionContext

  /// Which row comes first, which second, and so on.
  func places(of rows: some SortableRows) throws -> [Int] {
    guard session.lua.hasRoom(16) else { throw ScriptError(RequestError.tooManyCalls) }
    if order.sorts.count == 1, let comparator = comparator(order.sorts[0]),
      let places = try rows.sortedPlaces(by: comparator.function, isDescending: comparator.isDescending)
    {
      return places
    }
    let keys = try keys(of: rows)
    let comparators = order.sorts.map(comparator)
    guard comparators.contains(where: { $0 != nil }) else { return keys.sortedRows() }
    let last = comparators.count - 1
    return try mergeSorted(rows.count) { (left, right) throws(any Error) in
      for (column, comparator) in comparators.enumerated() {
        guard let comparator else {
          let found = keys.order(left, right, column)
          if found == .equal { continue }
          return found == .less
        }
        if try precedes(left, right, comparator, rows) { return true }
        // Behind the last sort it is all the same whether the rows are equal or the other way round.
        if column < last, try precedes(right, left, comparator, rows) { return false }
      }
      return false
    }
  }

  /// So many rows are asked for their keys at once.
  private static let batch = 64

  private func keys(of rows: some SortableRows) throws -> SortKeys {
    var keys = SortKeys(order.sorts, count: rows.count)
    for (column, sort) in order.sorts.enumerated() {
      switch sort.key {
      case .comparator: continue
      case .value(.closure(let hook)):
        guard let function = order.functions[hook] else { continue }
        try setKeys(column, of: rows, to: function, in: &keys)
      case .value: try rows.setKeys(column, for: sort, in: &keys)
      }
    }
    keys.finish()
    return keys
  }

  private func setKeys(
    _ column: Int, of rows: some SortableRows, to function: LuaFunction, in keys: inout SortKeys
  ) throws {
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, rows.count)
      guard session.lua.hasRoom(range.count + 16) else { throw ScriptError(RequestError.tooManyCalls) }
      try rows.forEachResult(of: function, for: range) { row, result in try keys.take(column, of: row, result) }
    }
  }

  private struct Comparator {
    var function: LuaFunction
    var isDescending: Bool
  }

  private func comparator(_ sort: Sort) -> Comparator? {
    guard case .comparator(let hook) = sort.key, let function = order.functions[hook] else { return nil }
    return Comparator(function: function, isDescending: sort.isDescending)
  }

  private func precedes(
    _ left: Int, _ right: Int, _ comparator: Comparator, _ rows: some SortableRows
  ) throws -> Bool {
    try session.lua.scoped { _ in
      let first = try rows.borrowed(comparator.isDescending ? right : left, asSecond: false)
      let second = try rows.borrowed(comparator.isDescending ? left : right, asSecond: true)
      return try comparator.function.isTrue(of: first, second)
    }
  }
}
