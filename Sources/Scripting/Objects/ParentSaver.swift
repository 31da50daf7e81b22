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

  func hasNewParent(_ object: LuaRowObject) throws -> Bool {
    try forEachNew(object) { _, parent in parent.state == .new }
  }

  func save(for object: LuaRowObject) throws {
    try checkParents(of: object)
    if try hasNewParent(object) { try saveAncestors(of: object) }
    _ = try forEachNew(object) { relation, parent in
      guard let parentContext = parent.context(as: ObjectContext.self) else { return false }
      guard parent.state == .saved else {
        throw ScriptError(
          .state, "\(relation.name): this \(parentContext.name) is not saved yet: what belongs to it comes after it")
      }
      let key = try session.key(of: parent, parentContext, for: relation, stack)
      try session.setKey(relation, of: object, to: key, context, stack)
      return false
    }
  }

  /// Takes back the keys of related objects that are new again, because saving them was undone.
  func forgetKeys(of object: LuaRowObject) {
    guard object.hasRelated else { return }
    let entity = context.model.entity
    for relation in entity.relations where relation.kind == .belongsTo {
      object.push(.related)
      let isNew = stack.rawGet(table: -1, relation.name) == .userdata && stack.rowObject(-1)?.state == .new
      stack.pop(2)
      guard isNew else { continue }
      for slot in entity.fields.indices where relation.columns.contains(entity.fields[slot].column) {
        object.push(.originals)
        if object.state == .new {
          object.release(slot)
        } else if object.isChanged(slot) {
          _ = stack.rawGet(table: -1, slot + 1)
          object.hold(slot)
          object.setChanged(slot, false)
        }
        stack.pop(1)
      }
    }
  }

  /// Refuses parents of another database, whose keys mean other rows in this one.
  private func checkParents(of object: LuaRowObject) throws {
    guard object.hasRelated else { return }
    for relation in try context.entity.relations where relation.kind == .belongsTo {
      object.push(.related)
      let kind = stack.rawGet(table: -1, relation.name)
      defer { stack.pop(2) }
      guard kind == .userdata, let parent = stack.rowObject(-1), parent.state == .saved,
        let parentContext = parent.context(as: ObjectContext.self), !parentContext.sharesDatabase(with: context)
      else { continue }
      // Another key may have been assigned since.
      let key = try session.key(of: parent, parentContext, for: relation, stack)
      let own = try session.ownKey(relation, of: object, context, stack)
      if own == key || own.contains(.null) { try parentContext.checkBelongs(to: context.database, as: relation.name) }
    }
  }

  // MARK: Ancestors

  private enum Step {
    case enter(LuaReference)
    case leave(LuaReference, UnsafeRawPointer)
  }

  /// Saves all new objects above an object, the farthest first, so that none has to save another.
  ///
  /// Without recursion: a row of new objects may be as long as a script makes it.
  private func saveAncestors(of object: LuaRowObject) throws {
    guard let start = stack.value(object.index).reference else { return }
    var steps = [Step.enter(start)]
    // Those that were entered and not left are the way from the object to the present one.
    var open: Set<UnsafeRawPointer> = []
    var done: Set<UnsafeRawPointer> = []
    while let step = steps.popLast() {
      switch step {
      case .enter(let reference):
        guard let address = reference.pointer, !done.contains(address) else { continue }
        guard open.insert(address).inserted else { throw circle(reference) }
        steps.append(.leave(reference, address))
        steps += try newParents(of: reference).map { .enter($0) }
      case .leave(let reference, let address):
        open.remove(address)
        done.insert(address)
        if address != start.pointer { try save(reference) }
      }
    }
  }

  private func save(_ reference: LuaReference) throws {
    stack.push(reference: reference)
    defer { stack.pop(1) }
    try session.save([stack.top], to: context.database, stack)
  }

  private func newParents(of reference: LuaReference) throws -> [LuaReference] {
    stack.push(reference: reference)
    defer { stack.pop(1) }
    guard let object = stack.rowObject(-1), let own = object.context(as: ObjectContext.self) else { return [] }
    var result: [LuaReference] = []
    _ = try ParentSaver(session: session, stack: stack, context: own).forEachNew(object) { _, parent in
      if parent.state == .new, let reference = stack.value(parent.index).reference { result.append(reference) }
      return false
    }
    return result
  }

  private func circle(_ reference: LuaReference) -> ScriptError {
    stack.push(reference: reference)
    defer { stack.pop(1) }
    let name = stack.rowObject(-1)?.context(as: ObjectContext.self)?.name ?? "object"
    return ScriptError(
      .state,
      "this new \(name) belongs to itself, over its relations: save it without one of them, then set that one")
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
