import LuaRows
import LuaRuntime
import Query
import Schema

extension Objects {
  /// Pushes a new object of an entity with the values of the table at `index`, if there is one.
  ///
  /// Names and types are checked; tests run when it is saved.
  package func makeObject(_ context: ObjectContext, values index: Int, _ call: LuaCall) throws {
    guard let shape = context.shape, let object = call.stack.pushRow(shape, anchor: nil, rows: nil, row: 0, state: .new)
    else { return }
    if index > call.argumentCount { return }
    let stack = call.stack
    guard index == call.argumentCount || stack.isNil(index + 1) else {
      throw ScriptError(ObjectError.oneTooMany(entity: context.name, found: call.value(index + 1).described))
    }
    guard stack.kind(index) == .table else {
      // So a loop calls what it takes for an iterator.
      if index + 1 == call.argumentCount, call.value(index).isNil {
        throw ScriptError(ObjectError.entityInLoop(entity: context.name))
      }
      throw ScriptError(ObjectError.valuesAreNoTable(entity: context.name, found: call.value(index).described))
    }
    try fill(object, from: index, context, stack)
  }

  /// A new object of an entity with the values of a table.
  package func newObject(_ context: ObjectContext, _ values: LuaTable, _ stack: LuaStack) throws -> LuaValue {
    guard let shape = context.shape else { return .nil }
    let made = try stack.withObject {
      values.push(to: stack)
      stack.pushRow(shape, anchor: nil, rows: nil, row: 0, state: .new)
    } _: { object in
      try fill(object, from: object.index - 1, context, stack)
      return object.place.value
    }
    return made ?? .nil
  }

  private func fill(_ object: LuaRowObject, from index: Int, _ context: ObjectContext, _ stack: LuaStack) throws {
    stack.pushNil()
    if object.take(from: index) { try takeRest(of: index, to: object, context, stack) }
  }

  /// Takes the members of a table from one on that must be judged: its key and value are on top of the stack.
  private func takeRest(
    of table: Int, to object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws {
    let slots = try slotsForNew(context)
    var refused = CastErrors()
    let place = stack.top
    repeat {
      do {
        try setNew(object, slots, from: stack.borrowed(table), context, stack)
      } catch let error as ScriptError {
        refused.add(error)
        stack.top = place
      }
      stack.pop(1)
    } while object.take(from: table)
    if !refused.isEmpty { try refused.check(context.model.entity, session.lua) }
  }

  /// The fields of new objects; as long as a relation leads nowhere yet, those that were written.
  private func slotsForNew(_ context: ObjectContext) throws -> [FieldSlot] {
    if let tied = try? context.tied() { return tied.slots }
    let entity = context.model.entity
    return entity.allFields.enumerated().map { FieldSlot($1, index: $0, isAutomaticKey: $0 == entity.automaticKeySlot) }
  }

  /// Takes over one member of the table that a new object is made of: key and value are on top of the stack.
  private func setNew(
    _ object: LuaRowObject, _ slots: [FieldSlot], from table: BorrowedValue, _ context: ObjectContext,
    _ stack: LuaStack
  ) throws {
    guard let slot = object.shape.slot(named: -2, on: stack) else {
      let name = stack.string(-2) ?? session.lua.describe(stack.value(-2))
      if let relation = context.model.entity.relation(name), relation.kind.isToMany,
        let take = session.state(GraphTaking.self).take, try take(stack.value(-1), relation, object, context, stack)
      {
        return
      }
      try checkIsSaidOnce(name, context.model.entity) { name in table.scoped { !table.member(name).isNil } }
      return try setOther(object, name: name, context, stack)
    }
    stack.copy(-1)
    do {
      try slots[slot].field.checkCanBeSet()
      try FieldCoding(session).normalizeTop(for: slots[slot], on: stack)
    } catch let refusal as CastError {
      throw refused(refusal, slots[slot].field, context.model.entity, stack.value(-1))
    }
    object.hold(slot)
  }

  /// Refuses a table of values that says an object and also its key: which of them counts would be chance.
  func checkIsSaidOnce(_ name: String, _ entity: Entity, has: (String) -> Bool) throws {
    guard let relation = entity.relation(name), relation.kind == .belongsTo else { return }
    for field in entity.fields where relation.columns.contains(field.column) && field.name != name && has(field.name) {
      throw ScriptError(ObjectError.saidTwice(entity: entity.name, relation: name, key: field.name))
    }
  }

  // MARK: Assignment

  /// `object.name = value`: checked at once; what raises leaves the old value.
  package func assign(_ call: LuaCall) throws -> Int {
    guard let object = call.stack.rowObject(1), let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(ObjectError.noObject(found: call.value(1).described))
    }
    call.stack.top = 3
    try assign(to: object, context, call.stack)
    return 0
  }

