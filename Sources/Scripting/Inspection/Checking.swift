import LuaRuntime
import Query
import Schema
import Store

/// A stored value that the rules of its entity do not allow.
package struct BrokenRule: Sendable {
  package let key: Value
  package let field: String
  package let value: Value
  /// What is wrong with it: `is not between 18 and 24`.
  package let message: String
}

extension Session {
  /// Tests every stored row of an entity as saving it would; nothing is changed, and memory does not grow with the rows.
  ///
  /// - Parameter found: is called with each broken rule, in the order of the keys.
  /// - Returns: how many rows there are; nil where the value is no entity.
  package func check(_ value: LuaValue, found: (BrokenRule) throws -> Void) throws -> Int? {
    guard let handle = value.userdata?.object(as: EntityHandle.self) else { return nil }
    try handle.checkHasTable()
    let context = handle.context
    let tied = try context.tied()
    let iteration = Iteration(try Fetching(RequestHandle(context)))
    defer { iteration.close() }
    let stack = lua.stack
    let top = stack.top
    defer { stack.top = top }
    var count = 0
    while true {
      stack.top = top
      try lua.checkInterruption()
      _ = try iteration.pushNext(on: stack)
      guard let list = stack.rowList(-1) else { return count }
      for place in 0..<list.count {
        try stack.get(-1, place + 1)
        defer { stack.pop(1) }
        guard let object = stack.rowObject(-1) else { continue }
        try RowCheck(session: self, context: context, tied: tied, stack: stack).run(object, found)
      }
      count += list.count
    }
  }
}

/// The test of one stored row.
private struct RowCheck {
  let session: Session
  let context: ObjectContext
  let tied: TiedEntity
  let stack: LuaStack

  func run(_ object: LuaRowObject, _ found: (BrokenRule) throws -> Void) throws {
    for slot in tied.entity.fields.indices {
      guard let cell = object.cell(slot)?.load(as: Cell.self) else { continue }
      let field = tied.entity.fields[slot]
      for message in try messages(slot, field, cell, object) {
        let value = field.label(of: cell).map { Value.text($0) } ?? cell.value
        try found(BrokenRule(key: key(of: object), field: field.relation ?? field.name, value: value, message: message))
      }
    }
  }

  private func messages(_ slot: Int, _ field: Field, _ cell: Cell, _ object: LuaRowObject) throws -> [String] {
    do {
      try session.push(cell, as: field, of: tied.entity, on: stack)
      stack.pop(1)
    } catch let error as ScriptError where error.kind == .decode {
      let start = "\(tied.entity.name): \(field.name): "
      return [error.message.hasPrefix(start) ? String(error.message.dropFirst(start.count)) : error.message]
    }
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    try validation.check(slot, cell, of: object)
    return validation.failures.map(\.message)
  }

  /// The key as one value; several columns are joined.
  private func key(of object: LuaRowObject) -> Value {
    let values = tied.keySlots.compactMap { object.cell($0)?.load(as: Cell.self).value }
    if values.count == 1 { return values[0] }
    return values.isEmpty ? .null : .text(values.map(\.description).joined(separator: ", "))
  }
}
