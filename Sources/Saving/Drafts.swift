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

  /// Pushes a draft of an object, with the changes that the object has.
  package func push(of object: LuaRowObject, _ context: ObjectContext) throws {
    switch object.state {
    case .new, .saved: break
    case .deleted: throw ScriptError(SavingError.wasDeleted(entity: context.name))
    case .discarded: throw ScriptError(SavingError.draftWasDiscarded)
    case .embedded: throw object.partOfAnother(context)
    case .lent, .returned:
      throw ScriptError(SavingError.lentHasNoDraft)
    }
    guard let draft = object.pushTwin(on: stack) else { return }
    draft.isDraft = true
    copy(.originals, from: object, to: draft)
    copy(.related, from: object, to: draft)
    draft.setOrigin(object.index)
    let entity = context.model.entity
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

  private func copy(_ table: LuaRowObject.Table, from object: LuaRowObject, to other: LuaRowObject) {
    object.push(table)
    other.push(table)
    defer { stack.pop(2) }
    guard let from = stack.value(-2).table, let to = stack.value(-1).table else { return }
    for (key, value) in from.entries() { to[key] = value }
  }

  /// Copies a value; one that can be edited in place is made anew.
  private func copy(_ slot: Int, from object: LuaRowObject, to other: LuaRowObject, _ entity: Entity) throws {
    let field = entity.member(slot)
    if field.isComparedAsStored {
      let value = try ObjectRows(session: session, stack: stack).value(slot, of: object, entity)
      try value.withCell { try FieldCoding(session).push($0, as: field, of: entity, on: stack) }
    } else {
      object.push(slot)
    }
    other.hold(slot)
  }

  // MARK: Saving

  /// Whether the object of a draft, if there is one, is not saved yet.
  func isOriginNew(_ draft: LuaRowObject) -> Bool {
    draft.pushOrigin()
    defer { stack.pop(1) }
    return stack.rowObject(-1).map { $0.state == .new } ?? true
  }

  /// Makes the origin of a draft that was saved show what the draft does.
  func passOn(_ outcome: Saving.Outcome, from draft: LuaRowObject) {
    draft.pushOrigin()
    defer { stack.pop(1) }
    guard let origin = stack.rowObject(-1), let context = draft.context(as: ObjectContext.self) else { return }
    let entity = context.model.entity
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
      stack.push(row, as: session.types.rows)
      origin.adopt(
        anchor: stack.top, rows: UnsafeMutableRawPointer(row.header), row: 0, slots: entity.fields.count)
      stack.pop(1)
      origin.state = .saved
    case .same: return
    }
    // A draft of a draft.
    if origin.isDraft { passOn(outcome, from: origin) }
  }

  private func passTransients(from draft: LuaRowObject, to origin: LuaRowObject, _ entity: Entity) {
    for slot in entity.fields.count..<draft.slotCount where draft.holds(slot) {
      draft.push(slot)
      origin.hold(slot)
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
      draft.push(.related)
      origin.push(.related)
      _ = stack.rawGet(table: -2, relation.name)
      stack.rawSet(table: -2, relation.name)
      stack.pop(2)
    }
  }
}
