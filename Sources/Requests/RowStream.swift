import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// The rows of a running statement that a request selects, a few at a time.
package struct RowStream {
  private let statement: any Statement
  private let shown: ShownRow
  private let residual: FetchPlan.Residual?
  private let flagColumn: Int
  private let functions: [ScriptHook: LuaFunction]
  private let tested: TestedValues
  private let shape: LuaRowShape?
  /// Whether each row has a shape of its own.
  private let isMixed: Bool
  /// What is still to be skipped and kept, where the database does not do it.
  private var skipping: Int
  private var remaining: Int
  private let fetching: Fetching
  /// The rows in their order, once a function has sorted them, and the place of the next.
  private var sorted: (rows: RowBuffer, next: Int)?

  private var buffer: RowBuffer

  package init(_ fetching: Fetching, buffer: RowBuffer) throws {
    let handle = fetching.handle
    statement = try handle.context.database.store().prepare(fetching.rowsSQL())
    shown = ShownRow(statement, of: fetching)
    residual = fetching.plan.residual
    flagColumn = fetching.rowWidth
    isMixed = fetching.entity.isMixed
    functions = handle.functions
    shape = try fetching.lentShape()
    tested = try TestedValues(fetching)
    self.fetching = fetching
    // Rows that are sorted here are cut when they are.
    let cuts = residual != nil && fetching.plan.sorts.isEmpty
    skipping = cuts ? handle.request.offset : 0
    remaining = cuts ? handle.request.limit ?? .max : .max
    self.buffer = buffer
  }

  /// From now on rows go into this buffer.
  package mutating func move(to buffer: RowBuffer) { self.buffer = buffer }

  package func close() { statement.release() }

  /// The tables that the statement reads.
  var readTables: [String] { statement.readTables }

  /// Adds up to `count` selected rows to the buffer; false when the statement has no more.
  package mutating func fill(count: Int) throws -> Bool {
    do {
      return try filled(count: count)
    } catch let error as StoreError where fetching.pushdown == nil {
      throw fetching.handle.naming(error)
    }
  }

  private mutating func filled(count: Int) throws -> Bool {
    if fetching.plan.sorts.isEmpty { return try take(count: count) }
    if sorted == nil {
      if count == .max, buffer.count == 0 {
        try sortAll()
        return false
      }
      // A function must see all rows before the first of them is known.
      let target = buffer
      buffer = RowBuffer(columnCount: target.columnCount)
      defer { buffer = target }
      try sortAll()
      sorted = (buffer, 0)
    }
    return give(count: count)
  }

  /// Takes all rows into the buffer, sorts and cuts them.
  private mutating func sortAll() throws {
    _ = try take(count: .max)
    let request = fetching.handle.request
    let store = try fetching.handle.context.database.store()
    let places = try store.asking(about: statement.readTables) { try fetching.places(of: buffer) }
      .dropFirst(request.offset)
    buffer.keep(places.prefix(request.limit ?? .max))
  }

  /// Adds up to `count` of the sorted rows to the buffer; false when there are no more.
  private mutating func give(count: Int) -> Bool {
    guard let (rows, next) = sorted else { return false }
    let end = next + min(count, rows.count - next)
    for row in next..<end { buffer.append(row, of: rows) }
    sorted?.next = end
    return end < rows.count
  }

  private mutating func take(count: Int) throws -> Bool {
    guard let residual else { return try fillPlain(count: count) }
    let store = try fetching.handle.context.database.store()
    let shown = shown
    return try store.asking(about: statement.readTables) {
      try shown.asking { try take(count: count, where: residual) }
    }
  }

  private mutating func take(count: Int, where residual: FetchPlan.Residual) throws -> Bool {
    // Functions are called by the coroutine that asks now.
    let lua = fetching.session.lua
    // One object shows each row in turn; it is taken back when all is said.
    guard let shape, lua.hasRoom(8) else { return false }
    let giver = fetching.memberGiver(on: lua.stack)
    defer { giver?.drop() }
    guard
      let cursor = shape.lentObject(
        of: UnsafeMutableRawPointer(shown.rows), row: shown.place, given: giver, on: lua.stack)
    else { return false }
    defer {
      cursor.state = .returned
      cursor.place.drop()
    }
    if case .closure(let hook) = residual, let function = functions[hook] {
      return try keep(count, by: function, cursor, shape)
    }
    return try keep(count, cursor, shape, where: decision(residual, cursor.place))
  }

  /// Says of the present row whether it is selected.
  private func decision(_ residual: FetchPlan.Residual, _ cursor: BorrowedValue) -> () throws -> Bool {
    let (flagColumn, functions, tested, shown) = (flagColumn, functions, tested, shown)
    return { () throws in
      try residual.selects(
        flag: { Self.flag(shown.cell(flagColumn + $0)) },
        test: { (hook, column) throws in try tested.ask(functions[hook], column, shown.cell, on: cursor.stack) },
        ask: { (hook) throws in try functions[hook]?.isTrue(of: cursor) ?? false })
    }
  }

  /// Steps until `count` rows are kept; false when the statement has no more.
  private mutating func keep(
    _ count: Int, _ cursor: LuaRowObject, _ shape: LuaRowShape, where selects: () throws -> Bool
  ) throws -> Bool {
    var kept = 0
    while kept < count, try show(in: cursor, shape) {
      if try selects(), try keepShown() { kept += 1 }
    }
    return kept == count
  }

  /// The same by one function, which is the usual case: all rows are asked about in one call.
  private mutating func keep(
    _ count: Int, by function: LuaFunction, _ cursor: LuaRowObject, _ shape: LuaRowShape
  ) throws -> Bool {
    var kept = 0
    try cursor.select(by: function) { isSelected throws in
      if isSelected, try keepShown() { kept += 1 }
      return try kept < count && show(in: cursor, shape)
    }
    return kept == count
  }

  /// Steps to the next row, which the object shows from now on.
  private mutating func show(in cursor: LuaRowObject, _ shape: LuaRowShape) throws -> Bool {
    guard remaining > 0, try shown.advance() else { return false }
    let rows = UnsafeMutableRawPointer(shown.rows)
    cursor.show(shown.place, of: rows)
    if isMixed {
      // Of an unknown kind, the fields of all alone can be asked for; the error comes when it is touched.
      cursor.shape = shape.shape(of: rows, row: shown.place) ?? shape
    }
    return true
  }

  /// Keeps the row that is shown; false where it is one of those to skip.
  private mutating func keepShown() throws -> Bool {
    if skipping > 0 {
      skipping -= 1
      return false
    }
    remaining -= 1
    try shown.keep(in: buffer)
    return true
  }

  /// A truth that the database gave in an extra column.
  private static func flag(_ cell: Cell?) -> Bool? {
    guard let cell, !cell.isNull else { return nil }
    return cell.integer != 0
  }

  private func fillPlain(count: Int) throws -> Bool {
    if count == .max {
      try statement.stepAll(into: buffer)
      return false
    }
    for _ in 0..<count {
      guard try statement.step(into: buffer) else { return false }
    }
    return true
  }
}
