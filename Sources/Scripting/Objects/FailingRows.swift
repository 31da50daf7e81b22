import LuaRuntime
import Query
import Schema
import Store

/// The rows of an entity's table that its declared tests refuse: they may have been written by other programs, or
/// before the tests were.
///
/// Of a table that others share, the rows of the entity itself are looked at: others have tests of their own.
struct FailingRows {
  private let context: ObjectContext

  init(_ context: ObjectContext) {
    self.context = context
  }

  /// The first failures, in the order of the rows.
  func first(_ limit: Int) throws -> [Failure] {
    let tied = try context.tied()
    let stack = context.session.lua.stack
    var result: [Failure] = []
    var request = FetchRequest(entity: context.name)
    if let slot = tied.entity.kindSlot, let kind = tied.entity.fields[slot].ownKind {
      request.predicate = .comparison(.equal, .field(FieldPath(field: Sharing.field)), .literal(kind))
    }
    try Fetching(RequestHandle(context, request)).forEachChunk(on: stack) { rows in
      for row in 0..<rows.count where result.count < limit {
        result += try failures(row, of: rows, tied, stack)
      }
    }
    return Array(result.prefix(limit))
  }

  private func failures(
    _ row: Int, of rows: RowBuffer, _ tied: TiedEntity, _ stack: LuaStack
  ) throws -> [Failure] {
    guard let shape = context.shape else { return [] }
    stack.push(rows, as: context.session.types.rows)
    defer { stack.pop(1) }
    guard
      let object = stack.pushRow(
        shape, anchor: stack.top, rows: UnsafeMutableRawPointer(rows.header), row: row, state: .saved)
    else { return [] }
    defer { stack.pop(1) }
    var validation = Validation(session: context.session, context: context, tied: tied, stack: stack)
    for slot in tied.slots where !slot.field.isTransient {
      try rows.value(row, slot.index).withCell { cell in try validation.check(slot, cell, of: object) }
    }
    let key = tied.keySlots.map { rows.value(row, $0).excerpt }.joined(separator: ", ")
    return validation.failures.map { failure in
      var failure = failure
      failure.entity += " \(key)"
      return failure
    }
  }
}