  /// Assigns: the name is at -2 of the stack, the value at -1; both stay.
  ///
  /// - Parameter isTested: whether its tests run now; else that is left to the one who asks.
  package func assign(
    to object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack, isTested: Bool = true
  ) throws {
    try checkCanChange(object, context)
    if object.state == .saved { context.database.journal.remember(object) }
    guard let slot = object.shape.slot(named: -2, on: stack) else {
      let name = stack.string(-2) ?? session.lua.describe(stack.value(-2))
      try checkIsNotRequired(name, of: object, context, stack)
      return try setOther(object, name: name, context, stack)
    }
    let tied = try context.tied()
    if let computed = context.computedMember(slot, of: object) {
      throw ScriptError(ObjectError.computedCannotChange(entity: context.name, name: computed.field.name))
    }
    try ObjectRows(session: session, stack: stack).checkSelected(slot, of: object, tied.entity)
    stack.copy(-1)
    do {
      try tied.slots[slot].field.checkCanBeSet()
      try Embedding(session).embedding(in: object.state == .embedded ? object.owner : "") {
        try FieldCoding(session).normalizeTop(for: tied.slots[slot], on: stack)
      }
    } catch let refusal as CastError {
      defer { stack.pop(1) }
      let (field, entity) = object.outermost(tied.slots[slot].field, tied.entity)
      throw refused(refusal, field, entity, stack.value(-1))
    }
    if isTested { try check(tied.slots[slot], tied, context, object, stack) }
    try checkNotSet(slot, of: object, tied.entity, stack)
    try set(slot, of: object, tied.entity, stack)
    if slot < tied.entity.fields.count {
      PendingParents(session: session, stack: stack).forget(
        keyIn: tied.entity.fields[slot].column, of: object, tied.entity)
    }
  }

  private func checkCanChange(_ object: LuaRowObject, _ context: ObjectContext) throws {
    switch object.state {
    case .new, .saved, .embedded: return
    case .deleted: throw ScriptError(ObjectError.deletedCannotChange(entity: context.name))
    case .discarded: throw ScriptError(ObjectError.discardedCannotChange)
    case .lent, .returned:
      throw ScriptError(ObjectError.lentCannotChange)
    }
  }

