import LuaRows
import LuaRuntime
import Schema

/// The objects that an object is to belong to once they have a key: they were new when they were assigned.
///
/// Such a one stands beside the related objects in a table of its own, `{ parent }`; one that stands there by itself is
/// only what the key was last seen to lead to. Until it has a key, the columns for that are NULL.
package struct PendingParents {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// The object that is kept for a `belongs_to`, above.
  package enum Kept {
    case none
    /// The key led to it when that was last asked.
    case known(BorrowedValue)
    case pending(BorrowedValue)
  }

  package func kept(_ relation: Relation, of object: LuaRowObject) -> Kept {
    guard object.hasRelated else { return .none }
    let kept = object.borrowedRelated(relation.name)
    switch kept.kind {
    case .table:
      kept.become(element: 1)
      return .pending(kept)
    // A new one had a key, until saving it was undone.
    case .userdata: return kept.rowObject?.state == .new ? .pending(kept) : .known(kept)
    default:
      kept.drop()
      return .none
    }
  }

  /// The object that one is to belong to, above; nil, and nothing, where the key says it all.
  package func parent(_ relation: Relation, of object: LuaRowObject) -> BorrowedValue? {
    guard relation.kind == .belongsTo else { return nil }
    switch kept(relation, of: object) {
    case .none: return nil
    case .pending(let parent): return parent
    case .known(let parent):
      parent.drop()
      return nil
    }
  }

  func has(_ relation: Relation, of object: LuaRowObject) -> Bool {
    object.place.scoped { parent(relation, of: object) != nil }
  }

  /// The relations of an object whose key is still to come.
  package func relations(of object: LuaRowObject, _ entity: Entity) -> [Relation] {
    object.hasRelated ? entity.relations.filter { has($0, of: object) } : []
  }

  /// Makes a parent the one that an object is to belong to.
  func keep(
    _ parent: BorrowedValue, as relation: Relation, of object: LuaRowObject, _ context: ObjectContext
  ) throws {
    try clearKey(relation, of: object, context)
    object.place.scoped {
      let waiting = object.place.newTable(array: 1)
      waiting.set(1, to: parent)
      object.relate(relation.name, to: waiting)
    }
  }

  private func forget(_ relation: Relation, of object: LuaRowObject) { object.relate(relation.name, to: .nil) }

  /// Forgets those whose key was to go into a column: it was assigned another value.
  func forget(keyIn column: String, of object: LuaRowObject, _ entity: Entity) {
    guard object.hasRelated else { return }
    for relation in entity.relations where relation.columns.contains(column) && has(relation, of: object) {
      forget(relation, of: object)
    }
  }

  /// Has parents that are new again, because saving them was undone, wait for their keys again.
  ///
  /// Where the key of a saved object was taken back with them, it belongs again to what it belonged to before.
  package func renew(of object: LuaRowObject, _ context: ObjectContext) {
    guard object.hasRelated else { return }
    let entity = context.model.entity
    for relation in entity.relations where relation.kind == .belongsTo {
      object.place.scoped {
        let parent = object.borrowedRelated(relation.name)
        guard parent.rowObject?.state == .new else { return }
        let isAssigned = entity.fields.indices.contains { slot in
          relation.columns.contains(entity.fields[slot].column) && object.isChanged(slot)
        }
        if object.state == .new || isAssigned {
          // What could be assigned can be cleared.
          try? keep(parent, as: relation, of: object, context)
        } else {
          forget(relation, of: object)
        }
      }
    }
  }

  private func clearKey(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext) throws {
    guard object.state == .new else {
      return try Objects(session).setKey(relation, of: object, to: relation.columns.map { _ in .null }, context)
    }
    let entity = try context.entity
    for slot in entity.fields.indices where relation.columns.contains(entity.fields[slot].column) {
      object.release(slot)
    }
  }
}
