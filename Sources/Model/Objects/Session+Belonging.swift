import LuaRows
import LuaRuntime
import Schema

extension Objects {
  /// What was assigned to a `has_one` and is not saved yet, above; nil, and nothing, when nothing was.
  package func assigned(_ relation: Relation, of object: LuaRowObject) -> BorrowedValue? {
    if object.hasRelated {
      let assigned = object.borrowedRelated(relation.name)
      if assigned.kind == .boolean {
        assigned.become(.nil)
      } else if assigned.kind != .userdata, object.state != .new {
        assigned.drop()
        return nil
      }
      return assigned
    }
    // A new object has none yet, as it has no parent yet.
    return object.state == .new ? object.place.newValue() : nil
  }

  /// Refuses an object that another one in a database cannot be related with.
  package func checkCanBeKept(_ target: LuaRowObject, _ targetContext: ObjectContext, with owner: ObjectContext) throws
  {
    switch target.state {
    case .new, .saved: break
    case .deleted: throw ScriptError(ObjectError.wasDeleted(entity: targetContext.name))
    case .embedded: throw target.partOfAnother(targetContext)
    case .discarded: throw ScriptError(ObjectError.wasDiscarded)
    case .lent, .returned:
      throw ScriptError(ObjectError.lentCannotBeKept)
    }
    if target.state == .saved, !targetContext.sharesDatabase(with: owner) {
      try targetContext.checkBelongs(to: owner.database)
      // It is the owner that was left behind.
      try owner.checkBelongs(to: owner.database)
    }
  }
}
