import LuaRows
import Schema

/// What becomes of objects: they are made, assigned to, compared with what is stored, read again.
package struct Objects {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}

extension Objects {
  /// Whether an object stands for a row that has a key: it is saved, or lent by a request that runs.
  package func hasKey(_ object: LuaRowObject, _ context: ObjectContext) throws -> Bool {
    guard object.state == .lent else { return object.state == .saved }
    let entity = try context.entity
    let rows = ObjectRows(session: session, stack: session.lua.stack)
    return try entity.keySlots.allSatisfy { try rows.value($0, of: object, entity) != .null }
  }
}
