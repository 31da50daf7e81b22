import LuaRows
import LuaRuntime
import Schema

/// Copies of objects, and those that a list shows.
extension Objects {
  /// Another object of the same row with the same values, changes and related objects, above; nil without room.
  ///
  /// What can be edited in place is made anew.
  package func copy(of object: LuaRowObject, _ context: ObjectContext) throws -> LuaRowObject? {
    guard let copy = object.twin() else { return nil }
    copy.takeOver(.originals, of: object)
    copy.takeOver(.related, of: object)
    let entity = context.presentEntity
    for slot in 0..<object.slotCount where object.holds(slot) {
      try copyValue(slot, from: object, to: copy, entity)
      // The marks of a new object say something else: that it is being saved.
      if object.state == .saved { copy.setChanged(slot, object.isChanged(slot)) }
    }
    return copy
  }

  /// Copies a value that an object holds; one that can be edited in place is made anew.
  package func copyValue(_ slot: Int, from object: LuaRowObject, to other: LuaRowObject, _ entity: Entity) throws {
    let (field, stack) = (entity.member(slot), other.place.stack)
    let copy: BorrowedValue
    if field.isComparedAsStored {
      let value = try ObjectRows(session: session, stack: stack).value(slot, of: object, entity)
      copy = try value.withCell { try FieldCoding(session).borrowed($0, as: field, of: entity, on: stack) }
    } else {
      copy = object.borrowed(slot)
    }
    other.hold(slot, copy)
    copy.drop()
  }

  /// Makes what was read of a listed object one that cannot be assigned to either: a table becomes a view of it.
  package func guardRead(_ value: BorrowedValue) {
    guardObjects(in: value)
    value.becomeView()
  }

  private func guardObjects(in value: BorrowedValue) {
    if let object = value.rowObject, object.state == .embedded { object.isListed = true }
    guard value.isTable, value.hasRoom(8) else { return }
    value.forEachMember { _, member in guardObjects(in: member) }
  }
}
