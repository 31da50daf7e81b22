import LuaRuntime
import Model
import Query
import Schema

/// Rows of any origin, for the one who sorts them.
protocol SortableRows {
  var count: Int { get }
  /// Pushes a row as a function of the script sees it; two are seen at once, the first and the second.
  func push(_ row: Int, asSecond: Bool, on stack: LuaStack) throws
  /// Pushes what a function of the script makes of each of some rows.
  func pushResults(of function: LuaFunction, for rows: Range<Int>, on stack: LuaStack) throws
  /// Sets a key of all rows to what they have for a sort that asks no function.
  func setKeys(_ column: Int, for sort: Sort, in keys: inout SortKeys, on stack: LuaStack) throws
  /// Where the stack has them all for a function of two rows; nil where only `push` finds them.
  var sortedValues: LuaStack.SortedValues? { get }
}

extension SortableRows {
  func pushResults(of function: LuaFunction, for rows: Range<Int>, on stack: LuaStack) throws {
    for row in rows {
      stack.push(reference: function)
      try push(row, asSecond: false, on: stack)
      try stack.call(arguments: 1, results: 1)
    }
  }
}

/// Sorts rows in memory as the database would, and by functions of the script.
///
/// What gives a key is asked once for each row; then only the keys are compared. A function of two rows is asked while
/// they are sorted. Where all of it finds two rows equal, they stay as they are.
struct RowSorter {
  let order: Order
  let stack: LuaStack

  /// Which row comes first, which second, and so on.
  func places(of rows: some SortableRows) throws -> [Int] {
    guard stack.ensure(16) else { throw ScriptError(RequestError.tooManyCalls) }
    if order.sorts.count == 1, let comparator = comparator(order.sorts[0]), let values = rows.sortedValues {
      return try stack.sortedPlaces(
        rows.count, of: values, by: comparator.function, isDescending: comparator.isDescending)
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
      case .value: try rows.setKeys(column, for: sort, in: &keys, on: stack)
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
      guard stack.ensure(range.count + 16) else { throw ScriptError(RequestError.tooManyCalls) }
      let top = stack.top
      defer { stack.top = top }
      try rows.pushResults(of: function, for: range, on: stack)
      for (place, row) in range.enumerated() { try keys.take(column, of: row, at: top + 1 + place, stack) }
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
    stack.push(reference: comparator.function)
    try rows.push(comparator.isDescending ? right : left, asSecond: false, on: stack)
    try rows.push(comparator.isDescending ? left : right, asSecond: true, on: stack)
    try stack.call(arguments: 2, results: 1)
    defer { stack.pop(1) }
    return stack.boolean(-1)
  }
}
