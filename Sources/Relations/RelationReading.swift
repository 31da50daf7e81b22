import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

extension RelationReader {
  /// What a relation of an object leads to, above: an object or nil, or the request for the many.
  package func value(
    of relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> BorrowedValue {
    guard let end = try context.tied().relation(relation.name) else {
      throw QueryError.unknownEntity(relation.target)
    }
    return try value(of: end, of: object, context, stack)
  }

  func value(
    of end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> BorrowedValue {
    switch end.relation.kind {
    case .belongsTo: return try parent(end, of: object, context, try end.target(from: context), stack)
    case .hasMany, .manyToMany:
      if object.state == .new, let unsaved = UnsavedRelation(end.relation, of: object, context) {
        let value = object.place.newValue()
        value.become(unsaved, as: session.types.unsavedRelation)
        return value
      }
      let children = try children(end, of: object, context, stack)
      if let tie = children.relation?.tie, tie.ownSlots.count == 1 {
        object.shape.addRelation(
          end.relation.name, slot: tie.ownSlots[0], promising: session.types.promisedRequest, stack)
      }
      return BorrowedValue(children, as: session.types.request, on: stack)
    case .hasOne:
      if let assigned = Objects(session).assigned(end.relation, of: object) { return assigned }
      if let known = try Requester(session).loaded(end, of: object, context, on: stack) { return known }
      return try Fetching(try children(end, of: object, context, stack).with { $0.limit = 1 }).first(on: stack)
    }
  }

  // MARK: N:1

  /// The object is kept on this one: asking again gives the same, until the key is another.
  private func parent(
    _ end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, _ target: ObjectContext,
    _ stack: LuaStack
  ) throws -> BorrowedValue {
    let relation = end.relation
    let key = try Objects(session).ownKey(relation, of: object, context, stack)
    switch PendingParents(session: session, stack: stack).kept(relation, of: object) {
    case .none: break
    case .pending(let parent): return parent
    case .known(let parent):
      if let known = parent.rowObject, let knownContext = known.context(as: ObjectContext.self),
        try isSame(key, Objects(session).key(of: known, knownContext, for: relation, stack), end, context)
      {
        return parent
      }
      parent.drop()
    }
    guard !key.contains(.null) else { return object.place.newValue() }
    let loaded = try Requester(session).loadedRelation(relation, of: object)
    if object.state == .saved { try context.checkBelongs(to: context.database) }
    let parent = try loaded?.first(RowKey(key), on: stack) ?? row(end, key, context, target, stack)
    if object.state == .saved || object.state == .new { object.relate(relation.name, to: parent) }
    return parent
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

  /// The row that a reference leads to, above, or nil.
  private func row(
    _ end: ResolvedRelation, _ reference: [Value], _ context: ObjectContext, _ target: ObjectContext, _ stack: LuaStack
  ) throws -> BorrowedValue {
    let entity = try target.entity
    let keyColumns = entity.keySlots.map { entity.fields[$0].column }
    let relation = end.relation
    let readings = try end.readings(in: context.tied())
    let key = readings.isEmpty ? reference : zip(readings, reference).map { $0.converted($1) }
    if relation.targetColumns.isEmpty || relation.targetColumns == keyColumns {
      return try target.object(RowKey(key), on: stack)?.place ?? BorrowedValue(.nil, on: stack)
    }
    let columns = Array(zip(relation.targetColumns, key))
    var request = FetchRequest(entity: entity.name, predicate: condition(entity, columns))
    request.sorts = entity.keySlots.map { Sort(FieldPath(field: entity.fields[$0].name)) }
    request.limit = 1
    return try Fetching(RequestHandle(target, request)).first(on: stack)
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
      loaded: ChildrenSource(end.relation.name, of: object, key: key, session))
  }

  // MARK: Promises

  /// Makes the request of a relation that C has promised.
  package func fulfil(_ promise: LuaPromise, on stack: LuaStack) throws {
    let (owner, relation) = promise.ownerAndName()
    defer { owner.drop() }
    guard let object = owner.rowObject, let context = object.context(as: ObjectContext.self),
      let name = relation.string
    else { return }
    guard let end = try context.tied().relation(name) else {
      throw QueryError.unknownField(
        entity: context.name, name: name, candidates: try context.entity.objectMemberNames)
    }
    let request = try children(end, of: object, context, stack, promised: promise.key)
    promise.fulfil(with: request, as: session.types.request)
  }

  /// The list of what was loaded along for a promised relation, above; nil, and nothing, where nothing was, or
  /// something changed.
  ///
  /// No request is made for it.
  package func loaded(_ promise: LuaPromise, on stack: LuaStack) throws -> BorrowedValue? {
    let (owner, relation) = promise.ownerAndName()
    guard let object = owner.rowObject, let name = relation.string,
      let loaded = try Requester(session).loadedRelation(named: name, of: object), loaded.isCurrent,
      let list = try loaded.list(of: .integer(promise.key), on: stack)
    else {
      owner.drop()
      return nil
    }
    owner.become(list)
    relation.drop()
    return owner
  }

  private func condition(_ entity: Entity, _ columns: [(String, Value)]) -> Expression {
    let parts = columns.map { column, value in
      let name = entity.fields.first { $0.column == column }?.name ?? column
      return Expression.comparison(.equal, .field(FieldPath(field: name)), .literal(value))
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }
}
