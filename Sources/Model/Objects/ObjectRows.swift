import LuaRows
import LuaRuntime
import Schema

/// The values of objects as cells, ready to be written.
package struct ObjectRows {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// The value that scripts see in a slot, above.
  package func borrowed(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws -> BorrowedValue {
    try Objects(session).renew(object)
    if object.holds(slot) { return object.borrowed(slot) }
    if slot >= entity.fields.count { return try transient(entity.member(slot), of: object, entity) }
    if let value = object.stored(slot) { return value }
    try checkSelected(slot, of: object, entity)
    guard let address = object.cell(slot) else { return object.place.newValue() }
    return try FieldCoding(session).borrowed(
      address.load(as: Cell.self), as: field(slot, of: object, entity), of: entity, on: stack)
  }

  package func push(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws {
    _ = try borrowed(slot, of: object, entity)
  }

  /// The field of a slot; that the key of a relation has the type of its target's is known once it is tied.
  private func field(_ slot: Int, of object: LuaRowObject, _ entity: Entity) -> Field {
    // A field is a large value: it is copied once.
    guard entity.fields[slot].relation != nil, let tied = try? object.context(as: ObjectContext.self)?.tied() else {
      return entity.fields[slot]
    }
    return tied.entity.fields[slot]
  }

  /// A transient field that was given no value reads as its fallback, or as its default that is no function.
  private func transient(_ field: Field, of object: LuaRowObject, _ entity: Entity) throws -> BorrowedValue {
    var value = field.fallback
    if value == nil, object.state != .new, case .value(let stored)? = field.defaultValue { value = stored }
    return try (value ?? .null).withCell { try FieldCoding(session).borrowed($0, as: field, of: entity, on: stack) }
  }

  /// The value of a slot, owned, as it is stored.
  package func value(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws -> Value {
    do {
      return try takenValue(slot, of: object, entity)
    } catch let refusal as CastError {
      let value = object.place.scoped { object.borrowed(slot).value }
      throw Objects(session).refused(refusal, entity.member(slot), entity, value)
    }
  }

  /// The same.
  ///
  /// - Throws: `CastError`, where what was edited in place does not fit.
  package func takenValue(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws -> Value {
    try Objects(session).renew(object)
    try checkSelected(slot, of: object, entity)
    if !object.holds(slot) { return object.cell(slot).map { $0.load(as: Cell.self).value } ?? .null }
    let value = try object.place.scoped {
      try FieldCoding(session).storedValue(of: entity.member(slot), from: object.borrowed(slot))
    }
    return Objects(session).keepingDocument(value, slot, of: object, entity)
  }

  /// Refuses a field that `select` left out: NULL would be a lie, and to read it would be a query for each object.
  func checkSelected(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws(ScriptError) {
    guard slot < entity.fields.count, object.lacks(slot) else { return }
    throw ScriptError(ObjectError.notSelected(entity: entity.name, field: entity.fields[slot].name))
  }

  /// The key as the database has it: that of before a change that was not yet saved.
  package func savedKey(of object: LuaRowObject, _ entity: Entity) throws -> [Value] {
    let slots = entity.keySlots
    guard !slots.isEmpty else {
      throw ScriptError(ObjectError.noPrimaryKey(entity: entity.name))
    }
    return try slots.map { try savedValue($0, of: object, entity) }
  }

  /// The value of a slot as the database has it: that of before a change that was not yet saved.
  package func savedValue(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws -> Value {
    if entity.fields[slot].isComparedAsStored, object.state == .saved {
      return Objects(session).storedBefore(slot, of: object, entity, stack)
    }
    guard object.isChanged(slot) else { return try value(slot, of: object, entity) }
    return try object.place.scoped {
      try FieldCoding(session).storedValue(of: entity.fields[slot], from: object.borrowedOriginal(slot))
    }
  }
}

extension Objects {
  package func refused(_ refusal: CastError, _ field: Field, _ entity: Entity, _ value: LuaValue) -> ScriptError {
    if !refusal.inside.isEmpty { return .validation(refusal.failures(of: field, entity), session.lua) }
    let given = [(name: "value", value: value)]
    return ScriptError(ObjectError.fieldRefused(entity: entity.name, field: field.name, reason: refusal.words), given)
  }
}

extension LuaRowObject {
  /// Refuses the row of a function that is over: where it pointed may be another row by now.
  package func checkNotReturned() throws(ScriptError) {
    guard state == .returned else { return }
    throw ScriptError(ObjectError.rowReturned)
  }
}
