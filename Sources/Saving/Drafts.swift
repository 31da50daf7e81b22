import LuaRows
import LuaRuntime
import Model
import Schema

/// Drafts: copies of objects to be changed apart, until they are saved or discarded.
///
///     d = p:draft()
///     d.name = "X"   -- p has its name still
///     d:save()       -- now p has the new one, and so has the database
package struct Drafts {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  // MARK: Making

  /// Makes a draft of an object, above, with the changes that the object has.
  package func make(of object: LuaRowObject, _ context: ObjectContext) throws {
    switch object.state {
    case .new, .saved: break
    case .deleted: throw ScriptError(SavingError.wasDeleted(entity: context.name))
    case .discarded: throw ScriptError(SavingError.draftWasDiscarded)
    case .embedded: throw object.partOfAnother(context)
    case .lent, .returned:
      throw ScriptError(SavingError.lentHasNoDraft)
    }
    guard let draft = object.twin() else { return }
    draft.isDraft = true
    draft.takeOver(.originals, of: object)
    draft.takeOver(.related, of: object)
    draft.setOrigin(object.place)
    let entity = context.presentEntity
    for slot in 0..<object.slotCount where object.holds(slot) {
      try copy(slot, from: object, to: draft, entity)
      // The marks of a new object say something else: that it is being saved.
      if object.state == .saved { draft.setChanged(slot, object.isChanged(slot)) }
    }
  }

  /// Gives a draft up.
  package func discard(_ object: LuaRowObject, _ context: ObjectContext) throws {
    guard object.isDraft else {
      throw ScriptError(SavingError.noDraft(entity: context.name))
    }
    object.state = .discarded
  }

  /// Copies a value; one that can be edited in place is made anew.
  private func copy(_ slot: Int, from object: LuaRowObject, to other: LuaRowObject, _ entity: Entity) throws {
    let field = entity.member(slot)
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

  // MARK: Saving

  /// Whether the object of a draft, if there is one, is not saved yet.
  func isOriginNew(_ draft: LuaRowObject) -> Bool {
    draft.place.scoped { draft.origin().rowObject.map { $0.state == .new } ?? true }
  }

  /// Makes the origin of a draft that was saved show what the draft does.
  func passOn(_ outcome: Saving.Outcome, from draft: LuaRowObject) {
    let place = draft.origin()
    defer { place.drop() }
    guard let origin = place.rowObject, let context = draft.context(as: ObjectContext.self) else { return }
    let entity = context.presentEntity
    let journal = context.database.journal
    journal.remember(origin)
    passTransients(from: draft, to: origin, entity)
    switch outcome {
    case .inserted(_, let keySlot):
      origin.shape = draft.shape
      take(Array(entity.fields.indices).filter { draft.holds($0) }, from: draft, to: origin, entity)
      origin.state = .saved
      journal.added(origin, madeKey: keySlot)
    case .updated(let slots):
      take(slots, from: draft, to: origin, entity)
    case .upserted(let row):
      Objects(session).show(row, in: origin, slots: entity.fields.count)
      origin.state = .saved
    case .same: return
    }
    // A draft of a draft.
    if origin.isDraft { passOn(outcome, from: origin) }
  }

  private func passTransients(from draft: LuaRowObject, to origin: LuaRowObject, _ entity: Entity) {
    for slot in entity.fields.count..<draft.slotCount where draft.holds(slot) {
      draft.place.scoped { origin.hold(slot, draft.borrowed(slot)) }
    }
  }

  private func take(_ slots: [Int], from draft: LuaRowObject, to origin: LuaRowObject, _ entity: Entity) {
    for slot in slots {
      // What could just be written can be read.
      guard (try? copy(slot, from: draft, to: origin, entity)) != nil else { continue }
      origin.setChanged(slot, false)
      Objects(session).noteDocument(slot, of: origin, stack)
    }
    let columns = Set(slots.map { entity.fields[$0].column })
    for relation in entity.relations where relation.columns.contains(where: columns.contains) {
      draft.place.scoped { origin.relate(relation.name, to: draft.borrowedRelated(relation.name)) }
    }
  }
}
