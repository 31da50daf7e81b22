import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// Pushes what a relation of an object leads to: an object or nil, or the request for the many.
  func push(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws -> Int {
    guard let end = try context.tied().relation(relation.name) else {
      throw QueryError.unknownEntity(relation.target)
    }
    return try push(end, of: object, context, stack)
  }

  func push(_ end: TiedRelation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws -> Int {
    switch end.relation.kind {
    case .belongsTo: try pushParent(end.relation, of: object, context, try end.target(from: context), stack)
    case .hasMany, .manyToMany: return push(try children(end, of: object, context, stack), on: stack)
    case .hasOne:
      if pushAssigned(end.relation, of: object, stack) { return 1 }
      if try pushLoaded(end, of: object, context, stack) { return 1 }
      try Fetching(try children(end, of: object, context, stack).with { $0.limit = 1 }).pushList(on: stack)
      try stack.get(-1, 1)
    }
    return 1
  }

  // MARK: N:1

  /// The object is kept on this one: asking again gives the same, until the key is another.
  private func pushParent(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ target: ObjectContext, _ stack: LuaStack
  ) throws {
    let key = try ownKey(relation, of: object, context, stack)
    object.push(.related)
    if stack.rawGet(table: -1, relation.name) == .userdata, let known = stack.rowObject(-1),
      let knownContext = known.context(as: ObjectContext.self)
    {
      if known.state == .new { return }
      if try self.key(of: known, knownContext, for: relation, stack) == key { return }
    }
    stack.pop(1)
    guard !key.contains(.null) else { return stack.pushNil() }
    let loaded = loadedRelation(relation, of: object, stack)
    if object.state == .saved { try context.checkBelongs(to: context.database) }
    if try loaded?.pushFirst(RelationKey(key), on: stack) != true { try pushTarget(relation, key, target, stack) }
    if object.state == .saved || object.state == .new {
      stack.copy(-1)
      stack.rawSet(table: -3, relation.name)
    }
  }

  /// The values of the columns of a relation.
  func ownKey(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> [Value] {
    let entity = try context.entity
    let rows = ObjectRows(session: self, stack: stack)
    return try relation.columns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return .null }
      return try rows.value(slot, of: object, entity)
    }
  }

  private func pushTarget(_ relation: Relation, _ key: [Value], _ target: ObjectContext, _ stack: LuaStack) throws {
    let entity = try target.entity
    let keyColumns = entity.keySlots.map { entity.fields[$0].column }
    if relation.targetColumns.isEmpty || relation.targetColumns == keyColumns {
      let buffer = RowBuffer(columnCount: try target.tied().rowWidth, rowCapacity: 1)
      guard try readRow(target, key, into: buffer) else { return stack.pushNil() }
      try target.pushObject(of: buffer, on: stack)
      return stack.remove(-2)
    }
    let columns = Array(zip(relation.targetColumns, key))
    let request = RequestHandle(target, FetchRequest(entity: entity.name, predicate: condition(entity, columns)))
    try Fetching(request.with { $0.limit = 1 }).pushList(on: stack)
    try stack.get(-1, 1)
    stack.remove(-2)
  }

  // MARK: 1:N and N:M

  /// The request for the rows that a relation leads to.
  private func children(
    _ end: TiedRelation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> RequestHandle {
    guard object.state != .new else {
      throw ScriptError(.state, "this \(context.name) is not saved: it has no \(end.relation.name) yet")
    }
    try context.checkBelongs(to: context.database)
    let tied = try context.tied()
    let tie = try end.tie(in: tied)
    let rows = ObjectRows(session: self, stack: stack)
    let key = try tie.ownSlots.map { try rows.value($0, of: object, tied.entity) }
    return RequestHandle(
      RelationOrigin(end: end, tie: tie, owner: context, target: try end.target(from: context), key: key),
      loaded: loadedRelation(end.relation, of: object, stack).map { LoadedChildren($0, key: key) })
  }

  private func condition(_ entity: Entity, _ columns: [(String, Value)]) -> Expression {
    let parts = columns.map { column, value in
      let name = entity.fields.first { $0.column == column }?.name ?? column
      return Expression.comparison(.equal, .field(FieldPath(field: name)), .literal(value))
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }
}
