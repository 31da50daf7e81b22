import LuaRows
import LuaRuntime
import Model
import Schema

/// Calls `before_delete` and `after_delete` of an object around its deletion.
struct DeletionHooks {
  let session: SessionContext

  /// Runs `delete` between the functions; it is not run where `before_delete` has deleted the object itself by another
  /// way.
  func around(_ object: LuaRowObject, _ context: ObjectContext, _ delete: () throws -> Void) throws {
    guard context.watchesDeleting else { return try delete() }
    let value = object.place.value
    guard let address = value.reference?.pointer,
      session.state(SavesUnderWay.self).deleted.insert(address).inserted
    else { throw ScriptError(SavingError.deletedWithinItsDeletion(entity: context.name)) }
    defer { session.state(SavesUnderWay.self).deleted.remove(address) }
    try context.model.hooks.beforeDelete?.call([value])
    guard object.state == .saved else { return }
    try delete()
    try context.model.hooks.afterDelete?.call([value])
  }
}
