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
      change["to"] = try object.value { try rows.push(slot, of: object, entity) }
      changes[entity.fields[slot].name] = .table(change)
    }
    // The keys that are still to come: they are to be those of the objects that it says.
    let pending = PendingParents(session: session, stack: stack)
    for relation in pending.relations(of: object, entity) {
      for field in entity.fields where relation.columns.contains(field.column) {
        let change = changes[field.name].table ?? session.lua.makeTable()
        change["to"] = object.value { _ = pending.push(relation, of: object) }
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
      return try isEdited(slot, of: object, entity, stack)
    }
  }

  /// Whether a document was edited in place since it was read.
  private func isEdited(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> Bool {
    let now = try ObjectRows(session: session, stack: stack).value(slot, of: object, entity)
    let field = entity.fields[slot]
    return try !(storedValue(slot, of: object, field, stack) == now || isSameDocument(now, slot, object, field, stack))
  }

  /// What the database has: noted when the value was saved, else in the cell.
  private func storedValue(_ slot: Int, of object: LuaRowObject, _ field: Field, _ stack: LuaStack) -> Value {
    object.push(.originals)
    defer { stack.pop(2) }
    switch stack.rawGet(table: -1, slot + 1) {
    case .none, .nil: break
    case .boolean: return .null
    case .string where field.storage == .data:
      if case .string(let bytes) = stack.value(-1) { return .data(bytes.bytes) }
    default: if let value = Value(plain: stack.value(-1)) { return value }
    }
    return object.cell(slot).map { $0.load(as: Cell.self).value } ?? .null
  }

  /// Another program may have written the same document with other blanks or another order of keys.
  private func isSameDocument(
    _ now: Value, _ slot: Int, _ object: LuaRowObject, _ field: Field, _ stack: LuaStack
  ) throws -> Bool {
    guard field.type == .json, case .text(let text) = storedValue(slot, of: object, field, stack) else {
      return false
    }
    let isRead = Array(text.utf8).withUnsafeBytes { JSONReader.push($0, null: session.null, on: stack) }
    guard isRead else { return false }
    defer { stack.pop(1) }
    return try .text(JSONWriter.text(of: stack.value(-1), null: session.null)) == now
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
    object.push(.originals)
    if let value, value != .null { stack.push(LuaValue(value)) } else { stack.push(false) }
    stack.rawSet(table: -2, slot + 1)
    stack.pop(1)
  }

  /// The value that a slot has in the database, as it is stored.
  package func storedBefore(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) -> Value {
    let field = entity.fields[slot]
    if field.isComparedAsStored { return storedValue(slot, of: object, field, stack) }
    let rows = ObjectRows(session: session, stack: stack)
    guard object.isChanged(slot) else { return (try? rows.value(slot, of: object, entity)) ?? .null }
    object.push(.originals)
    defer { stack.pop(2) }
    _ = stack.rawGet(table: -1, slot + 1)
    return (try? FieldCoding(session).storedValue(of: field, at: -1, on: stack)) ?? .null
  }

  /// The value that a slot had in the database before it was changed, as scripts see it.
  package func original(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) -> LuaValue {
    if entity.fields[slot].isComparedAsStored {
      let place = stack.top
      defer { stack.top = place }
      let stored = storedValue(slot, of: object, entity.fields[slot], stack)
      do {
        try Embedding(session).reading(.rowUnseen) {
          try stored.withCell { try FieldCoding(session).push($0, as: entity.fields[slot], of: entity, on: stack) }
        }
      } catch {
        // What cannot be read is said as it is stored.
        return LuaValue(stored)
      }
      return stack.value(-1)
    }
    object.push(.originals)
    defer { stack.pop(2) }
    _ = stack.rawGet(table: -1, slot + 1)
    return stack.value(-1)
  }
}
