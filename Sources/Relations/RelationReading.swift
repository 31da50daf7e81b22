import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

extension RelationReader {
  /// Pushes what a relation of an object leads to: an object or nil, or the request for the many.
  package func push(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws
    -> Int
  {
    guard let end = try context.tied().relation(relation.name) else {
      throw QueryError.unknownEntity(relation.target)
    }
    return try push(end, of: object, context, stack)
  }

  func push(_ end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws -> Int
  {
    switch end.relation.kind {
    case .belongsTo: try pushParent(end, of: object, context, try end.target(from: context), stack)
    case .hasMany, .manyToMany:
      if object.state == .new, let unsaved = UnsavedRelation(end.relation, of: object, context) {
        stack.push(unsaved, as: session.types.unsavedRelation)
        return 1
      }
      let children = try children(end, of: object, context, stack)
      if let tie = children.relation?.tie, tie.ownSlots.count == 1 {
        object.shape.addRelation(
          end.relation.name, slot: tie.ownSlots[0], promising: session.types.promisedRequest, stack)
      }
      return Requester(session).push(children, on: stack)
    case .hasOne:
      if Objects(session).pushAssigned(end.relation, of: object, stack) { return 1 }
      if try Requester(session).pushLoaded(end, of: object, context, stack) { return 1 }
      try Fetching(try children(end, of: object, context, stack).with { $0.limit = 1 }).pushList(on: stack)
      try stack.get(-1, 1)
    }
    return 1
  }

  // MARK: N:1

  /// The object is kept on this one: asking again gives the same, until the key is another.
  private func pushParent(
    _ end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, _ target: ObjectContext,
    _ stack: LuaStack
  ) throws {
    let relation = end.relation
    let key = try Objects(session).ownKey(relation, of: object, context, stack)
    let parents = PendingParents(session: session, stack: stack)
    switch parents.pushKept(relation, of: object) {
    case .none: break
    case .pending: return
    case .known:
      if let known = stack.rowObject(-1), let knownContext = known.context(as: ObjectContext.self),
        try isSame(key, Objects(session).key(of: known, knownContext, for: relation, stack), end, context)
      {
        return
      }
      stack.pop(1)
    }
    guard !key.contains(.null) else { return stack.pushNil() }
    let loaded = Requester(session).loadedRelation(relation, of: object, stack)
    if object.state == .saved { try context.checkBelongs(to: context.database) }
    if try loaded?.pushFirst(RowKey(key), on: stack) != true { try pushTarget(end, key, context, target, stack) }
    if object.state == .saved || object.state == .new { parents.settle(relation, of: object, at: stack.top) }
  }

  /// Whether a reference leads to a key.
  private func isSame(
    _ reference: [Value], _ key: [Value], _ end: ResolvedRelation, _ context: ObjectContext
  ) throws -> Bool {
    if reference == key { return true }
    let readings = try end.readings(in: context.tied())
    if readings.isEmpty { return false }
    return zip(readings, reference).map { $0.key($1) } == zip(readings, key).map { $0.key($1) }
  }

  private func pushTarget(
    _ end: ResolvedRelation, _ reference: [Value], _ context: ObjectContext, _ target: ObjectContext, _ stack: LuaStack
  ) throws {
    let entity = try target.entity
    let keyColumns = entity.keySlots.map { entity.fields[$0].column }
    let relation = end.relation
    let readings = try end.readings(in: context.tied())
    let key = readings.isEmpty ? reference : zip(readings, reference).map { $0.converted($1) }
    if relation.targetColumns.isEmpty || relation.targetColumns == keyColumns {
      if try !target.pushObject(RowKey(key), on: stack) { stack.pushNil() }
      return
    }
    let columns = Array(zip(relation.targetColumns, key))
    var request = FetchRequest(entity: entity.name, predicate: condition(entity, columns))
    request.sorts = entity.keySlots.map { Sort(FieldPath(field: entity.fields[$0].name)) }
    request.limit = 1
    try Fetching(RequestHandle(target, request)).pushList(on: stack)
    try stack.get(-1, 1)
    stack.remove(-2)
  }

  // MARK: 1:N and N:M

  /// The request for the rows that a relation leads to, by the key of the object or by the one that was promised.
  private func children(
    _ end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack,
    promised: Int64? = nil
  ) throws -> RequestHandle {
    guard object.state != .new else {
      throw ScriptError(
        RelationError.ownerIsNotSaved(entity: context.name, relation: end.relation.name, word: nil, known: []))
    }
    try context.checkBelongs(to: context.database)
    let tied = try context.tied()
    let tie = try end.tie(in: tied)
    let rows = ObjectRows(session: session, stack: stack)
    let key =
      try promised.flatMap { tie.ownSlots.count == 1 ? [.integer($0)] : nil }
      ?? tie.ownSlots.map { try rows.savedValue($0, of: object, tied.entity) }
    return RequestHandle(
      RelationOrigin(
        end: end, tie: tie, owner: context, target: try end.target(from: context), key: key,
        draft: object.isDraft ? object.place.value.userdata : nil),
      loaded: Requester(session).loadedRelation(end.relation, of: object, stack).map { LoadedChildren($0, key: key) })
  }

  // MARK: Promises

  /// Makes the request of a relation that C has promised.
  package func fulfil(_ promise: LuaPromise, on stack: LuaStack) throws {
    let top = stack.top
    defer { stack.top = top }
    promise.pushOwnerAndName()
    guard let object = stack.rowObject(-2), let context = object.context(as: ObjectContext.self),
      let name = stack.string(-1)
    else { return }
    guard let end = try context.tied().relation(name) else {
      throw QueryError.unknownField(
        entity: context.name, name: name, candidates: try context.entity.objectMemberNames)
    }
    let request = try children(end, of: object, context, stack, promised: promise.key)
    promise.fulfil(with: request, as: session.types.request)
  }

  /// Pushes the list of what was loaded along for a promised relation; false where nothing was, or something changed.
  ///
  /// No request is made for it.
  package func pushLoaded(_ promise: LuaPromise, on stack: LuaStack) throws -> Bool {
    let top = stack.top
    promise.pushOwnerAndName()
    guard let object = stack.rowObject(-2), let name = stack.string(-1),
      let loaded = Requester(session).loadedRelation(named: name, of: object, stack), loaded.isCurrent,
      try loaded.pushList(of: .integer(promise.key), on: stack)
    else {
      stack.top = top
      return false
    }
    stack.insert(top + 1)
    stack.top = top + 1
    return true
  }

  private func condition(_ entity: Entity, _ columns: [(String, Value)]) -> Expression {
    let parts = columns.map { column, value in
      let name = entity.fields.first { $0.column == column }?.name ?? column
      return Expression.comparison(.equal, .field(FieldPath(field: name)), .literal(value))
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }
}
