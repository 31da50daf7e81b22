import LuaRows
import LuaRuntime
import Schema

/// Keeps what objects hold for the case of a rollback.
package struct KeptObjects: ObjectKeeper {
  private unowned let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  package func copyDocuments(of object: LuaRowObject, to image: LuaRowObject) {
    Documents(session, of: object)?.copy(to: image)
  }

  package func keepDocuments(of object: LuaRowObject, in image: LuaRowObject) {
    Documents(session, of: object)?.keep(in: image)
  }

  package func renewParents(of object: LuaRowObject) {
    guard let context = object.context(as: ObjectContext.self) else { return }
    PendingParents(session: session, stack: object.place.stack).renew(of: object, context)
  }

  package func isReadAgain(_ object: LuaRowObject) -> Bool {
    guard object.state == .saved, let context = object.context(as: ObjectContext.self) else { return false }
    return (try? Objects(session).reload(object, context, object.place.stack)) != nil
  }
}

/// The documents that an object holds: they are edited in place, so that an image needs its own.
private struct Documents {
  private let session: SessionContext
  private let object: LuaRowObject
  private let entity: Entity

  /// Nothing for an object that cannot hold any.
  init?(_ session: SessionContext, of object: LuaRowObject) {
    guard let context = object.context(as: ObjectContext.self), context.hasDocuments else { return nil }
    (self.session, self.object) = (session, object)
    entity = context.model.entity
  }

  private var rows: ObjectRows { ObjectRows(session: session, stack: object.place.stack) }

  /// Where the object holds what can be edited in place.
  private var slots: [Int] {
    entity.fields.indices.filter { slot in
      guard entity.fields[slot].isKeptWhenRead, object.holds(slot) else { return false }
      return object.place.scoped { [.table, .userdata].contains(object.borrowed(slot).kind) }
    }
  }

  /// Gives an image copies; what cannot be stored as it is now stays the same.
  func copy(to image: LuaRowObject) {
    for slot in slots {
      guard let stored = try? rows.value(slot, of: object, entity) else { continue }
      image.place.scoped {
        let copy = image.place.newValue()
        let isRead: ()? = try? stored.withCell {
          try FieldCoding(session).set(copy, to: $0, as: entity.fields[slot], of: entity)
        }
        if isRead != nil { image.hold(slot, copy) }
      }
    }
  }

  /// Leaves the object what was not edited meanwhile: the script may know it.
  func keep(in image: LuaRowObject) {
    for slot in slots where image.holds(slot) {
      guard let now = try? rows.value(slot, of: object, entity), now == (try? rows.value(slot, of: image, entity))
      else { continue }
      image.place.scoped { image.hold(slot, object.borrowed(slot)) }
    }
  }
}
