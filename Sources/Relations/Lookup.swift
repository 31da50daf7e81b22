import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

extension RelationReader {
  /// Pushes the object with the key at the second argument, or nil: of the entity or the request at the first.
  package func pushObjectWithKey(_ call: LuaCall) throws {
    // The usual case is made quick: an entity, which needs no request.
    if let entity = call.object(1, as: EntityHandle.self) {
      try entity.checkHasTable()
      return try pushObject(of: entity.context, call)
    }
    let handle = try call.request()
    let request = handle.request
    let isWhole =
      handle.isWhole
      || request.predicate == nil && request.companions.isEmpty && request.selection == nil
        && request.source == nil && request.members.isEmpty
    if isWhole { return try pushObject(of: handle.context, call) }
    let tied = try keyed(handle.context)
    try checkIsOne(tied, call)
    let conditions = zip(tied.keySlots, try Objects(session).key(tied, call.borrowed(2)).values).map { slot, value in
      Expression.comparison(.equal, .field(FieldPath(field: tied.entity.fields[slot].name)), .literal(value))
    }
    let narrowed = handle.with {
      $0 = $0.and(.and(conditions)); $0.limit = 1
    }
    _ = try Fetching(narrowed).first(on: call.stack)
  }

  private func pushObject(of context: ObjectContext, _ call: LuaCall) throws {
    let tied = try keyed(context)
    if !tied.foreignSlots.isEmpty { try context.checkForms(ofKeys: \.isPrimaryKey) }
    if call.argumentCount > 2 { try checkIsOne(tied, call) }
    let key = try Objects(session).key(tied, call.borrowed(2))
    if try context.object(key, on: call.stack) != nil { return }
    if let other = key.other(in: tied), try context.object(other, on: call.stack) != nil { return }
    call.pushNil()
  }

  /// Refuses a second key, which would be dropped.
  private func checkIsOne(_ tied: ResolvedEntity, _ call: LuaCall) throws {
    guard tied.keySlots.count == 1, call.argumentCount > 2, !call.isNil(3) else { return }
    let name = tied.entity.fields[tied.keySlots[0]].name
    throw ScriptError(RelationError.secondKey(value: call.value(3).described, key: name))
  }

  private func keyed(_ context: ObjectContext) throws -> ResolvedEntity {
    let tied = try context.tied()
    if tied.keySlots.isEmpty { throw QueryError.noKey(entity: tied.entity.name) }
    return tied
  }
}
