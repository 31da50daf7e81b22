import LuaRuntime
import Schema

extension Session {
  /// The slots whose value is not the one in the database; a table in a json field counts when its text differs.
  func changedSlots(of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> [Int] {
    try entity.fields.indices.filter { slot in
      guard entity.fields[slot].type.reading == .json else { return object.isChanged(slot) }
      guard object.holds(slot), object.state == .saved else { return false }
      return try isEdited(slot, of: object, entity, stack)
    }
  }

  /// Whether a document was edited in place since it was read.
  private func isEdited(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws -> Bool {
    let now = try ObjectRows(session: self, stack: stack).value(slot, of: object, entity)
    return try !(storedText(slot, of: object, stack) == now || isSameDocument(now, slot, object, entity, stack))
  }

  /// The text that the database has: noted when the document was saved, else in the cell.
  private func storedText(_ slot: Int, of object: LuaRowObject, _ stack: LuaStack) -> Value {
    object.push(.originals)
    defer { stack.pop(2) }
    switch stack.rawGet(table: -1, slot + 1) {
    case .string: if let text = stack.string(-1) { return .text(text) }
    case .boolean: return .null
    default: break
    }
    return object.cell(slot).map { $0.load(as: Cell.self).value } ?? .null
  }

  /// Another program may have written the same document with other blanks or another order of keys.
  private func isSameDocument(
    _ now: Value, _ slot: Int, _ object: LuaRowObject, _ entity: Entity, _ stack: LuaStack
  ) throws -> Bool {
    guard case .text(let text) = storedText(slot, of: object, stack) else { return false }
    let isRead = Array(text.utf8).withUnsafeBytes { JSONReader.push($0, null: null, on: stack) }
    guard isRead else { return false }
    defer { stack.pop(1) }
    return try .text(JSONWriter.text(of: stack.value(-1), null: null)) == now
  }

  /// Notes the text of the documents that were just written, against which later edits are seen.
  func noteDocuments(of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) {
    for slot in entity.fields.indices { noteDocument(slot, of: object, stack) }
  }

  /// Notes the text of one document; without one, that there is none.
  func noteDocument(_ slot: Int, of object: LuaRowObject, _ stack: LuaStack) {
    guard let entity = object.context(as: ObjectContext.self)?.model.entity,
      entity.fields[slot].type.reading == .json, object.holds(slot)
    else { return }
    let value = try? ObjectRows(session: self, stack: stack).value(slot, of: object, entity)
    object.push(.originals)
    if case .text(let text)? = value { stack.push(text) } else { stack.push(false) }
    stack.rawSet(table: -2, slot + 1)
    stack.pop(1)
  }

  /// The value that a slot had in the database before it was changed.
  func original(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) -> LuaValue {
    if entity.fields[slot].type.reading == .json {
      guard case .text(let text) = storedText(slot, of: object, stack),
        Array(text.utf8).withUnsafeBytes({ JSONReader.push($0, null: null, on: stack) })
      else { return .nil }
      defer { stack.pop(1) }
      return stack.value(-1)
    }
    object.push(.originals)
    defer { stack.pop(2) }
    _ = stack.rawGet(table: -1, slot + 1)
    return stack.value(-1)
  }
}
