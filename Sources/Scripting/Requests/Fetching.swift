import LuaRuntime
import Query
import Schema
import Store

/// Runs a request: the database decides what it can, functions of the script decide the rest row by row.
struct Fetching {
  let handle: RequestHandle
  let entity: Entity
  let plan: FetchPlan

  init(_ handle: RequestHandle) throws {
    self.handle = handle
    entity = try handle.context.entity
    plan = FetchPlan(handle.request.predicate)
  }

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
    let buffer = RowBuffer(columnCount: entity.fields.count + plan.flags.count)
    stack.push(buffer, as: session.types.rows)
    if plan.residual == nil {
      try fill(buffer)
    } else {
      var stream = try RowStream(self, buffer: buffer, anchor: stack.top, stack)
      defer { stream.close() }
      _ = try stream.fill(count: .max)
    }
    guard let shape = handle.context.shape else { return stack.pushNil() }
    stack.pushRowList(shape, anchor: stack.top, rows: UnsafeMutableRawPointer(buffer.header), count: buffer.count)
    stack.remove(-2)
    session.lua.account(forBytes: buffer.count * buffer.columnCount * MemoryLayout<Cell>.stride)
  }

  private func fill(_ buffer: RowBuffer) throws {
    let statement = try handle.context.database.store().prepare(sql(.rows))
    defer { statement.release() }
    try statement.stepAll(into: buffer)
  }

  /// The first rows, at most `limit`, for showing.
  func rows(limit: Int, on stack: LuaStack) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: entity.fields.count + plan.flags.count)
    stack.push(buffer, as: session.types.rows)
    defer { stack.pop(1) }
    var stream = try RowStream(self, buffer: buffer, anchor: stack.top, stack)
    defer { stream.close() }
    _ = try stream.fill(count: limit)
    return buffer
  }

  // MARK: Single values

  func count(on stack: LuaStack) throws -> Int {
    if plan.residual == nil {
      return Int(try handle.context.database.store().rows(sql(.count))[0, 0].integer)
    }
    var count = 0
    try forEachChunk(on: stack) { count += $0.count }
    return count
  }

  func exists(on stack: LuaStack) throws -> Bool {
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

  /// The values of these fields of all rows.
  func values(_ paths: [FieldPath], on stack: LuaStack) throws -> RowBuffer {
    if plan.residual == nil { return try handle.context.database.store().rows(sql(.fields(paths))) }
    let result = RowBuffer(columnCount: paths.count)
    let slots = try paths.map { path in
      guard path.relations.isEmpty, let slot = entity.slot(of: path.field) else {
        throw ScriptError(
          .query, "\(path): only the entity's own fields can be plucked from rows that a function selects")
      }
      return slot
    }
    try forEachChunk(on: stack) { chunk in
      for row in 0..<chunk.count { result.append(slots.map { chunk.value(row, $0) }) }
    }
    return result
  }

  /// Calls `body` with the rows, some hundreds at a time: memory does not grow with them.
  func forEachChunk(on stack: LuaStack, _ body: (RowBuffer) throws -> Void) throws {
    let buffer = RowBuffer(columnCount: entity.fields.count + plan.flags.count)
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
