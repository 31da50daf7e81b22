import LuaRows
import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// The key that a script gives, as it is stored.
  func key(_ tied: TiedEntity, _ index: Int, _ stack: LuaStack) throws -> RowKey {
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
    let missing = field.map { ", and here is none of '\($0)'" } ?? ""
    return ScriptError(
      .argument,
      "\(entity.name) has a key of \(names.count) fields\(missing): get { "
        + names.map { "\($0) = …" }.joined(separator: ", ") + " }")
  }

  private func keyValue(_ slot: Slot, _ stack: LuaStack, _ index: Int) throws -> Value {
    if !slot.isEncoded, stack.isInteger(index), let key = stack.integer(index) {
      return slot.isAnyInteger ? .integer(key) : try slot.field.operand(.integer(key))
    }
    let field = slot.field
    if slot.isEncoded, !stack.isNil(index), !isNull(index, on: stack) {
      return try encoded(stack.value(index), for: field)
    }
    let isTruth = stack.kind(index) == .boolean && field.type != .boolean
    guard !isTruth, let plain = Value(plain: stack.value(index)), plain != .null else {
      throw ScriptError(.argument, "a key is a value, not \(stack.value(index).described)")
    }
    return try field.operand(plain)
  }

  /// Reads an object's row again.
  func reload(_ object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = try context.entity
    if object.state == .embedded { throw object.partOfAnother(context) }
    guard object.state == .saved else {
      throw ScriptError(.state, "this \(entity.name) is not saved: there is nothing to read")
    }
    _ = try context.database.store()
    try context.checkBelongs(to: context.database)
    let key = try ObjectRows(session: self, stack: stack).savedKey(of: object, entity)
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    guard try context.readRow(RowKey(key), into: buffer) else {
      throw ScriptError(
        .notFound, "\(entity.name) \(entity.words(key: key)) is no longer in the database")
    }
    context.database.journal.remember(object)
    stack.push(buffer, as: types.rows)
    // The row is whole now, also where a request had selected some fields.
    if let shape = context.shape { object.shape = shape }
    object.adopt(anchor: stack.top, rows: UnsafeMutableRawPointer(buffer.header), row: 0, slots: entity.fields.count)
    stack.pop(1)
    if let hook = context.model.hooks.afterLoad { try hook.call([stack.value(object.index)]) }
  }

  // MARK: What C asks for

  /// Makes the types of objects and lists.
  func openRowTypes() {
    lua.stack.openRows(
      objectMethods: Method.table(ObjectMethods.all, self),
      index: lua.function(named: "index") { [unowned self] call in try self.readMember(call) },
      newIndex: lua.function(named: "newindex") { [unowned self] call in try self.assign(call) },
      toString: lua.function(named: "tostring") { [unowned self] call in try self.describeObject(call) },
      equals: lua.function(named: "eq") { [unowned self] call in try self.compareObjects(call) },
      listMethods: Method.table(ListMethods.all, self),
      listToString: lua.function(named: "tostring") { call in
        let list = call.stack.rowList(1)
        let name = list?.context(as: ObjectContext.self)?.name ?? "objects"
        return call.returning("list of \(list?.count ?? 0) \(name)")
      })
  }

  /// `object.name` where the name is no plain field: a document, a word of an enum, a relation, or a mistake.
  private func readMember(_ call: LuaCall) throws -> Int {
    let (object, context) = try ObjectMethods.object(call)
    let stack = call.stack
    guard stack.kind(2) == .string, let name = stack.bytes(2) else {
      throw ScriptError(.argument, "\(context.name): a field has a name, not \(call.value(2).described)")
    }
    if let slot = object.shape.slot(named: 2, on: stack) {
      try readField(slot, of: object, context, stack)
      return 1
    }
    let tied = try context.tied()
    guard let end = tied.relation(named: name) else {
      throw QueryError.unknownField(
        entity: tied.entity.name, name: stack.string(2) ?? lua.describe(stack.value(2)),
        candidates: tied.entity.objectMemberNames + ObjectMethods.all.map(\.name))
    }
    if object.state == .embedded { throw end.relation.leadsNowhere(tied.entity) }
    return try push(end, of: object, context, stack)
  }

  private func readField(_ slot: Int, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = context.model.entity
    // What is read may be edited in place from now on.
    if object.state == .saved, object.holds(slot) || entity.member(slot).isKeptWhenRead {
      context.database.journal.remember(object)
    }
    try ObjectRows(session: self, stack: stack).push(slot, of: object, entity)
    // A document is kept, so that edits in it are seen.
    guard slot < entity.fields.count, entity.fields[slot].isKeptWhenRead, object.state == .saved, !stack.isNil(-1)
    else { return }
    stack.copy(-1)
    object.hold(slot)
    // What a document lacks takes its default: that is no change.
    if entity.fields[slot].fallback != nil || entity.fields[slot].document != nil {
      noteDocument(slot, of: object, stack)
    }
  }

  private func describeObject(_ call: LuaCall) throws -> Int {
    guard let object = call.stack.rowObject(1), let context = object.context(as: ObjectContext.self) else {
      return call.returning("object")
    }
    switch object.state {
    case .new: return call.returning("\(context.name)(new)")
    case .returned: return call.returning("\(context.name)(a row that was lent)")
    case .embedded: return call.returning(context.name + excerpt(ofEmbedded: object, context, call.stack))
    default: break
    }
    let entity = context.model.entity
    let key = try entity.keySlots.map {
      try ObjectRows(session: self, stack: call.stack).value($0, of: object, entity)
    }
    return call.returning("\(context.name)(\(entity.words(key: key)))")
  }

  private func compareObjects(_ call: LuaCall) throws -> Int {
    guard let left = call.stack.rowObject(1), let right = call.stack.rowObject(2),
      let leftContext = left.context(as: ObjectContext.self), let rightContext = right.context(as: ObjectContext.self),
      leftContext === rightContext || leftContext.rootName == rightContext.rootName
    else {
      call.push(false)
      return 1
    }
    try left.checkNotReturned()
    try right.checkNotReturned()
    call.push(try Equality(session: self, stack: call.stack).areEqual(left, leftContext, right, rightContext))
    return 1
  }
}
