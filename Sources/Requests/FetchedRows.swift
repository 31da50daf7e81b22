import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Fetched rows, for the one who sorts them: what fields compare by stands in extra columns, functions see lent rows.
package struct FetchedRows: SortableRows {
  let rows: RowBuffer
  private let sorts: [FetchPlan.MemorySort]
  private let resolver: FieldResolver
  private let firstColumn: Int
  private let cursors: (first: LuaRowObject, second: LuaRowObject)
  /// The shape that says of each row which it has; nil where all have one.
  private let mixedShape: LuaRowShape?

  /// Pushes two objects, which show rows until `end()`.
  package init?(_ rows: RowBuffer, of fetching: Fetching, on stack: LuaStack) throws {
    self.rows = rows
    sorts = fetching.plan.sorts
    resolver = try fetching.handle.resolver
    firstColumn = fetching.rowWidth
    guard let shape = try fetching.lentShape(), stack.ensure(16) else { return nil }
    mixedShape = fetching.entity.isMixed ? shape : nil
    let header = UnsafeMutableRawPointer(rows.header)
    guard let first = stack.pushRow(shape, anchor: nil, rows: header, row: 0, state: .lent),
      let second = stack.pushRow(shape, anchor: nil, rows: header, row: 0, state: .lent)
    else { return nil }
    cursors = (first, second)
  }

  /// Takes the lent objects back.
  package func end(on stack: LuaStack) {
    cursors.first.state = .returned
    cursors.second.state = .returned
    stack.top = cursors.first.index - 1
  }

  var count: Int { rows.count }

  var sortedValues: LuaStack.SortedValues? {
    mixedShape == nil ? .rows(cursors.first.index, cursors.second.index) : nil
  }

  package func push(_ row: Int, asSecond: Bool, on stack: LuaStack) {
    let cursor = asSecond ? cursors.second : cursors.first
    cursor.row = row
    if let mixedShape {
      cursor.shape = mixedShape.shape(of: UnsafeMutableRawPointer(rows.header), row: row) ?? mixedShape
    }
    stack.copy(cursor.index)
  }

  func setKeys(_ column: Int, for sort: Sort, in keys: inout SortKeys, on stack: LuaStack) {
    guard let extra = sorts[column].column else { return }
    if let path = sort.path, let collation = try? resolver.field(at: path).nature.collation, collation.joinsTexts {
      keys.compare(column, by: collation)
      for row in 0..<count { keys.set(column, of: row, rows[row, firstColumn + extra]) }
      return
    }
    for row in 0..<count { keys.set(column, of: row, borrowing: rows[row, firstColumn + extra]) }
  }
}

extension Fetching {
  /// The places of fetched rows in the order of the request, as far as it is made in memory.
  func places(of rows: RowBuffer, on stack: LuaStack) throws -> [Int] {
    guard let fetched = try FetchedRows(rows, of: self, on: stack) else {
      throw ScriptError(RequestError.tooManyCalls)
    }
    defer { fetched.end(on: stack) }
    let order = Order(sorts: plan.sorts.map(\.sort), functions: handle.functions)
    return try RowSorter(order: order, stack: stack).places(of: fetched)
  }
}
