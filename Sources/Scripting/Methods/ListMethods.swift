import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// The methods of lists of objects.
package enum ListMethods {
  package static let all: [Method] = own + ExchangeMethods.ofLists

  private static let own: [Method] = [
    Method(
      "map", takes: 1, "the list of a field's values, or of what a function makes of each object", #"list:map "name""#
    ) {
      session, call in
      let count = try length(call)
      let stack = call.stack
      let member = try ListMember(session, call, word: "map")
      stack.newTable(array: count)
      let result = stack.top
      for place in 0..<count {
        try member.push(of: place, on: stack)
        // What a function makes is its own; the values of a member have no holes.
        if member.isNamed { stack.replaceNil(with: session.null) }
        stack.rawSet(table: result, place + 1)
      }
      return 1
    },
    Method(
      "flat_map", takes: 1, "one list of all that a relation leads to, or that a function gives for each object",
      #"list:flat_map "games""#
    ) { session, call in
      let count = try length(call)
      let member = try ListMember(session, call, word: "flat_map")
      let target = try member.target(of: call.stack.rowList(1)?.context(as: ObjectContext.self))
      var flat = FlatList(session, of: target, on: call.stack)
      for place in 0..<count {
        try member.push(of: place, on: call.stack)
        let value = call.borrowed(-1)
        try flat.add(value)
        value.drop()
      }
      _ = flat.finish()
      return 1
    },
    Method(
      "filter", "the objects that satisfy a condition, said as where says it, or a function or its test",
      "list:filter { age = is.at_least(18) }"
    ) { session, call in
      let count = try length(call)
      let (context, shape) = try origin(call)
      if let test = try ObjectTest(call, at: 2) {
        let list = call.borrowed(1)
        let places = try (0..<count).filter { place in
          let object = try list.read(place + 1)
          defer { object.drop() }
          return try test.holds(for: object)
        }
        call.stack.pushRowList(of: 1, arranged: places)
        return 1
      }
      let resolver = try FieldResolver(shape: shape, context)
      var reader = ConditionReader(session: session, resolver: resolver, word: "filter")
      reader.database = context.database
      let condition = try RowCondition(condition: reader.read(call, from: 2), session: session)
      guard let rows = try ListRows(call.borrowed(1), of: context.entity, resolver, session) else { return 0 }
      let places = try ListFilter(condition, rows, of: context).places()
      call.stack.pushRowList(of: 1, arranged: places)
      return 1
    },
    Method(
      "sorted", "a list in another order, said as sorted_by says it",
      #"list:sorted("-score", function(p) return #p.name end)"#
    ) { session, call in
      _ = try length(call)
      let (context, shape) = try origin(call)
      let resolver = try FieldResolver(shape: shape, context)
      let order = try RequestMethods.order(session, call, "sorted", resolver)
      try order.checkIsKnownInMemory("sorted")
      guard let rows = try ListRows(call.borrowed(1), of: context.entity, resolver, session) else { return 0 }
      var sorter = ListSorter(order, rows, of: context)
      call.stack.pushRowList(of: 1, arranged: try sorter.places())
      return 1
    },
  ]

  private static func origin(_ call: LuaCall) throws -> (ObjectContext, LuaRowShape) {
    guard let shape = call.stack.rowList(1)?.shape, let context = shape.context(as: ObjectContext.self) else {
      throw MethodError.notObjects(value: call.value(1).described)
    }
    return (context, shape)
  }

  private static func length(_ call: LuaCall) throws -> Int {
    guard let list = call.stack.rowList(1) else {
      throw MethodError.notAList(value: call.value(1).described)
    }
    return list.count
  }
}

/// What `map` and `flat_map` ask of each object: a member, also by a dotted name, an expression, or a function.
private struct ListMember {
  /// The names to follow; nil for the function at place 2.
  private let names: [String]?
  /// How many of them lead to a field; those behind it lead into what it holds.
  private let depth: Int
  /// What may be an expression in place of names.
  private let expression: (text: String, RowExpressions)?

  var isNamed: Bool { names != nil }

  init(_ session: SessionContext, _ call: LuaCall, word: String) throws {
    let text = call.stack.kind(2) == .string ? call.string(2).flatMap { $0.isPlainPath ? nil : $0 } : nil
    expression = text.map { ($0, RowExpressions(session, word: word)) }
    switch call.stack.kind(2) {
    case .function: (names, depth) = (nil, 0)
    case .string where call.string(2) != nil:
      let name = call.string(2) ?? ""
      (names, depth) = try Self.names(name, call.stack.rowList(1)?.context(as: ObjectContext.self))
    default:
      throw MethodError.notAKey(word: word, value: call.value(2).described)
    }
  }

  private static func names(_ name: String, _ context: ObjectContext?) throws -> ([String], depth: Int) {
    guard let context, name.isPlainPath, name.utf8.contains(UInt8(ascii: ".")) else { return ([name], 1) }
    let resolver = try FieldResolver(catalog: context.catalog, entity: context.entity)
    // A name with dots of its own, as tables made elsewhere have them, is one name.
    let path = try resolver.settled(FieldPath(name))
    _ = try resolver.target(of: path)
    return (path.relations + [path.field] + path.inside, path.relations.count + 1)
  }

  /// The entity whose objects it leads to, where that is plain to see.
  func target(of context: ObjectContext?) throws -> ObjectContext? {
    guard let context, let names, names.count == 1, let relation = try context.entity.relation(names[0]) else {
      return nil
    }
    return context.session.entities.model(relation.target)?.context(in: context.database)
  }

  /// Pushes it of the object at a place of the list, from 0; nil where a relation on the way has none.
  func push(of place: Int, on stack: LuaStack) throws {
    guard let names else {
      stack.copy(2)
      try stack.get(1, place + 1)
      return try stack.call(arguments: 1, results: 1)
    }
    try stack.get(1, place + 1)
    if let (text, expressions) = expression, let value = try expressions.value(text, of: stack.borrowed(-1)) {
      return stack.borrowed(-1).become(value)
    }
    for (place, name) in names.enumerated() where !stack.isNil(-1) {
      // What stands in a document may be no table, in which there is nothing under a name, and texts have methods.
      if place >= depth, ![.table, .userdata].contains(stack.kind(-1)) { return stack.borrowed(-1).become(.nil) }
      try stack.get(-1, name)
      stack.remove(-2)
    }
  }
}
