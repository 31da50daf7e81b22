import LuaRuntime
import Query
import Schema
import Store

/// The rows of a running statement that a request selects, a few at a time.
struct RowStream {
  private let statement: any Statement
  private let residual: FetchPlan.Residual?
  private let flagColumn: Int
  private let functions: [ScriptHook: LuaFunction]
  private let shape: LuaRowShape?
  /// What is still to be skipped and kept, where the database does not do it.
  private var skipping: Int
  private var remaining: Int

  private var buffer: RowBuffer
  private var anchor: Int
  private let stack: LuaStack

  /// `anchor` is the place of the userdata that holds `buffer`.
  init(_ fetching: Fetching, buffer: RowBuffer, anchor: Int, _ stack: LuaStack) throws {
    let handle = fetching.handle
    statement = try handle.context.database.store().prepare(fetching.sql(.rows))
    residual = fetching.plan.residual
    flagColumn = fetching.entity.fields.count
    functions = handle.functions
    shape = handle.context.shape
    skipping = fetching.plan.residual == nil ? 0 : handle.request.offset
    remaining = fetching.plan.residual == nil ? .max : handle.request.limit ?? .max
    self.buffer = buffer
    self.anchor = anchor
    self.stack = stack
  }

  /// From now on rows go into this buffer.
  mutating func move(to buffer: RowBuffer, anchor: Int) {
    self.buffer = buffer
    self.anchor = anchor
  }

  func close() { statement.release() }

  /// Adds up to `count` selected rows to the buffer; false when the statement has no more.
  mutating func fill(count: Int) throws -> Bool {
    guard let residual else { return try fillPlain(count: count) }
    guard let shape, stack.ensure(8) else { return false }
    // One object shows each row in turn; it is taken back when all is said.
    guard
      let cursor = stack.pushRow(
        shape, anchor: anchor, rows: UnsafeMutableRawPointer(buffer.header), row: 0, state: .lent)
    else { return false }
    defer {
      cursor.state = .returned
      stack.pop(1)
    }
    var kept = 0
    while kept < count {
      guard remaining > 0, try statement.step(into: buffer) else { return false }
      cursor.row = buffer.count - 1
      guard try selects(residual) else {
        buffer.dropRow()
        continue
      }
      if skipping > 0 {
        skipping -= 1
        buffer.dropRow()
        continue
      }
      remaining -= 1
      kept += 1
    }
    return true
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

  /// Whether the last row of the buffer is selected; the cursor is on top of the stack.
  private func selects(_ residual: FetchPlan.Residual) throws -> Bool {
    if case .closure(let hook) = residual { return try ask(hook) }
    let row = buffer.count - 1
    let truth = try residual.truth(
      flag: { index in
        let cell = buffer[row, flagColumn + index]
        return cell.isNull ? nil : cell.integer != 0
      },
      ask: { (hook) throws in try ask(hook) })
    return truth == true
  }

  private func ask(_ hook: ScriptHook) throws -> Bool {
    guard let function = functions[hook] else { return false }
    stack.push(reference: function)
    stack.copy(-2)
    try stack.call(arguments: 1, results: 1)
    defer { stack.pop(1) }
    return stack.boolean(-1)
  }
}
