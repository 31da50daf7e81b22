import LuaRuntime
import Model
import Query
import Requests
import Schema

/// The methods of groups of rows.
package enum GroupMethods {
  package static let all: [Method] = own + ExchangeMethods.ofGroups

  private static let own: [Method] = [
    Method(
      "aggregate", takes: 1, "what is counted of each group",
      #"Player:group_by("team"):aggregate { players = "count", mean = "avg score" }"#
    ) {
      session, call in try aggregate(session, call)
    },
    Method("having", "only groups that satisfy a condition", #"groups:having "players > 3""#) { session, call in
      let groups = try groups(call)
      var reader = ConditionReader(session: session, resolver: try groups.resolver, word: "having")
      reader.rows = FieldResolver(catalog: try groups.context.catalog, entity: try groups.context.entity)
      reader.database = groups.context.database
      let condition = try reader.read(call, from: 2)
      guard condition.functions.isEmpty else {
        throw ScriptError(MethodError.havingFunction)
      }
      return push(groups.with { $0.groups = $0.groups.and(condition.expression) }, session, call)
    },
    Method("sorted_by", "the order of the groups", #"groups:sorted_by("-players")"#) { session, call in
      let groups = try groups(call)
      let order = try RequestMethods.order(session, call, "sorted_by", groups.resolver)
      guard order.functions.isEmpty else {
        throw ScriptError(MethodError.groupsSortedByFunction)
      }
      return push(groups.with { $0.groups.sorts = order.sorts }, session, call)
    },
    Method("limit", takes: 1, "at most n groups", "groups:limit(10)") { session, call in
      let (groups, count) = (try groups(call), try RequestMethods.count(call, "limit"))
      return push(groups.with { $0.groups.limit = count }, session, call)
    },
    Method("offset", takes: 1, "without the first n groups", "groups:offset(10)") { session, call in
      let (groups, count) = (try groups(call), try RequestMethods.count(call, "offset"))
      return push(groups.with { $0.groups.offset = count }, session, call)
    },
    Method("first", takes: 1, "the first group, or the list of the first n", #"groups:sorted_by("-players"):first()"#) {
      _, call in
      let isSingle = call.argumentCount < 2
      let count = isSingle ? 1 : try RequestMethods.count(call, "first")
      let groups = try groups(call).with { $0.groups.limit = min($0.groups.limit ?? .max, count) }
      try groups.pushList(of: groups.fetched(), on: call.stack)
      try remember(groups, call)
      if isSingle { _ = call.stack.rawGet(table: -1, 1) }
      return 1
    },
    Method("fetch", takes: 0, "the list of the groups, as plain tables", "groups:fetch()") { _, call in
      let groups = try groups(call)
      try groups.pushList(of: groups.fetched(), on: call.stack)
      try remember(groups, call)
      return 1
    },
    Method("count", takes: 0, "the number of groups", "groups:count()") { _, call in
      let groups = try groups(call)
      call.push(try groups.count())
      return 1
    },
    Method("explain", takes: 0, "how the database answers: the statement and its plan", "groups:explain()") {
      session, call in
      let groups = try groups(call)
      return Requester(session).push(try groups.plan(), on: call.stack)
    },
    Method("sql", takes: 0, "the statement, and the list of its values", "groups:sql()") { session, call in
      let groups = try groups(call)
      return Words(session).push(try groups.statement(), call)
    },
  ]

  /// Lets the list on top keep the order of the groups' columns.
  private static func remember(_ groups: GroupHandle, _ call: LuaCall) throws {
    let orders = groups.context.session.state(ColumnOrders.self)
    orders.remember(try groups.entity.fields.map(\.name), of: call.value(-1))
  }

  private static func groups(_ call: LuaCall) throws -> GroupHandle {
    if let groups = call.object(1, as: GroupHandle.self) { return groups }
    throw ScriptError(MethodError.notGroups(value: call.value(1).described))
  }

  private static func push(_ groups: GroupHandle, _ session: SessionContext, _ call: LuaCall) -> Int {
    call.stack.push(groups, as: session.types.groups)
    return 1
  }

  /// The groups of `request:group_by("team", …)`.
  static func group(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let handle = try call.request()
    let names = call.arguments.dropFirst().map { $0.text ?? "" }
    guard !names.isEmpty, !names.contains("") else {
      throw ScriptError(MethodError.groupByWithoutFields)
    }
    let groups = GroupHandle(
      handle.context, GroupRequest(handle.request, keys: names.map { FieldPath($0) }), functions: handle.functions,
      requests: handle.requests)
    _ = try groups.entity
    return push(groups, session, call)
  }

  // MARK: Aggregates

  private static func aggregate(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let groups = try groups(call)
    guard case .table(let table) = call.value(2) else {
      throw ScriptError(MethodError.aggregateWithoutTable(value: call.value(2).described))
    }
    // A table has no order; the same aggregates must give the same statement.
    let aggregates = try table.entries().map { try aggregate($0, $1) }.sorted { $0.name < $1.name }
    let result = groups.with { $0.aggregates += aggregates }
    _ = try result.entity
    return push(result, session, call)
  }

  /// One value of `aggregate { mean = "avg score" }`.
  private static func aggregate(_ key: LuaValue, _ value: LuaValue) throws -> GroupRequest.Aggregate {
    guard case .string(let name) = key, let name = name.text, let text = value.text else {
      throw ScriptError(MethodError.aggregateWithoutName)
    }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first, let function = GroupRequest.Function(rawValue: word) else {
      let given = words.first ?? ""
      let names = GroupRequest.Function.allCases.map(\.rawValue)
      throw ScriptError(MethodError.noAggregate(name: given, candidates: names))
    }
    guard words.count == 2 || function == .count else {
      throw ScriptError(MethodError.aggregateWithoutField(word: word, name: name))
    }
    return GroupRequest.Aggregate(
      name: name, function: function, path: words.count == 2 ? FieldPath(words[1]) : nil)
  }
}

extension Words {
  /// Pushes a statement's text and the list of its values.
  func push(_ sql: RenderedSQL, _ call: LuaCall) -> Int {
    let values = session.lua.makeTable()
    for (index, value) in sql.bindings.enumerated() { values[index + 1] = LuaValue(value) }
    call.push(sql.text)
    call.push(.table(values))
    return 2
  }
}
