import LuaRows
import LuaRuntime
import Query
import Schema
import Store

extension Objects {
  /// The key that a script gives, as it is stored.
  package func key(_ tied: ResolvedEntity, _ given: BorrowedValue) throws -> RowKey {
    let slots = tied.keySlots
    if slots.count == 1 { return RowKey(try keyValue(tied.slots[slots[0]], given)) }
    guard given.isTable else { throw missingKey(tied.entity, nil) }
    let values = try slots.enumerated().map { place, slot -> Value in
      let field = tied.slots[slot].field
      let name = field.name
      return try given.scoped {
        if let key = try keyOfObject(in: given, field, tied.entity) { return key }
        let named = given.member(name)
        let value = named.isNil ? given.element(place + 1) : named
        guard !value.isNil else { throw missingKey(tied.entity, name) }
        return try keyValue(tied.slots[slot], value)
      }
    }
    return RowKey(values)
  }

  /// What a field of a key holds where the object that its relation leads to is given: `get { team = red, number = 7 }`.
  private func keyOfObject(in given: BorrowedValue, _ field: Field, _ entity: Entity) throws -> Value? {
    guard let relation = field.relation.flatMap({ entity.relation($0) }) else { return nil }
    let value = given.member(relation.name)
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self),
      context.isKind(of: relation.target), object.state == .saved,
      let place = relation.columns.firstIndex(of: field.column)
    else { return nil }
    return try key(of: object, context, for: relation, given.stack)[place]
  }

  private func missingKey(_ entity: Entity, _ field: String?) -> ScriptError {
    let names = entity.keySlots.map { entity.fields[$0].name }
    return ScriptError(ObjectError.keyOfSeveral(entity: entity.name, names: names, missing: field))
  }

  private func keyValue(_ slot: FieldSlot, _ given: BorrowedValue) throws -> Value {
    if !slot.isEncoded, given.isInteger, let key = given.integer {
      return slot.isAnyInteger ? .integer(key) : try slot.field.operand(.integer(key))
    }
    let field = slot.field
    let value = given.value
    if slot.isEncoded, !given.isNil, !FieldCoding(session).isNull(given) {
      return try FieldCoding(session).encoded(value, for: field)
    }
    let isTruth = given.kind == .boolean && field.type != .boolean
    guard !isTruth, let plain = Value(plain: value), plain != .null else {
      throw ScriptError(ObjectError.keyIsNoValue(found: value.described))
    }
    return try field.operand(plain)
  }

  /// Reads an object's row again.
  package func reload(_ object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = try context.entity
    if object.state == .embedded { throw object.partOfAnother(context) }
    if object.isListed { throw ScriptError(ObjectError.listedCannotBeRead(entity: entity.name)) }
    guard object.state == .saved else {
      throw ScriptError(ObjectError.notSavedToRead(entity: entity.name))
    }
    _ = try context.database.store()
    try context.checkBelongs(to: context.database)
    let key = RowKey(try ObjectRows(session: session, stack: stack).savedKey(of: object, entity))
    let present = context.present
    var (buffer, shape) = (try row(at: key, present), present.shape)
    if present === context, let made = try object.maker?.row(at: key) { (buffer, shape) = made }
    context.database.journal.remember(object)
    // The row is whole now, also where a request had selected some fields.
    if present !== context {
      guard let shape, object.become(shape) else {
        throw ScriptError(ObjectError.outgrown(entity: entity.name, field: nil))
      }
    } else if let shape {
      object.shape = shape
    }
    show(buffer, in: object, slots: present.model.entity.fields.count)
    if let hook = present.model.hooks.afterLoad { try hook.call([object.place.value]) }
  }

  /// Makes an object that of the first row of a buffer, without values of its own; the row holds the first slots.
  package func show(_ buffer: RowBuffer, in object: LuaRowObject, slots: Int) {
    object.place.scoped {
      let anchor = object.place.newValue()
      anchor.become(buffer, as: session.types.rows)
      object.adopt(UnsafeMutableRawPointer(buffer.header), row: 0, slots: slots, keptBy: anchor)
    }
  }
}