  /// Refuses that a required relation leads to nothing; the value is on top of the stack.
  private func checkIsNotRequired(
    _ name: String, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws {
    guard stack.isNil(-1) || FieldCoding(session).isNull(-1, on: stack), object.state != .embedded,
      let relation = try context.entity.relation(name), relation.kind == .belongsTo, relation.isRequired
    else { return }
    let failure = Failure(entity: context.name, field: name, value: .nil, message: UnfitValue.isRequired.message)
    throw ScriptError.validation([failure], session.lua)
  }

  /// Runs the tests of a field on the value on top of the stack.
  private func check(
    _ slot: FieldSlot, _ tied: ResolvedEntity, _ context: ObjectContext, _ object: LuaRowObject, _ stack: LuaStack
  ) throws {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    let scratch = CellScratch()
    let cell = try FieldCoding(session).cell(of: slot, at: -1, on: stack, keep: scratch.keep)
    if slot.isEncoded { validation.given = stack.value(-1) }
    try validation.check(slot, cell, of: object)
    if !validation.failures.isEmpty {
      stack.pop(1)
      let (field, entity) = object.outermost(slot.field, tied.entity)
      let failures = validation.failures.map {
        Failure(
          entity: entity.name, field: $0.field == slot.field.name ? field.name : $0.field, value: $0.value,
          message: $0.message)
      }
      throw ScriptError.validation(failures, session.lua)
    }
  }

  /// Refuses another value for a `readonly` field that is stored; the new value is on top of the stack.
  private func checkNotSet(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws {
    let field = entity.member(slot)
    guard field.isReadonly, object.state == .saved, slot < entity.fields.count else { return }
    let before = storedBefore(slot, of: object, entity, stack)
    guard before != .null, try FieldCoding(session).storedValue(of: field, at: -1, on: stack) != before else { return }
    let value = stack.value(-1)
    stack.pop(1)
    throw refused(CastError(UnfitValue.wasSetTo(stored: field.words(stored: before))), field, entity, value)
  }

  /// Pops the value, which becomes the field's.
  private func set(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws {
    // A document is compared with the text that the database has, whether it was assigned or edited.
    if object.state == .saved, slot < entity.fields.count, !entity.fields[slot].isComparedAsStored {
      try noteChange(slot, of: object, entity, stack)
    }
    object.hold(slot)
  }

  /// Keeps the value that the database has; setting that again is no change.
  private func noteChange(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ stack: LuaStack) throws {
    object.push(.originals)
    defer { stack.pop(1) }
    if !object.isChanged(slot) {
      do {
        try ObjectRows(session: session, stack: stack).push(slot, of: object, entity)
      } catch let error as ScriptError where error.kind == .decode {
        // What cannot be read can still be replaced.
        stack.pushNil()
      }
      stack.rawSet(table: -2, slot + 1)
    }
    _ = stack.rawGet(table: -1, slot + 1)
    object.setChanged(slot, !stack.rawEqual(-1, -3))
    stack.pop(1)
  }

  // MARK: Relations and unknown names

  /// Sets what is no field: a relation; the value is on top of the stack and stays.
  private func setOther(_ object: LuaRowObject, name: String, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = try context.entity
    if object.state == .embedded, let relation = entity.relation(name) { throw relation.leadsNowhere(entity) }
    guard let relation = entity.relation(name) else {
      throw ScriptError(QueryError.unknownField(entity: entity.name, name: name, candidates: entity.objectMemberNames))
    }
    guard !relation.kind.isToMany else {
      throw ScriptError(ObjectError.leadsToMany(entity: entity.name, relation: name))
    }
    if stack.isNil(-1) || FieldCoding(session).isNull(-1, on: stack) {
      return try unlink(relation, of: object, context, stack)
    }
    guard let target = stack.rowObject(-1), let targetContext = target.context(as: ObjectContext.self),
      targetContext.isKind(of: relation.target)
    else {
      let found = FieldCoding(session).words(for: stack.value(-1))
      throw refused(
        CastError(UnfitValue.notExpected(.one(of: relation.target), found: found)),
        Field(name: name, type: .integer), entity, stack.value(-1))
    }
    try link(relation, of: object, to: target, targetContext, context, stack)
  }

  private func unlink(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws {
    object.push(.related)
    // That a has_one leads to nothing is still to be saved.
    if relation.kind == .hasOne { stack.push(false) } else { stack.pushNil() }
    stack.rawSet(table: -2, relation.name)
    stack.pop(1)
    if relation.kind == .hasOne { return }
    try setKey(relation, of: object, to: relation.columns.map { _ in .null }, context, stack)
  }

  private func link(
    _ relation: Relation, of object: LuaRowObject, to target: LuaRowObject, _ targetContext: ObjectContext,
    _ context: ObjectContext, _ stack: LuaStack
  ) throws {
    // A new object belongs to the database that it is added to.
    try checkCanBeKept(target, targetContext, with: object.state == .saved ? context : targetContext)
    let pending = PendingParents(session: session, stack: stack)
    if relation.kind == .belongsTo {
      let key = target.state == .saved ? try key(of: target, targetContext, for: relation, stack) : [.null]
      // An object without a key yet is saved, and its key taken over, when this one is.
      if key.contains(.null), target.state == .saved { throw try keyIsNull(key, relation, targetContext, context) }
      if key.contains(.null) { return try pending.keep(relation, of: object, at: target.index, context) }
      try setKey(relation, of: object, to: key, context, stack)
    }
    pending.settle(relation, of: object, at: target.index)
  }

  private func keyIsNull(
    _ key: [Value], _ relation: Relation, _ target: ObjectContext, _ context: ObjectContext
  ) throws -> ScriptError {
    let entity = try target.entity
    let columns =
      relation.targetColumns.isEmpty ? entity.keySlots.map { entity.fields[$0].column } : relation.targetColumns
    let column = zip(columns, key).first { $1 == .null }?.0 ?? ""
    return ScriptError(
      ObjectError.keyIsNull(
        entity: context.name, relation: relation.name, target: target.name,
        field: entity.fields.first { $0.column == column }?.name ?? column))
  }

  /// The values of the target's columns that a relation refers to, as the database has them.
  package func key(
    of target: LuaRowObject, _ targetContext: ObjectContext, for relation: Relation, _ stack: LuaStack
  ) throws -> [Value] {
    let entity = try targetContext.entity
    let rows = ObjectRows(session: session, stack: stack)
    let columns =
      relation.targetColumns.isEmpty ? entity.keySlots.map { entity.fields[$0].column } : relation.targetColumns
    return try columns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return .null }
      return try rows.savedValue(slot, of: target, entity)
    }
  }

  /// Assigns the columns of a relation.
  package func setKey(
    _ relation: Relation, of object: LuaRowObject, to values: [Value], _ context: ObjectContext, _ stack: LuaStack
  ) throws {
    let entity = try context.entity
    if object.state == .saved { context.database.journal.remember(object) }
    for (column, value) in zip(relation.columns, values) {
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { continue }
      let stored = entity.isReflected ? value.reference(in: entity.fields[slot].nature) : value
      try stored.withCell { try FieldCoding(session).push($0, as: entity.fields[slot], of: entity, on: stack) }
      try set(slot, of: object, entity, stack)
    }
  }
}
