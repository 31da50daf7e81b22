import CRows
import LuaRuntime

/// Makes plain tables of rows of cells; the names of the columns stand below them, made once for all.
package struct PlainTables {
  private let stack: LuaStack
  /// The place of the first name.
  private let first: Int
  private let count: Int

  /// Puts the names above all that stands there; nil where there is no room.
  package init?(_ names: [String], on stack: LuaStack) {
    guard stack.ensure(names.count + 8) else { return nil }
    self.stack = stack
    first = stack.top + 1
    count = names.count
    for name in names { stack.push(name) }
  }

  /// The table of a row, above; the address is that of its first `Schema.Cell`.
  package func table(of cells: UnsafeRawPointer) -> BorrowedValue {
    stack.newTable(fields: count)
    let table = stack.top
    for column in 0..<count {
      stack.copy(first + column)
      stack.push(cell: cells + column * MemoryLayout<moon_cell>.stride)
      stack.rawSetTop(table: table)
    }
    return stack.borrowed(table)
  }
}
