import LuaRows
import LuaRuntime
import Schema

extension Objects {
  /// Pushes what was assigned to a `has_one` and is not saved yet; false, and nothing, when nothing was.
  package func pushAssigned(_ relation: Relation, of object: LuaRowObject, _ stack: LuaStack) -> Bool {
    let assigned = object.place.copied()
    assigned.become(.nil)
    if object.hasRelated {
      assigned.become(object.related(relation.name))
      if assigned.kind == .userdata { return true }
      if assigned.kind == .boolean {
        assigned.become(.nil)
        return true
      }
    }
    // A new object has none yet, as it has no parent yet.
    if object.state == .new { return true }
    assigned.drop()
    return false
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
