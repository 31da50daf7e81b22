import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What C asks for: the members of objects that are no plain fields.
extension RelationReader {
  /// Makes the types of objects and lists.
  package func openRowTypes() {
    session.lua.openRows(
      objectMethods: Method.table(session.types.methods(of: "object").filter { !$0.givesWay }, session),
      index: session.lua.function(named: "index") { [unowned session] call in
        try RelationReader(session).readMember(call)
      },
      newIndex: session.lua.function(named: "newindex") { [unowned session] call in try Objects(session).assign(call) },
      toString: session.lua.function(named: "tostring") { [unowned session] call in
        try RelationReader(session).describeObject(call)
      },
      equals: session.lua.function(named: "eq") { [unowned session] call in
        try RelationReader(session).compareObjects(call)
      },
      pairs: session.lua.function(named: "pairs") { [unowned session] call in
        try RelationReader(session).pushPairs(call)
      },
      listMethods: Method.table(session.types.methods(of: "list"), session),
      listToString: session.lua.function(named: "tostring") { call in
        let list = call.borrowed(1).rowList
        let name = list?.context(as: ObjectContext.self)?.name ?? "objects"
        return call.returning("list of \(list?.count ?? 0) \(name)")
      })
  }

  /// `object.name` where the name is no plain field: a document, a word of an enum, a relation, or a mistake.
  private func readMember(_ call: LuaCall) throws -> Int {
    let (object, context) = try call.object()
    let stack = call.stack
    guard call.kind(2) == .string, let name = call.bytes(2) else {
      throw ScriptError(RelationError.notAFieldName(entity: context.name, value: call.value(2).described))
    }
    if let slot = object.shape.slot(named: 2, on: stack) {
      if try ObjectRows(session: session, stack: stack).computed(slot, of: object) != nil { return 1 }
      try readField(slot, of: object, context, stack)
      return 1
    }
    let tied = try context.tied()
    guard let end = tied.relation(named: name) else {
      let text = call.string(2)
      if let method = session.state(HiddenMethods.self).function(named: text, session) {
        call.push(.function(method))
        return 1
      }
      let methods = session.types.methods(of: "object").map(\.name)
      throw QueryError.unknownField(
        entity: tied.entity.name, name: text ?? session.lua.describe(call.value(2)),
        candidates: tied.entity.objectMemberNames + methods)
    }
    if object.state == .embedded { throw end.relation.leadsNowhere(tied.entity) }
    _ = try value(of: end, of: object, context, stack)
    return 1
  }

  /// `pairs(p)`: the fields in their order, then those that are not stored, then what was computed; nil for NULL.
  private func pushPairs(_ call: LuaCall) throws -> Int {
    _ = try call.object()
    var place = 0
    let next = session.lua.closure(named: "next") { [unowned session] call in
      let (object, context) = try call.object()
      let fields = try context.entity.allFields
      // A row that was read in part has some of them only.
      while place < fields.count, place < object.slotCount, object.lacks(place) { place += 1 }
      guard place < min(fields.count, object.slotCount) else {
        return try RelationReader(session).pushComputedPair(place, of: object, context, call) { place += 1 }
      }
      call.push(fields[place].name)
      try RelationReader(session).readField(place, of: object, context, call.stack)
      place += 1
      return 2
    }
    call.push(reference: next)
    call.push(call.value(1))
    call.pushNil()
    return 3
  }

  /// What was computed for an object comes behind its fields; nil behind that.
  private func pushComputedPair(
    _ place: Int, of object: LuaRowObject, _ context: ObjectContext, _ call: LuaCall, step: () -> Void
  ) throws -> Int {
    guard let member = context.computedMember(place, of: object) else {
      call.pushNil()
      return 1
    }
    step()
    call.push(member.field.name)
    if try ObjectRows(session: session, stack: call.stack).computed(place, of: object) == nil { call.pushNil() }
    return 2
  }

  /// Reads a field, which stands above.
  private func readField(_ slot: Int, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack) throws {
    let entity = context.presentEntity
    // What is read may be edited in place from now on.
    if object.state == .saved, !object.isListed, object.holds(slot) || entity.member(slot).isKeptWhenRead {
      context.database.journal.remember(object)
    }
    let value = try ObjectRows(session: session, stack: stack).borrowed(slot, of: object, entity)
    if object.isListed { return Objects(session).guardRead(value) }
    // A document is kept, so that edits in it are seen: by a row that is lent until it shows another one.
    guard slot < entity.fields.count, entity.fields[slot].isKeptWhenRead, !value.isNil,
      object.state == .saved || object.state == .lent
    else { return }
    object.hold(slot, value)
    if object.state == .lent { return }
    // What a document lacks takes its default: that is no change.
    if entity.fields[slot].fallback != nil || entity.fields[slot].document != nil {
      Objects(session).noteDocument(slot, of: object, stack)
    }
  }

  private func describeObject(_ call: LuaCall) throws -> Int {
    guard let object = call.borrowed(1).rowObject, let context = object.context(as: ObjectContext.self) else {
      return call.returning("object")
    }
    switch object.state {
    case .new: return call.returning("\(context.name)(new)")
    case .returned: return call.returning("\(context.name)(a row that was lent)")
    case .embedded:
      return call.returning(context.name + Embedding(session).excerpt(ofEmbedded: object, context))
    default: break
    }
    let entity = context.presentEntity
    let key = try entity.keySlots.map {
      try ObjectRows(session: session, stack: call.stack).value($0, of: object, entity)
    }
    return call.returning("\(context.name)(\(entity.words(key: key)))")
  }

  private func compareObjects(_ call: LuaCall) throws -> Int {
    guard let left = call.borrowed(1).rowObject, let right = call.borrowed(2).rowObject,
      let leftContext = left.context(as: ObjectContext.self), let rightContext = right.context(as: ObjectContext.self),
      leftContext === rightContext || leftContext.rootName == rightContext.rootName
    else {
      call.push(false)
      return 1
    }
    try left.checkNotReturned()
    try right.checkNotReturned()
    call.push(try Equality(session: session, stack: call.stack).areEqual(left, leftContext, right, rightContext))
    return 1
  }
}
