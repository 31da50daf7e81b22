import LuaRows
import LuaRuntime
import Model
import Query
import Relations
import Requests
import Schema

/// The methods that change the contents of a relation: of a request that is `p.games`, and nothing else.
enum RelationMethods {
  static let all: [Method] = [
    changing(
      "create", takes: 2, "makes an object, saves it and makes it part of a relation",
      #"p.games:create { title = "Go" }"#
    ) { session, call, origin in
      guard call.value(2).table != nil else {
        throw RelationError.createWithoutTable(relation: origin.name, value: call.value(2).described)
      }
      return try RelationReader(session).create(in: origin, Array(call.arguments.dropFirst()), call.stack)
    },
    changing(
      "get_or_create", takes: 2,
      "the object of a relation with some values, made where there is none; and whether it was",
      #"p.games:get_or_create { title = "Go" }"#
    ) { session, call, origin in
      try FoundOrMade(session, call).push(among: call.request()) { values in
        _ = try RelationReader(session).create(in: origin, [.table(values)], call.stack)
      }
    },
    changing("add", "makes objects part of a relation, saving those that are new", "p.games:add(g)") {
      session, call, origin in
      try RelationReader(session).add(to: origin, call)
      return 0
    },
    changing("remove", "takes objects out of a relation; they stay in the database", "p.games:remove(g)") {
      session, call, origin in
      try RelationContents(session, origin, call.stack).remove(call.objects(count: call.argumentCount))
      return 0
    },
    changing("insert", "adds an object at a place of an ordered relation", "p.games:insert(g, 1)") {
      session, call, origin in
      let contents = try RelationContents(session, origin, call.stack)
      try contents.checkIsOrdered("insert")
      guard call.argumentCount == 3, call.stack.rowObject(2) != nil else {
        throw MethodError.insertWithoutPlace
      }
      try contents.insert(ObjectSource(call.borrowed(2)), at: place(call, 3, "insert"))
      return 0
    },
    changing(
      "remove_at", takes: 1, "takes the object at a place out of an ordered relation", "g = p.games:remove_at(1)"
    ) { session, call, origin in
      let contents = try RelationContents(session, origin, call.stack)
      try contents.checkIsOrdered("remove_at")
      _ = try contents.removed(at: place(call, 2, "remove_at"))
      return 1
    },
    changing("move", takes: 2, "moves an object to another place of an ordered relation", "p.games:move(3, 1)") {
      session, call, origin in
      let contents = try RelationContents(session, origin, call.stack)
      try contents.checkIsOrdered("move")
      try contents.move(from: place(call, 2, "move"), to: place(call, 3, "move"))
      return 0
    },
    changing("swap", takes: 2, "exchanges two objects of an ordered relation", "p.games:swap(1, 2)") {
      session, call, origin in
      let contents = try RelationContents(session, origin, call.stack)
      try contents.checkIsOrdered("swap")
      try contents.swap(place(call, 2, "swap"), place(call, 3, "swap"))
      return 0
    },
    Method("links", takes: 0, "the request for the objects between the two sides", "w.exercises:links():fetch()") {
      session, call in try Requester(session).push(links(session, origin(call, "links")), on: call.stack)
    },
  ]

  /// A method that changes the contents of a relation at once; that of a draft, when the draft is saved.
  private static func changing(
    _ name: String, takes maximum: Int? = nil, _ summary: String, _ example: String,
    body: @escaping @Sendable (SessionContext, LuaCall, RelationOrigin) throws -> Int
  ) -> Method {
    Method(name, takes: maximum, summary, example) { session, call in
      let origin = try origin(call, name)
      guard let draft = origin.draft else { return try body(session, call, origin) }
      if name == "create" || name == "get_or_create" {
        throw RelationError.createOnDraft(entity: origin.owner.name, relation: origin.relation.name)
      }
      let direct = origin.undrafted
      let change = session.lua.closure(named: name) { [unowned session] call in try body(session, call, direct) }
      // Without the request, which keeps its draft.
      HeldChanges(session).hold(change, [.nil] + call.arguments.dropFirst(), of: draft)
      return 0
    }
  }

  /// The relation of an object that the request at the first argument is.
  private static func origin(_ call: LuaCall, _ word: String) throws -> RelationOrigin {
    let request = try call.request()
    guard let origin = request.relation else {
      throw MethodError.notOfAnObject(word: word, entity: request.context.name)
    }
    guard !origin.isNarrowed else {
      throw MethodError.notOfTheRelation(word: word, relation: origin.name, name: origin.relation.name)
    }
    return origin
  }

  private static func place(_ call: LuaCall, _ index: Int, _ word: String) throws -> Int {
    guard index <= call.argumentCount, call.stack.isNumber(index), let place = call.integer(index) else {
      throw MethodError.notAPlace(word: word, value: call.value(index).described)
    }
    return Int(place)
  }

  private static func links(_ session: SessionContext, _ origin: RelationOrigin) throws -> RequestHandle {
    guard origin.relation.kind == .manyToMany else {
      throw MethodError.noLinks(relation: origin.name, target: origin.relation.target)
    }
    let tie = origin.tie
    guard !tie.table.isLink, let model = session.entities.model(tie.table.name) else {
      throw MethodError.bareLinks(relation: origin.name)
    }
    var request = FetchRequest(entity: tie.table.name, predicate: tie.membership(key: origin.key))
    request.scope = request.predicate
    if let position = origin.relation.positionColumn {
      var sort = Sort(FieldPath(field: position), nulls: .last)
      sort.isImplicit = true
      request.sorts = [sort]
    }
    return RequestHandle(model.context(in: origin.owner.database), request)
  }
}
