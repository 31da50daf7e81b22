import LuaRows
import LuaRuntime
import Query
import Schema

extension Objects {
  /// A new object of an entity, above, with the values of the table at an argument, if there is one.
  ///
  /// Names and types are checked; tests run when it is saved.
  package func makeObject(_ context: ObjectContext, values index: Int, _ call: LuaCall) throws {
    guard let shape = context.shape, let object = shape.newObject(on: call.stack) else { return }
    if index > call.argumentCount { return }
    guard index == call.argumentCount || call.isNil(index + 1) else {
      throw ScriptError(ObjectError.oneTooMany(entity: context.name, found: call.value(index + 1).described))
    }
    guard call.kind(index) == .table else {
      // So a loop calls what it takes for an iterator.
      if index + 1 == call.argumentCount, call.value(index).isNil {
        throw ScriptError(ObjectError.entityInLoop(entity: context.name))
      }
      throw ScriptError(ObjectError.valuesAreNoTable(entity: context.name, found: call.value(index).described))
    }
    try fill(object, from: call.borrowed(index), context)
  }

  /// A new object of an entity with the values of a table.
  package func newObject(_ context: ObjectContext, _ values: LuaTable, _ stack: LuaStack) throws -> LuaValue {
    guard let shape = context.shape else { return .nil }
    let table = BorrowedValue(values, on: stack)
    defer { table.drop() }
    guard let object = shape.newObject(on: stack) else { return .nil }
    try fill(object, from: table, context)
    return object.place.value
  }

  /// Takes the members of a table; what cannot be taken as it is is judged, and all that is wrong said at once.
  private func fill(_ object: LuaRowObject, from table: BorrowedValue, _ context: ObjectContext) throws {
    var slots: [FieldSlot]?
    var refused = CastErrors()
    try object.take(table) { name, value in
      let known = try slots ?? slotsForNew(context)
      slots = known
      do {
        try setNew(value, named: name, of: object, known, from: table, context)
      } catch let error as ScriptError {
        refused.add(error)
      }
    }
    if !refused.isEmpty { try refused.check(context.model.entity, session.lua) }
  }

  /// The fields of new objects; as long as a relation leads nowhere yet, those that were written.
  private func slotsForNew(_ context: ObjectContext) throws -> [FieldSlot] {
    if let tied = try? context.tied() { return tied.slots }
    let entity = context.model.entity
    return entity.allFields.enumerated().map { FieldSlot($1, index: $0, isAutomaticKey: $0 == entity.automaticKeySlot) }
  }

  /// Takes over one member of the table that a new object is made of.
  private func setNew(
    _ value: BorrowedValue, named name: BorrowedValue, of object: LuaRowObject, _ slots: [FieldSlot],
    from table: BorrowedValue, _ context: ObjectContext
  ) throws {
    guard let slot = object.shape.slot(named: name) else {
      let name = text(ofName: name)
      try checkIsSaidOnce(name, context.model.entity) { name in table.scoped { !table.member(name).isNil } }
      if let relation = context.model.entity.relation(name), let take = session.state(GraphTaking.self).take,
        try take(value.value, relation, object, context, object.place.stack)
      {
        return
      }
      return try setOther(object, name: name, to: value, context)
    }
    let own = value.copied()
    do {
      try slots[slot].field.checkCanBeSet()
      try FieldCoding(session).normalize(own, for: slots[slot])
    } catch let refusal as CastError {
      throw refused(refusal, slots[slot].field, context.model.entity, own.value)
    }
    object.hold(slot, own)
  }

