import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// The rows above and below an object: `employee:descendants "reports"`, `employee:ancestors "boss"`.
extension RelationReader {
  /// The request for the rows that a relation of the entity to itself leads to, however far away.
  package func tree(_ word: String, isToMany: Bool, _ call: LuaCall) throws -> RequestHandle {
    let (object, context) = try call.object()
    let end = try treeRelation(word, isToMany: isToMany, call, context)
    guard object.state != .embedded else { throw end.relation.leadsNowhere(try context.entity) }
    guard object.state != .new else {
      throw ScriptError(RelationError.ownerIsNotSaved(entity: context.name, relation: word, word: nil, known: []))
    }
    try context.checkBelongs(to: context.database)
    let target = try end.target(from: context)
    let (tied, entity) = (try context.tied(), try target.entity)
    let rows = ObjectRows(session: session, stack: call.stack)
    let start = try tied.keySlots.map { try rows.savedValue($0, of: object, tied.entity) }
    guard !start.isEmpty else { throw QueryError.noKey(entity: entity.name) }
    return RequestHandle(target, tree(end.relation, of: entity, from: start))
  }

  private func tree(_ relation: Relation, of entity: Entity, from start: [Value]) -> FetchRequest {
    let columns = Set(entity.rowColumns.map { $0.lowercased() })
    let column = Self.unused("depth") { columns.contains($0) }
    let methods = Set(session.types.methods(of: "object").map(\.name))
    let taken = methods.union(entity.objectMemberNames).union(entity.fields.map(\.name))
    let name = Self.unused("depth") { taken.contains($0) }
    var request = FetchRequest(entity: entity.name)
    request.source = .tree(RowTree(relation: relation.name, start: start, depth: column))
    request.computed[name] = ComputedField(
      Field(name: name, type: .integer), .written(WrittenExpression(column: column)))
    request.members = [name]
    var sort = Sort(FieldPath(field: name))
    sort.isImplicit = true
    request.sorts = [sort]
    return request
  }

  private static func unused(_ name: String, _ isTaken: (String) -> Bool) -> String {
    var result = name
    while isTaken(result) { result += "_" }
    return result
  }

  /// The relation that an argument names: to many of the same entity, or to one.
  private func treeRelation(
    _ word: String, isToMany: Bool, _ call: LuaCall, _ context: ObjectContext
  ) throws -> ResolvedRelation {
    guard case .string(let bytes) = call.value(2), let name = bytes.text else {
      throw ScriptError(RelationError.treeWithoutName(word: word, value: call.value(2).described))
    }
    let tied = try context.tied()
    let own = tied.entity.relations.filter { context.isKind(of: $0.target) }
    guard let end = tied.relation(name) else {
      let candidates = own.filter { $0.kind.isToMany == isToMany }.map(\.name)
      throw ScriptError(
        RelationError.noTree(word: word, entity: context.name, name: name, candidates: candidates))
    }
    guard context.isKind(of: end.relation.target) else {
      throw ScriptError(
        RelationError.treeOfOthers(
          word: word, entity: context.name, relation: name, target: end.relation.target))
    }
    guard end.relation.kind.isToMany == isToMany else {
      throw ScriptError(
        RelationError.otherTree(
          word: word, entity: context.name, relation: name, isToMany: !isToMany))
    }
    return end
  }
}

/// The methods of objects that members of the same name hide, as functions of Lua.
final class HiddenMethods: SessionState {
  private var known: LuaTable?

  init(_ session: SessionContext) {}

  func function(named name: String?, _ session: SessionContext) -> LuaFunction? {
    guard let name else { return nil }
    let table = known ?? Method.table(session.types.methods(of: "object").filter(\.givesWay), session)
    known = table
    if case .function(let function) = table[name] { return function }
    return nil
  }
}
