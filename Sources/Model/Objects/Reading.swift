import LuaRows
import LuaRuntime
import Query
import Schema
import Store

extension Objects {
  /// The key that a script gives, as it is stored.
  package func key(_ tied: ResolvedEntity, _ index: Int, _ stack: LuaStack) throws -> RowKey {
    let slots = tied.keySlots
    if slots.count == 1 { return RowKey(try keyValue(tied.slots[slots[0]], stack, index)) }
    guard case .table(let table) = stack.value(index) else { throw missingKey(tied.entity, nil) }
    let values = try slots.enumerated().map { place, slot -> Value in
      let name = tied.slots[slot].field.name
      let named = table[name]
      let value = named.isNil ? table[place + 1] : named
      guard !value.isNil else { throw missingKey(tied.entity, name) }
      stack.push(value)
      defer { stack.pop(1) }
      return try keyValue(tied.slots[slot], stack, -1)
    }
    return RowKey(values)
  }

  private func missingKey(_ entity: Entity, _ field: String?) -> ScriptError {
    let names = entity.keySlots.map { entity.fields[$0].name }
    return ScriptError(ObjectError.keyOfSeveral(entity: entity.name, names: names, missing: field))
  }

  private func keyValue(_ slot: FieldSlot, _ stack: LuaStack, _ index: Int) throws -> Value {
    if !slot.isEncoded, stack.isInteger(index), let key = stack.integer(index) {
      return slot.isAnyInteger ? .integer(key) : try slot.field.operand(.integer(key))
    }
    let field = slot.field
    if slot.isEncoded, !stack.isNil(index), !FieldCoding(session).isNull(index, on: stack) {
      return try FieldCoding(session).encoded(stack.value(index), for: field)
    }
    let isTruth = stack.kind(index) == .boolean && field.type != .boolean
    guard !isTruth, let plain = Value(plain: stack.value(index)), plain != .null else {
      throw ScriptError(ObjectError.keyIsNoValue(found: stack.value(index).described))
    }
    return try field.operand(plain)
  }

  /// Reads an object's row again.
  package func reload(_ object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = try context.entity
    if object.state == .embedded { throw object.partOfAnother(context) }
    guard object.state == .saved else {
      throw ScriptError(ObjectError.notSavedToRead(entity: entity.name))
    }
    _ = try context.database.store()
    try context.checkBelongs(to: context.database)
    let key = try ObjectRows(session: session, stack: stack).savedKey(of: object, entity)
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    guard try context.readRow(RowKey(key), into: buffer) else {
      throw ScriptError(ObjectError.rowIsGone(entity: entity.name, key: entity.words(key: key)))
    }
    context.database.journal.remember(object)
    stack.push(buffer, as: session.types.rows)
    // The row is whole now, also where a request had selected some fields.
    if let shape = context.shape { object.shape = shape }
    object.adopt(anchor: stack.top, rows: UnsafeMutableRawPointer(buffer.header), row: 0, slots: entity.fields.count)
    stack.pop(1)
    if let hook = context.model.hooks.afterLoad { try hook.call([stack.value(object.index)]) }
  }
}
