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
    guard let draft = try Objects(session).copy(of: object, context) else { return }
    draft.isDraft = true
    draft.setOrigin(object.place)
  }

  /// Gives a draft up.
  package func discard(_ object: LuaRowObject, _ context: ObjectContext) throws {
    guard object.isDraft else {
      throw ScriptError(SavingError.noDraft(entity: context.name))
    }
    object.state = .discarded
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
    // What a list shows is changed by the list alone.
    guard let origin = place.rowObject, !origin.isListed, let context = draft.context(as: ObjectContext.self)
    else { return }
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
      guard (try? Objects(session).copyValue(slot, from: draft, to: origin, entity)) != nil else { continue }
      origin.setChanged(slot, false)
      Objects(session).noteDocument(slot, of: origin, stack)
    }
    let columns = Set(slots.map { entity.fields[$0].column })
    for relation in entity.relations where relation.columns.contains(where: columns.contains) {
      draft.place.scoped { origin.relate(relation.name, to: draft.borrowedRelated(relation.name)) }
    }
  }
}
