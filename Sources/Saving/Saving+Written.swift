import LuaRows
import LuaRuntime
import Model
import Schema

/// An object that was written, for its `after_save`.
struct WrittenObject {
  let object: LuaValue
  let hook: LuaFunction
  /// What `changes()` gave before it was written.
  let changes: LuaValue
}

extension Saving {
  /// Notes an object that is about to be written, where its entity wants to be told.
  mutating func noteWritten(_ object: LuaRowObject, _ context: ObjectContext) throws {
    guard let hook = context.model.hooks.afterSave else { return }
    let changes = try Objects(session).changes(of: object, context.entity, stack)
    written.append(WrittenObject(object: object.place.value, hook: hook, changes: .table(changes)))
  }

  /// Calls `after_save` of the objects, in the order in which they were written.
  func tellWritten() throws {
    for object in written {
      guard let address = object.object.reference?.pointer,
        session.state(SavesUnderWay.self).written.insert(address).inserted
      else { continue }
      defer { session.state(SavesUnderWay.self).written.remove(address) }
      try object.hook.call([object.object, object.changes])
    }
  }

  /// Refuses to save an object in its own `after_save`: that would go on for ever.
  func checkIsNotTold(_ object: LuaRowObject, _ context: ObjectContext) throws {
    guard !session.state(SavesUnderWay.self).written.isEmpty,
      let address = object.place.value.reference?.pointer,
      session.state(SavesUnderWay.self).written.contains(address)
    else { return }
    throw ScriptError(SavingError.savedWithinItsSave(entity: context.name))
  }
}
