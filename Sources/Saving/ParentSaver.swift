import LuaRows
import LuaRuntime
import Model
import Schema

/// Saves the new objects that an object is to belong to, and takes over their keys.
struct ParentSaver {
  let session: SessionContext
  let stack: LuaStack
  let context: ObjectContext

  private var pending: PendingParents { PendingParents(session: session, stack: stack) }

  /// Whether the key of one of them is still to be taken over.
  func needsSaving(_ object: LuaRowObject) throws -> Bool {
    try forEachPending(object) { _, _ in true }
  }

  func hasNewParent(_ object: LuaRowObject) throws -> Bool {
    try forEachPending(object) { _, parent in parent.state == .new }
  }

  func save(for object: LuaRowObject) throws {
    try checkParents(of: object)
    if try hasNewParent(object) {
      pending.renew(of: object, context)
      try saveAncestors(of: object)
    }
    _ = try forEachPending(object) { relation, parent in
      guard let parentContext = parent.context(as: ObjectContext.self) else { return false }
      guard parent.state == .saved else { throw notSaved(parent, parentContext, relation) }
      let key = try Objects(session).key(of: parent, parentContext, for: relation, stack)
      if key.contains(.null) { return false }
      try Objects(session).setKey(relation, of: object, to: key, context)
      object.relate(relation.name, to: parent.place)
      return false
    }
  }

  private func notSaved(_ parent: LuaRowObject, _ context: ObjectContext, _ relation: Relation) -> ScriptError {
    ScriptError(
      SavingError.parentNotSaved(relation: relation.name, entity: context.name, isNew: parent.state == .new))
  }

  /// Refuses parents of another database, whose keys mean other rows in this one.
  private func checkParents(of object: LuaRowObject) throws {
    guard object.hasRelated else { return }
    for relation in try context.entity.relations where relation.kind == .belongsTo {
      switch pending.kept(relation, of: object) {
      case .none: break
      case .known(let parent): try checkParent(parent, isPending: false, relation, of: object)
      case .pending(let parent): try checkParent(parent, isPending: true, relation, of: object)
      }
    }
  }

  /// The same of one parent, which stands above and is dropped.
  private func checkParent(
    _ value: BorrowedValue, isPending: Bool, _ relation: Relation, of object: LuaRowObject
  ) throws {
    defer { value.drop() }
    guard let parent = value.rowObject, parent.state == .saved,
      let parentContext = parent.context(as: ObjectContext.self), !parentContext.sharesDatabase(with: context)
    else { return }
    // Another key may have been assigned since.
    if try isPending || isKey(of: parent, parentContext, relation, of: object) {
      try parentContext.checkBelongs(to: context.database, as: relation.name)
    }
  }

  private func isKey(
    of parent: LuaRowObject, _ parentContext: ObjectContext, _ relation: Relation, of object: LuaRowObject
  ) throws -> Bool {
    try Objects(session).ownKey(relation, of: object, context, stack)
      == Objects(session).key(of: parent, parentContext, for: relation, stack)
  }

  // MARK: Ancestors

  /// Saves all new objects above an object, the farthest first, so that none has to save another.
  private func saveAncestors(of object: LuaRowObject) throws {
    guard let start = object.place.value.reference else { return }
    var children: Children = [:]
    let order = SavingOrder(
      identity: \.pointer, needs: { try newParents(of: $0, &children) }, circle: circle)
    try order.forEachNeeded(by: start) { try save($0, of: children) }
  }

  /// By what relation of what object each of the ancestors was found.
  private typealias Children = [UnsafeRawPointer: (relation: Relation, owner: String, child: UnsafeRawPointer)]

  /// What is wrong with an ancestor is told with the way to it: `Game: player: team: name: 'Red' exists already`.
  private func save(_ reference: LuaReference, of children: Children) throws {
    do {
      try Saver(session).save(ObjectSource([reference], on: stack), to: context.database, stack)
    } catch var error as ScriptError {
      var next = reference.pointer
      while let found = next.flatMap({ children[$0] }) {
        error = error.named(by: found.relation, of: found.owner)
        next = found.child
      }
      throw error
    }
  }

  private func newParents(of reference: LuaReference, _ children: inout Children) throws -> [LuaReference] {
    var result: [LuaReference] = []
    try reference.withObject(on: stack) { object in
      guard let own = object.context(as: ObjectContext.self) else { return }
      _ = try ParentSaver(session: session, stack: stack, context: own).forEachPending(object) { relation, parent in
        guard parent.state == .new, let known = parent.place.value.reference else { return false }
        result.append(known)
        if let pointer = known.pointer, let child = reference.pointer, children[pointer] == nil {
          children[pointer] = (relation, own.name, child)
        }
        return false
      }
    }
    return result
  }

  private func circle(_ reference: LuaReference) -> ScriptError {
    let name = reference.withObject(on: stack) { $0.context(as: ObjectContext.self)?.name ?? "object" } ?? "object"
    return ScriptError(SavingError.belongsToItself(entity: name))
  }

  /// Calls `body` for each object that one is to belong to, until it says true.
  private func forEachPending(_ object: LuaRowObject, _ body: (Relation, LuaRowObject) throws -> Bool) throws -> Bool {
    guard object.hasRelated else { return false }
    for relation in try context.entity.relations {
      guard let place = pending.parent(relation, of: object) else { continue }
      defer { place.drop() }
      if let parent = place.rowObject, try body(relation, parent) { return true }
    }
    return false
  }
}
