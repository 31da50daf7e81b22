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
  /// What gives members that the rows do not hold, below the objects.
  private let giver: BorrowedValue?
  /// The shape that says of each row which it has; nil where all have one.
  private let mixedShape: LuaRowShape?
  private let asked: AskedRows
  private let period = AskingPeriod()

  /// Two objects, above all that stands there, show rows until `end()`; nil where there is no room for them.
  package init?(_ rows: RowBuffer, of fetching: Fetching) throws {
    self.rows = rows
    sorts = fetching.plan.sorts
    resolver = try fetching.handle.resolver
    firstColumn = fetching.rowWidth
    guard let shape = try fetching.lentShape(), fetching.session.lua.hasRoom(16) else { return nil }
    mixedShape = fetching.entity.isMixed ? shape : nil
    let (header, stack) = (UnsafeMutableRawPointer(rows.header), fetching.session.lua.stack)
    giver = fetching.memberGiver(on: stack)
    guard let first = shape.lentObject(of: header, row: 0, given: giver, on: stack),
      let second = shape.lentObject(of: header, row: 0, given: giver, on: stack)
    else {
      giver?.drop()
      return nil
    }
    cursors = (first, second)
    asked = fetching.session.state(AskedRows.self)
    asked.begin(rows.header, fetching.relations(of: rows, during: period))
  }

  /// Takes the lent objects back.
  package func end() {
    asked.end(rows.header)
    period.isOn = false
    cursors.first.state = .returned
    cursors.second.state = .returned
    (giver ?? cursors.first.place).drop()
  }

  var count: Int { rows.count }

  func sortedPlaces(by function: LuaFunction, isDescending: Bool) throws -> [Int]? {
    guard mixedShape == nil else { return nil }
    return try cursors.first.sortedRows(count, with: cursors.second, by: function, isDescending: isDescending)
  }

  /// The object that shows a row.
  package func borrowed(_ row: Int, asSecond: Bool = false) -> BorrowedValue {
    let cursor = asSecond ? cursors.second : cursors.first
    cursor.row = row
    if let mixedShape {
      cursor.shape = mixedShape.shape(of: UnsafeMutableRawPointer(rows.header), row: row) ?? mixedShape
    }
    return cursor.place
  }

  func forEachResult(
    of function: LuaFunction, for rows: Range<Int>, _ body: (Int, BorrowedValue) throws -> Void
  ) throws {
    for row in rows {
      let result = try function.result(of: borrowed(row))
      defer { result.drop() }
      try body(row, result)
    }
  }

  func setKeys(_ column: Int, for sort: Sort, in keys: inout SortKeys) {
    guard let extra = sorts[column].column else { return }
    if let path = sort.path, let collation = try? resolver.field(at: path).collation, !collation.comparesBytes {
      keys.compare(column, by: collation)
      for row in 0..<count { keys.set(column, of: row, rows[row, firstColumn + extra]) }
      return
    }
    for row in 0..<count { keys.set(column, of: row, borrowing: rows[row, firstColumn + extra]) }
  }
}

extension Fetching {
  /// The places of fetched rows in the order of the request, as far as it is made in memory.
  func places(of rows: RowBuffer) throws -> [Int] {
    guard let fetched = try FetchedRows(rows, of: self) else { throw ScriptError(RequestError.tooManyCalls) }
    defer { fetched.end() }
    let order = Order(sorts: plan.sorts.map(\.sort), functions: handle.functions)
    return try RowSorter(order: order, session: session).places(of: fetched)
  }
}
