import LuaRows
import LuaRuntime
import Model
import Schema

extension Saving {
  /// Calls the `before_save` of an object, unless it is under way for it, then those of the objects in its documents.
  ///
  /// What the functions save of their own goes into the same transaction.
  mutating func beforeSave(_ object: LuaRowObject, _ context: ObjectContext) throws {
    let value = object.place.value
    guard let reference = value.reference, let address = reference.pointer,
      session.state(SavesUnderWay.self).objects.insert(address).inserted
    else { return }
    defer { session.state(SavesUnderWay.self).objects.remove(address) }
    heldBefore.append((reference, Snapshot(object, try context.entity)))
    try context.model.hooks.beforeSave?.call([value])
    for (slot, field) in try context.entity.allFields.enumerated() {
      guard let document = field.document, field.encoder == nil, object.holds(slot),
        Embedding(session).documents(of: document.kind, have: { $0.beforeSave != nil })
      else { continue }
      // Tables that were put into it since become objects.
      _ = try ObjectRows(session: session, stack: stack).value(slot, of: object, context.entity)
      try object.place.scoped {
        try DocumentWalk(session).forEachObject(document.kind, in: object.borrowed(slot)) { object, context in
          try context.model.hooks.beforeSave?.call([object.place.value])
        }
      }
    }
  }

  /// Takes back what `before_save` assigned: of a save that failed nothing stays.
  func undoHooks() {
    for (reference, snapshot) in heldBefore.reversed() {
      reference.withObject(on: stack) { object in
        if object.state == .new || object.state == .saved { snapshot.restore(object) }
      }
    }
  }

  /// Whether saving an object was asked for by its own `before_save`.
  func isUnderWay(_ object: LuaRowObject) -> Bool {
    guard !session.state(SavesUnderWay.self).objects.isEmpty, let address = object.place.address
    else { return false }
    return session.state(SavesUnderWay.self).objects.contains(address)
  }
}
