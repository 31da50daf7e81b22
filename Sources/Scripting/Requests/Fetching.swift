import LuaRuntime
import Query
import Schema
import Store

/// Runs a request: the database decides what it can, functions of the script decide the rest row by row.
struct Fetching {
  let handle: RequestHandle
  let entity: Entity
  let plan: FetchPlan
  /// The slots that the objects have.
  let slots: [Int]

  init(_ handle: RequestHandle) throws {
    self.handle = handle
    let entity = try handle.context.entity
    self.entity = entity
    plan = FetchPlan(handle.request.predicate)
    slots = try Self.slots(handle, entity)
  }

  private static func slots(_ handle: RequestHandle, _ entity: Entity) throws -> [Int] {
    guard let names = handle.request.selection else { return Array(entity.fields.indices) }
    return entity.slots(selected: names, columns: try Companions(handle).ownColumns())
  }

  /// The column of a fetched row that holds a slot.
  func column(of slot: Int) -> Int? { plan.residual == nil ? slots.firstIndex(of: slot) : slot }

  /// What a fetched row holds: a function of the script may ask for any field.
  private var output: Select.Output {
    plan.residual == nil && slots.count < entity.fields.count ? .slots(slots) : .rows
  }

  /// How many columns a fetched row has, those that only the plan needs included.
  var columnCount: Int { plan.residual == nil ? slots.count : entity.fields.count + plan.flags.count }

  /// How fetched rows are objects.
  var shape: LuaRowShape? {
    guard slots.count < entity.fields.count else { return handle.context.shape }
    return handle.context.shape(slots: slots, areAlone: plan.residual == nil)
  }

  /// The selected columns of fetched rows.
  func selected(_ rows: RowBuffer) -> RowBuffer {
    guard columnCount > slots.count else { return rows }
    let result = RowBuffer(columnCount: slots.count, rowCapacity: max(rows.count, 1))
    for row in 0..<rows.count { result.append(slots.map { rows.value(row, $0) }) }
    return result
  }

  /// The statement that fetches the rows.
  func rowsSQL() throws -> RenderedSQL { try sql(output) }

  var session: Session { handle.context.session }
  private var request: FetchRequest { handle.request }

  func sql(_ output: Select.Output) throws -> RenderedSQL {
    let context = handle.context
    let dialect = try context.database.dialect()
    return try Select(catalog: context.catalog, entity: entity, dialect: dialect)
      .statement(request, plan: plan, output: output).rendered(for: dialect)
  }

  // MARK: Rows

  /// Pushes the list of all rows.
  func pushList(on stack: LuaStack) throws {
    if let loaded = handle.loaded?.current, let shape { return loaded.pushList(on: stack, shape) }
    _ = try pushRows(on: stack)
  }

  /// Pushes the list of all rows and returns what holds them.
  func pushRows(on stack: LuaStack) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: columnCount)
    stack.push(buffer, as: session.types.rows)
    if plan.residual == nil {
      try fill(buffer)
    } else {
      var stream = try RowStream(self, buffer: buffer, anchor: stack.top, stack)
      defer { stream.close() }
      _ = try stream.fill(count: .max)
    }
    return try pushList(of: buffer, on: stack)
  }

  /// Makes a list of the rows whose holder is on top of the stack, in its place.
  private func pushList(of buffer: RowBuffer, on stack: LuaStack) throws -> RowBuffer {
    try Companions(handle).load(for: buffer, of: self, on: stack)
    guard let shape else {
      stack.pushNil()
      return buffer
    }
    stack.pushRowList(shape, anchor: stack.top, rows: UnsafeMutableRawPointer(buffer.header), count: buffer.count)
    stack.remove(-2)
    session.lua.account(forBytes: buffer.count * buffer.columnCount * MemoryLayout<Cell>.stride)
    return buffer
  }

  /// Pushes the list of the rows that a statement answers: all fields in order, then columns that objects do not show.
  func pushRows(of sql: RenderedSQL, columns: Int, on stack: LuaStack) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: columns)
    stack.push(buffer, as: session.types.rows)
    let statement = try handle.context.database.store().prepare(sql)
    defer { statement.release() }
    try statement.stepAll(into: buffer)
    return try pushList(of: buffer, on: stack)
  }

  private func fill(_ buffer: RowBuffer) throws {
    let statement = try handle.context.database.store().prepare(rowsSQL())
    defer { statement.release() }
    try statement.stepAll(into: buffer)
  }

  /// The first rows, at most `limit`, for showing.
  func rows(limit: Int, on stack: LuaStack) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: columnCount)
    stack.push(buffer, as: session.types.rows)
    defer { stack.pop(1) }
    var stream = try RowStream(self, buffer: buffer, anchor: stack.top, stack)
    defer { stream.close() }
    _ = try stream.fill(count: limit)
    return buffer
  }

  // MARK: Single values

  func count(on stack: LuaStack) throws -> Int {
    if let loaded = handle.loaded?.current { return loaded.count }
    if plan.residual == nil {
      return Int(try handle.context.database.store().rows(sql(.count))[0, 0].integer)
    }
    var count = 0
    try forEachChunk(on: stack) { count += $0.count }
    return count
  }

  func exists(on stack: LuaStack) throws -> Bool {
    if let loaded = handle.loaded?.current { return loaded.count > 0 }
    if plan.residual == nil { return try handle.context.database.store().rows(sql(.exists)).count > 0 }
    return try rows(limit: 1, on: stack).count > 0
  }

  /// `sum`, `avg`, `min` or `max` of a field.
  func aggregate(_ aggregate: Select.Aggregate, _ path: FieldPath) throws -> Value {
    guard plan.residual == nil else {
      throw ScriptError(
        .query,
        "\(aggregate.rawValue) over rows that a function selects: fetch() them and count in Lua, or say the"
          + " condition with tests")
    }
    return try handle.context.database.store().rows(sql(.aggregate(aggregate, path))).value(0, 0)
  }

  /// Calls `body` with the rows, some hundreds at a time: memory does not grow with them.
  func forEachChunk(on stack: LuaStack, _ body: (RowBuffer) throws -> Void) throws {
    let buffer = RowBuffer(columnCount: columnCount)
    stack.push(buffer, as: session.types.rows)
    defer { stack.pop(1) }
    var stream = try RowStream(self, buffer: buffer, anchor: stack.top, stack)
    defer { stream.close() }
    while try stream.fill(count: 256) {
      try body(buffer)
      buffer.removeAll()
    }
    try body(buffer)
  }
}
