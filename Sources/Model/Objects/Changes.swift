import Encodings
import LuaRows
import LuaRuntime
import Schema

extension Objects {
  /// What is not saved yet: `{ name = { from = …, to = … } }`.
  package func changes(of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> LuaTable {
    let rows = ObjectRows(session: session, stack: stack)
    let slots =
      object.state == .new
      ? entity.fields.indices.filter { object.holds($0) } : try changedSlots(of: object, entity, stack)
    let changes = session.lua.makeTable()
    for slot in slots {
      let change = session.lua.makeTable()
      if object.state != .new { change["from"] = original(slot, of: object, entity, stack) }
      change["to"] = try object.place.scoped { try rows.borrowed(slot, of: object, entity).value }
      changes[entity.fields[slot].name] = .table(change)
    }
    // The keys that are still to come: they are to be those of the objects that it says.
    let pending = PendingParents(session: session, stack: stack)
    for relation in pending.relations(of: object, entity) {
      for field in entity.fields where relation.columns.contains(field.column) {
        let change = changes[field.name].table ?? session.lua.makeTable()
        change["to"] = object.place.scoped { pending.parent(relation, of: object)?.value ?? .nil }
        changes[field.name] = .table(change)
      }
    }
    return changes
  }

  /// The slots whose value is not the one in the database; a table in a json field counts when its text differs.
  package func changedSlots(of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> [Int] {
    try entity.fields.indices.filter { slot in
      guard entity.fields[slot].isComparedAsStored else { return object.isChanged(slot) }
      guard object.holds(slot), object.state == .saved else { return false }
      return try object.isChanged(slot) || isEdited(slot, of: object, entity, stack)
    }
  }

  /// Whether a document was edited in place since it was read.
  private func isEdited(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> Bool {
    let now = try ObjectRows(session: session, stack: stack).value(slot, of: object, entity)
    let field = entity.fields[slot]
    return try !(storedValue(slot, of: object, field) == now || isSameDocument(now, slot, object, entity))
  }

  /// What the database has: noted when the value was saved, else in the cell.
  private func storedValue(_ slot: Int, of object: LuaRowObject, _ field: Field) -> Value {
    noted(slot, of: object, field) ?? object.cell(slot).map { $0.load(as: Cell.self).value } ?? .null
  }

  private func noted(_ slot: Int, of object: LuaRowObject, _ field: Field) -> Value? {
    switch original(slot, of: object) {
    case .nil: nil
    case .boolean: .null
    case .string(let bytes) where field.storage == .data: .data(bytes.bytes)
    case let value: Value(plain: value)
    }
  }

  /// What was noted of a slot before it was changed.
  private func original(_ slot: Int, of object: LuaRowObject) -> LuaValue {
    object.place.scoped { object.borrowedOriginal(slot).value }
  }

  /// Another program may have written the same document with other blanks or another order of keys.
  private func isSameDocument(_ now: Value, _ slot: Int, _ object: LuaRowObject, _ entity: Entity) throws -> Bool {
    let field = entity.fields[slot]
    guard field.type == .json, case .text(var text) = storedValue(slot, of: object, field) else { return false }
    return try object.place.scoped {
      let value = object.place.newValue()
      let coding = FieldCoding(session)
      guard text.withUTF8({ coding.read(UnsafeRawBufferPointer($0), of: field, into: value) }) else { return false }
      let same = try Value.text(
        JSONWriter.text(of: value.value, null: session.null, takesInfinite: field.keepsDocuments))
      return same == now || keepingDocument(same, slot, of: object, entity) == now
    }
  }

  /// What is written of a document that was read: what Lua cannot tell apart stays as it was stored.
  func keepingDocument(_ value: Value, _ slot: Int, of object: LuaRowObject, _ entity: Entity) -> Value {
    guard object.state == .saved, slot < entity.fields.count, entity.fields[slot].type == .json,
      entity.fields[slot].encoder == nil, case .text(let now) = value,
      case .text(let before) = storedValue(slot, of: object, entity.fields[slot]), now != before,
      let document = try? DocumentValue(json: now.utf8),
      let old = try? DocumentValue(kept: before.utf8, asWritten: true),
      let text = try? document.keeping(old).json()
    else { return value }
    return .text(text)
  }

  /// Notes the text of the documents that were just written, against which later edits are seen.
  package func noteDocuments(of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) {
    for slot in entity.fields.indices { noteDocument(slot, of: object, stack) }
  }

  /// Notes what is stored for a document; without one, that there is none.
  package func noteDocument(_ slot: Int, of object: LuaRowObject, _ stack: LuaStack) {
    guard let entity = object.context(as: ObjectContext.self)?.model.entity,
      slot < entity.fields.count, entity.fields[slot].isComparedAsStored, object.holds(slot)
    else { return }
    let value = try? ObjectRows(session: session, stack: stack).value(slot, of: object, entity)
    object.noteOriginal(slot, value.flatMap { $0 == .null ? nil : LuaValue($0) } ?? false)
  }

  /// The value that a slot has in the database, as it is stored.
  package func storedBefore(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) -> Value {
    let field = entity.fields[slot]
    if field.isComparedAsStored { return storedValue(slot, of: object, field) }
    let rows = ObjectRows(session: session, stack: stack)
    guard object.isChanged(slot) else { return (try? rows.value(slot, of: object, entity)) ?? .null }
    return object.place.scoped {
      (try? FieldCoding(session).storedValue(of: field, from: object.borrowedOriginal(slot))) ?? .null
    }
  }

  /// The value that a slot had in the database before it was changed, as scripts see it.
  package func original(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) -> LuaValue {
    let field = entity.fields[slot]
    guard field.isComparedAsStored else { return original(slot, of: object) }
    let stored = storedValue(slot, of: object, field)
    return object.place.scoped {
      let value = object.place.newValue()
      do {
        try Embedding(session).reading(.rowUnseen) {
          try stored.withCell { try FieldCoding(session).set(value, to: $0, as: field, of: entity) }
        }
      } catch {
        // What cannot be read is said as it is stored.
        return LuaValue(stored)
      }
      return value.value
    }
  }
}
