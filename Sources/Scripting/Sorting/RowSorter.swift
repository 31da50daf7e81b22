import LuaRuntime
import Query
import Schema

/// Rows of any origin, for the one who sorts them.
protocol SortableRows {
  var count: Int { get }
  /// Pushes a row as a function of the script sees it; two are seen at once, the first and the second.
  func push(_ row: Int, asSecond: Bool, on stack: LuaStack) throws
  /// Sets a key to what a row has for a sort that asks no function.
  func setKey(_ column: Int, of row: Int, for sort: Sort, in keys: inout SortKeys, on stack: LuaStack) throws
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
    guard stack.ensure(16) else { throw ScriptError(.state, "too many functions call each other") }
    let keys = try keys(of: rows)
    let comparators = order.sorts.map(comparator)
    guard comparators.contains(where: { $0 != nil }) else {
      return mergeSorted(rows.count) { (left, right) throws(Never) in keys.precedes(left, right) }
    }
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

  private func keys(of rows: some SortableRows) throws -> SortKeys {
    var keys = SortKeys(order.sorts, capacity: rows.count)
    for row in 0..<rows.count {
      try keys.addRow { keys in
        for (column, sort) in order.sorts.enumerated() {
          switch sort.key {
          case .comparator: continue
          case .value(.closure(let hook)):
            guard let function = order.functions[hook] else { continue }
            stack.push(reference: function)
            try rows.push(row, asSecond: false, on: stack)
            try stack.call(arguments: 1, results: 1)
            try keys.takeTop(column, of: stack)
          case .value: try rows.setKey(column, of: row, for: sort, in: &keys, on: stack)
          }
        }
      }
    }
    keys.finish()
    return keys
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