  /// The name of a member as messages say it.
  private func text(ofName name: BorrowedValue) -> String { name.string ?? session.lua.describe(name.value) }

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
    let place = call.borrowed(1)
    guard let object = place.rowObject, let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(ObjectError.noObject(found: call.value(1).described))
    }
    call.takeArguments(3)
    try assign(call.borrowed(3), named: call.borrowed(2), to: object, context)
    return 0
  }

  /// Assigns a value to a member.
  ///
  /// - Parameter isTested: whether its tests run now; else that is left to the one who asks.
  package func assign(
    _ value: BorrowedValue, named name: BorrowedValue, to object: LuaRowObject, _ context: ObjectContext,
    isTested: Bool = true
  ) throws {
    try checkCanChange(object, context, name)
    if object.state == .saved { context.database.journal.remember(object) }
    guard let slot = object.shape.slot(named: name) else {
      let name = text(ofName: name)
      try checkIsNotRequired(name, of: object, value, context)
      return try setOther(object, name: name, to: value, context)
    }
    let tied = try context.tied()
    if let computed = context.computedMember(slot, of: object) {
      throw ScriptError(ObjectError.computedCannotChange(entity: context.name, name: computed.field.name))
    }
    let stack = object.place.stack
    try ObjectRows(session: session, stack: stack).checkSelected(slot, of: object, tied.entity)
    let own = value.copied()
    defer { own.drop() }
    do {
      try tied.slots[slot].field.checkCanBeSet()
      try Embedding(session).embedding(in: object.state == .embedded ? object.owner : "") {
        try FieldCoding(session).normalize(own, for: tied.slots[slot])
      }
    } catch let refusal as CastError {
      // What another program has put there may be said again.
      if try isThere(own, slot, of: object, tied.entity) { return }
      let (field, entity) = object.outermost(tied.slots[slot].field, tied.entity)
      throw refused(refusal, field, entity, own.value)
    }
    if isTested { try check(own, tied.slots[slot], tied, context, object) }
    try checkNotSet(slot, of: object, tied.entity, own)
    try set(slot, of: object, tied.entity, own)
    if slot < tied.entity.fields.count {
      PendingParents(session: session, stack: stack).forget(
        keyIn: tied.entity.fields[slot].column, of: object, tied.entity)
    }
  }

  /// Whether a value is the one that a stored object has there, in a column of another program.
  private func isThere(
    _ value: BorrowedValue, _ slot: Int, of object: LuaRowObject, _ entity: Entity
  ) throws -> Bool {
    guard object.state == .saved, slot < entity.fields.count, entity.fields[slot].isLoose, !object.isChanged(slot)
    else { return false }
    return try object.place.scoped { try readable(slot, of: object, entity).isSame(as: value) }
  }

  private func checkCanChange(_ object: LuaRowObject, _ context: ObjectContext, _ name: BorrowedValue) throws {
    if object.isListed { throw ScriptError(ObjectError.listedCannotChange(name: text(ofName: name))) }
    switch object.state {
    case .new, .saved, .embedded: return
    case .deleted: throw ScriptError(ObjectError.deletedCannotChange(entity: context.name))
    case .discarded: throw ScriptError(ObjectError.discardedCannotChange)
    case .lent, .returned:
      throw ScriptError(ObjectError.lentCannotChange)
    }
  }

  /// Refuses that a required relation leads to nothing.
  private func checkIsNotRequired(
    _ name: String, of object: LuaRowObject, _ value: BorrowedValue, _ context: ObjectContext
  ) throws {
    guard value.isNil || FieldCoding(session).isNull(value), object.state != .embedded,
      let relation = try context.entity.relation(name), relation.kind == .belongsTo, relation.isRequired
    else { return }
    let failure = Failure(entity: context.name, field: name, value: .nil, message: UnfitValue.isRequired.message)
    throw ScriptError.validation([failure], session.lua)
  }

  /// Runs the tests of a field on a value.
  private func check(
    _ value: BorrowedValue, _ slot: FieldSlot, _ tied: ResolvedEntity, _ context: ObjectContext, _ object: LuaRowObject
  ) throws {
    var validation = Validation(session: session, context: context, tied: tied, stack: value.stack)
    let scratch = CellScratch()
    let cell = try FieldCoding(session).cell(of: slot, from: value, keep: scratch.keep)
    if slot.isEncoded { validation.given = value.value }
    try validation.check(slot, cell, of: object)
    if !validation.failures.isEmpty {
      let (field, entity) = object.outermost(slot.field, tied.entity)
      let failures = validation.failures.map {
        Failure(
          entity: entity.name, field: $0.field == slot.field.name ? field.name : $0.field, value: $0.value,
          message: $0.message)
      }
      throw ScriptError.validation(failures, session.lua)
    }
  }

  /// Refuses another value for a `readonly` field that is stored.
  private func checkNotSet(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ value: BorrowedValue) throws {
    let field = entity.member(slot)
    guard field.isReadonly, object.state == .saved, slot < entity.fields.count else { return }
    let before = storedBefore(slot, of: object, entity, value.stack)
    guard before != .null, try FieldCoding(session).storedValue(of: field, from: value) != before else { return }
    throw refused(CastError(UnfitValue.wasSetTo(stored: field.words(stored: before))), field, entity, value.value)
  }

  /// Makes a value the field's.
  private func set(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ value: BorrowedValue) throws {
    // A document is compared with the text that the database has, whether it was assigned or edited.
    if object.state == .saved, slot < entity.fields.count {
      if entity.fields[slot].isComparedAsStored {
        object.setChanged(slot, mayClearNaN(slot, of: object, entity, value))
      } else {
        try noteChange(slot, of: object, entity, value)
      }
    }
    // What a hook assigns, an upsert tells from the defaults, which do not change a row that is there.
    if object.isQueued { object.setChanged(slot, true) }
    object.hold(slot, value)
  }

  /// Keeps the value that the database has; setting that again is no change.
  private func noteChange(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ value: BorrowedValue) throws {
    let originals = object.originals()
    defer { originals.drop() }
    if !object.isChanged(slot) { originals.set(slot, to: try readable(slot, of: object, entity)) }
    let isSame = originals.value(slot).isSame(as: value)
    object.setChanged(slot, !isSame || mayClearNaN(slot, of: object, entity, value))
  }

  /// Whether nothing is set where nothing was read, and the database may have NaN: only it knows, and NULL is to be there.
  private func mayClearNaN(_ slot: Int, of object: LuaRowObject, _ entity: Entity, _ value: BorrowedValue) -> Bool {
    value.isNil && entity.fields[slot].mayBeNaN && storedBefore(slot, of: object, entity, value.stack) == .null
  }

  /// What scripts see in a slot, above, or nil: what cannot be read can still be replaced.
  private func readable(_ slot: Int, of object: LuaRowObject, _ entity: Entity) throws -> BorrowedValue {
    do {
      return try ObjectRows(session: session, stack: object.place.stack).borrowed(slot, of: object, entity)
    } catch let error as ScriptError where error.kind == .decode {
      return object.place.newValue()
    }
  }

  // MARK: Relations and unknown names

  /// Sets what is no field: a relation.
  private func setOther(
    _ object: LuaRowObject, name: String, to value: BorrowedValue, _ context: ObjectContext
  ) throws {
    let entity = try context.entity
    if object.state == .embedded, let relation = entity.relation(name) { throw relation.leadsNowhere(entity) }
    guard let relation = entity.relation(name) else {
      throw ScriptError(QueryError.unknownField(entity: entity.name, name: name, candidates: entity.objectMemberNames))
    }
    guard !relation.kind.isToMany else {
      throw ScriptError(ObjectError.leadsToMany(entity: entity.name, relation: name))
    }
    if value.isNil || FieldCoding(session).isNull(value) { return try unlink(relation, of: object, context) }
    guard let target = value.rowObject, let targetContext = target.context(as: ObjectContext.self),
      targetContext.isKind(of: relation.target)
    else {
      let found = FieldCoding(session).words(for: value.value)
      throw refused(
        CastError(UnfitValue.notExpected(expectation(of: relation, entity, value), found: found)),
        Field(name: name, type: .integer), entity, value.value)
    }
    try link(relation, of: object, to: target, targetContext, context)
  }

  /// What a relation takes; who gave a plain value may have meant the key.
  private func expectation(of relation: Relation, _ entity: Entity, _ value: BorrowedValue) -> Expectation {
    guard relation.kind == .belongsTo, relation.columns.count == 1, Value(plain: value.value) != nil,
      let key = entity.fields.first(where: { $0.column == relation.columns[0] })
    else { return .one(of: relation.target) }
    return .oneOrKey(of: relation.target, in: key.name)
  }

  private func unlink(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext) throws {
    // That a has_one leads to nothing is still to be saved.
    object.relate(relation.name, to: relation.kind == .hasOne ? false : .nil)
    if relation.kind == .hasOne { return }
    try setKey(relation, of: object, to: relation.columns.map { _ in .null }, context)
  }

  private func link(
    _ relation: Relation, of object: LuaRowObject, to target: LuaRowObject, _ targetContext: ObjectContext,
    _ context: ObjectContext
  ) throws {
    // A new object belongs to the database that it is added to.
    try checkCanBeKept(target, targetContext, with: object.state == .saved ? context : targetContext)
    let stack = object.place.stack
    if relation.kind == .belongsTo {
      let key = target.state == .saved ? try key(of: target, targetContext, for: relation, stack) : [.null]
      // An object without a key yet is saved, and its key taken over, when this one is.
      if key.contains(.null), target.state == .saved { throw try keyIsNull(key, relation, targetContext, context) }
      if key.contains(.null) {
        return try PendingParents(session: session, stack: stack).keep(
          target.place, as: relation, of: object, context)
      }
      try setKey(relation, of: object, to: key, context)
    }
    object.relate(relation.name, to: target.place)
  }

  private func keyIsNull(
    _ key: [Value], _ relation: Relation, _ target: ObjectContext, _ context: ObjectContext
  ) throws -> ScriptError {
    let entity = try target.entity
    let columns = relation.referencedColumns(of: entity)
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
    let columns = relation.referencedColumns(of: entity)
    return try columns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return .null }
      return try rows.savedValue(slot, of: target, entity)
    }
  }

  /// Assigns the columns of a relation.
  package func setKey(
    _ relation: Relation, of object: LuaRowObject, to values: [Value], _ context: ObjectContext
  ) throws {
    let entity = try context.entity
    if object.state == .saved { context.database.journal.remember(object) }
    for (column, value) in zip(relation.columns, values) {
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { continue }
      let stored = entity.isReflected ? value.reference(in: entity.fields[slot].nature) : value
      let own = try stored.withCell {
        try FieldCoding(session).borrowed($0, as: entity.fields[slot], of: entity, on: object.place.stack)
      }
      defer { own.drop() }
      try set(slot, of: object, entity, own)
    }
  }
}
