import LuaRuntime
import Model
import Relations
import Requests

/// The methods of relations to many of objects that are not saved: they read what was added so far, and add to it.
enum UnsavedRelationMethods {
  static let all: [Method] = [
    Method("add", "makes objects part of the relation, which are saved with the object", "t.players:add { name = 'A' }")
    {
      _, call in
      try relation(call).add(Array(call.arguments.dropFirst()), call.stack)
      return 0
    },
    Method("remove", "takes objects out of the relation", "t.players:remove(p)") { _, call in
      try relation(call).remove(Array(call.arguments.dropFirst()), call.stack)
      return 0
    },
    Method("fetch", takes: 0, "the list of the objects that were added", "t.players:fetch()") { _, call in
      call.push(try relation(call).list(call.stack))
      return 1
    },
    Method("count", takes: 0, "how many objects were added", "t.players:count()") { _, call in
      call.push(try relation(call).objects(call.stack).count)
      return 1
    },
    Method("exists", takes: 0, "whether objects were added", "t.players:exists()") { _, call in
      call.push(try !relation(call).objects(call.stack).isEmpty)
      return 1
    },
    Method("first", takes: 1, "the first object that was added, or nil; or a list of the first n", "t.players:first()")
    {
      _, call in
      if call.argumentCount < 2 || call.isNil(2) {
        call.push(try relation(call).objects(call.stack).first.map { .userdata($0) } ?? .nil)
      } else {
        call.push(try relation(call).list(call.stack, first: RequestMethods.count(call, "first")))
      }
      return 1
    },
    Method("insert", "puts an object at a place of an ordered relation", "t.players:insert(p, 1)") { _, call in
      guard call.argumentCount == 3, call.stack.isNumber(3), let place = call.integer(3) else {
        throw MethodError.insertWithoutPlace
      }
      try relation(call).insert(call.value(2), at: Int(place), call.stack)
      return 0
    },
    Method("pluck", takes: 1, "a field of each object that was added", #"t.players:pluck "name""#) { _, call in
      guard let name = call.string(2) else {
        throw MethodError.pluckedNames(asRows: false)
      }
      call.push(.table(try relation(call).members(name, call.stack)))
      return 1
    },
    Method(
      "iterate", takes: 0, "walks over the objects that were added", "for p in t.players:iterate() do print(p.name) end"
    ) { session, call in
      let objects = try relation(call).objects(call.stack)
      var place = 0
      let step = session.lua.closure(named: "iterate") { call in
        call.push(place < objects.count ? .userdata(objects[place]) : .nil)
        place += 1
        return 1
      }
      call.push(.function(step))
      return 1
    },
    Method("each", takes: 1, "calls a function for each object", "t.players:each(function(p) print(p.name) end)") {
      _, call in
      guard let function = call.value(2).function else {
        throw MethodError.eachWithoutFunction(value: call.value(2).described)
      }
      for object in try relation(call).objects(call.stack) { try function.call([.userdata(object)]) }
      return 0
    },
  ]

  static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { [unowned session] call in
        let relation = try relation(call)
        throw relation.refusal(of: session.lua.describe(call.value(2)), known: all.map(\.name))
      },
      "__tostring": { call in call.returning("relation \(try relation(call).name) of an object that is not saved") },
      "__len": { call in
        call.push(try relation(call).objects(call.stack).count)
        return 1
      },
    ]
  }

  private static func relation(_ call: LuaCall) throws -> UnsavedRelation {
    guard let relation = call.object(1, as: UnsavedRelation.self) else {
      throw RequestError.notARequest(value: call.value(1).described)
    }
    return relation
  }
}
