import LuaRuntime
import Schema

/// Saves the new objects that an object belongs to, and takes over their keys.
struct ParentSaver {
  let session: Session
  let stack: LuaStack
  let context: ObjectContext

  /// Whether one of them is not saved yet.
  func needsSaving(_ object: LuaRowObject) throws -> Bool {
    try forEachNew(object) { _, _ in true }
  }

  func save(for object: LuaRowObject) throws {
    _ = try forEachNew(object) { relation, parent in
      guard let parentContext = parent.context(as: ObjectContext.self) else { return false }
      if parent.state == .new { try session.save([parent.index], to: context.database, stack) }
      let key = try session.key(of: parent, parentContext, for: relation, stack)
      try session.setKey(relation, of: object, to: key, context, stack)
      return false
    }
  }

  /// Calls `body` for each related object whose key this one does not have yet, until it says true.
  private func forEachNew(_ object: LuaRowObject, _ body: (Relation, LuaRowObject) throws -> Bool) throws -> Bool {
    guard object.hasRelated else { return false }
    for relation in try context.entity.relations where relation.kind == .belongsTo {
      object.push(.related)
      let kind = stack.rawGet(table: -1, relation.name)
      defer { stack.pop(2) }
      guard kind == .userdata, let parent = stack.rowObject(-1) else { continue }
      let isPending = try parent.state == .new || hasNoKey(relation, object)
      if isPending, try body(relation, parent) { return true }
    }
    return false
  }

  private func hasNoKey(_ relation: Relation, _ object: LuaRowObject) throws -> Bool {
    let entity = try context.entity
    return try relation.columns.contains { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return false }
      return try ObjectRows(session: session, stack: stack).value(slot, of: object, entity) == .null
    }
  }
}
