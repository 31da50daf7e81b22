import LuaRows
import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// Pushes the object with the key at the second argument, or nil: of the entity or the request at the first.
  func pushObjectWithKey(_ call: LuaCall) throws {
    // The usual case is made quick: an entity, which needs no request.
    if let entity = call.object(1, as: EntityHandle.self) {
      try entity.checkHasTable()
      return try pushObject(of: entity.context, call)
    }
    let handle = try call.request()
    let request = handle.request
    let isWhole =
      handle.isWhole || request.predicate == nil && request.companions.isEmpty && request.selection == nil
    if isWhole { return try pushObject(of: handle.context, call) }
    let tied = try keyed(handle.context)
    try checkIsOne(tied, call)
    let conditions = zip(tied.keySlots, try key(tied, 2, call.stack).values).map { slot, value in
      Expression.comparison(.equal, .field(FieldPath(field: tied.entity.fields[slot].name)), .literal(value))
    }
    let narrowed = handle.with {
      $0 = $0.and(.and(conditions)); $0.limit = 1
    }
    try Fetching(narrowed).pushList(on: call.stack)
    try call.stack.get(-1, 1)
  }

  private func pushObject(of context: ObjectContext, _ call: LuaCall) throws {
    let tied = try keyed(context)
    if call.argumentCount > 2 { try checkIsOne(tied, call) }
    let key = try key(tied, 2, call.stack)
    if try !context.pushObject(key, on: call.stack) { call.pushNil() }
  }

  /// Refuses a second key, which would be dropped.
  private func checkIsOne(_ tied: TiedEntity, _ call: LuaCall) throws {
    guard tied.keySlots.count == 1, call.argumentCount > 2, !call.isNil(3) else { return }
    let name = tied.entity.fields[tied.keySlots[0]].name
    throw ScriptError(
      .argument,
      "get takes one key: \(call.value(3).described) is one too many."
        + " For several rows say where { \(name) = { … } }")
  }

  private func keyed(_ context: ObjectContext) throws -> TiedEntity {
    let tied = try context.tied()
    if tied.keySlots.isEmpty { throw QueryError.noKey(entity: tied.entity.name) }
    return tied
  }
}

extension ObjectContext {
  /// Pushes the object with a key; false, and nothing, where there is none.
  func pushObject(_ key: RowKey, on stack: LuaStack) throws -> Bool {
    guard let object = try pushRow(key, on: stack) else { return false }
    let context = object.context(as: ObjectContext.self) ?? self
    if let hook = context.model.hooks.afterLoad { try hook.call([stack.value(object.index)]) }
    return true
  }

  /// The statement is free again before a hook may want it.
  private func pushRow(_ key: RowKey, on stack: LuaStack) throws -> LuaRowObject? {
    let statement = try keyStatement(bound: key)
    defer { statement.reset() }
    return try statement.advance() ? pushObject(of: statement, on: stack) : nil
  }

  /// Reads the row with a key into a buffer; false when there is none.
  func readRow(_ key: RowKey, into buffer: RowBuffer) throws -> Bool {
    let statement = try keyStatement(bound: key)
    defer { statement.reset() }
    return try statement.step(into: buffer)
  }

  private func keyStatement(bound key: RowKey) throws -> any Statement {
    let statement = try keyStatement()
    let kinds = try tied().kindValues
    if let echo = try database.store().echo { echo(RenderedSQL(text: keyText, bindings: key.values + kinds)) }
    if kinds.isEmpty, case .integer(let number) = key {
      try withUnsafePointer(to: Cell(number)) { try statement.bind($0, count: 1) }
    } else {
      try statement.bind(key.values + kinds)
    }
    return statement
  }
}
