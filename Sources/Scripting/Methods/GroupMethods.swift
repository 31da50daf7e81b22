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
        throw MethodError.havingFunction
      }
      return push(groups.with { $0.groups = $0.groups.and(condition.expression) }, session, call)
    },
    Method("sorted_by", "the order of the groups", #"groups:sorted_by("-players")"#) { session, call in
      let groups = try groups(call)
      let order = try RequestMethods.order(session, call, "sorted_by", groups.resolver)
      guard order.functions.isEmpty else {
        throw MethodError.groupsSortedByFunction
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
      _ = try groups.list(of: groups.fetched(), on: call.stack)
      try remember(groups, call)
      if isSingle { _ = call.stack.rawGet(table: -1, 1) }
      return 1
    },
    Method("fetch", takes: 0, "the list of the groups, as plain tables", "groups:fetch()") { _, call in
      let groups = try groups(call)
      _ = try groups.list(of: groups.fetched(), on: call.stack)
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
    let fields = try groups.entity.fields
    orders.remember(fields.map(\.name), of: call.value(-1), fields)
  }

  private static func groups(_ call: LuaCall) throws -> GroupHandle {
    if let groups = call.object(1, as: GroupHandle.self) { return groups }
    throw MethodError.notGroups(value: call.value(1).described)
  }

  private static func push(_ groups: GroupHandle, _ session: SessionContext, _ call: LuaCall) -> Int {
    call.stack.push(groups, as: session.types.groups)
    return 1
  }

  /// The groups of `request:group_by("team", …)`.
  static func group(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    var reader = RowValueReader(try call.request(), word: "group_by")
    let keys = try call.arguments.dropFirst().flatMap { try self.keys($0, &reader) }
    guard !keys.isEmpty else { throw MethodError.groupByWithoutFields }
    let groups = GroupHandle(of: reader.request, by: Self.named(keys))
    return push(try groups.checked(), session, call)
  }

  /// The keys that an argument names; a function has no name of its own yet.
  private static func keys(
    _ value: LuaValue, _ reader: inout RowValueReader
  ) throws -> [(name: String?, path: FieldPath)] {
    if case .table(let table) = value {
      var keys: [(name: String?, path: FieldPath)] = []
      for (key, value) in table.entries().sorted(by: { ($0.0.text ?? "") < ($1.0.text ?? "") }) {
        guard let name = key.text, let path = try reader.readKey(value) else {
          throw MethodError.groupByWithoutFields
        }
        keys.append((name, path))
      }
      return keys
    }
    // A relation whose key has several columns is a key of its own for each.
    if let parts = try value.text.flatMap({ try reader.keyParts(of: $0) }) {
      return parts.map { ($0.description, $0) }
    }
    guard let path = try reader.readKey(value) else {
      throw MethodError.groupByWithoutFields
    }
    return [(value.text ?? value.writtenSQL?.text, path)]
  }

  /// What functions give is called `key`, `key2` and so on.
  private static func named(_ keys: [(name: String?, path: FieldPath)]) -> [GroupRequest.Key] {
    var count = 0
    return keys.map { key in
      if let name = key.name { return GroupRequest.Key(name, key.path) }
      count += 1
      return GroupRequest.Key(count == 1 ? "key" : "key\(count)", key.path)
    }
  }

  // MARK: Aggregates

  private static func aggregate(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let groups = try groups(call)
    var reader = RowValueReader(groups.rowsHandle, word: "aggregate")
    let aggregates = try self.aggregates(call.value(2), &reader)
    let result = groups.with(rows: reader.request) { $0.aggregates += aggregates }
    return push(try result.checked(), session, call)
  }

  /// Pushes what is counted of all rows at once: `Sale:aggregate { total = "sum price" }`.
  static func aggregateAll(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let handle = try call.request()
    var reader = RowValueReader(handle, word: "aggregate")
    let aggregates = try self.aggregates(call.value(2), &reader)
    let all = try GroupHandle(of: handle, by: [])
      .with(rows: reader.request) { $0.aggregates = aggregates }.checked()
    _ = try all.list(of: all.fetched(), on: call.stack)
    _ = call.stack.rawGet(table: -1, 1)
    session.state(ColumnOrders.self).remember(aggregates.map(\.name), ofRow: call.value(-1))
    return 1
  }

  private static func aggregates(
    _ value: LuaValue, _ reader: inout RowValueReader
  ) throws -> [GroupRequest.Aggregate] {
    guard case .table(let table) = value else {
      throw MethodError.aggregateWithoutTable(value: value.described)
    }
    let pairs = table.elements
    // Pairs have an order.
    if !pairs.isEmpty {
      return try pairs.map { pair in
        guard case .table(let pair) = pair, pair.rawLength == 2 else {
          throw MethodError.aggregateWithoutName
        }
        return try aggregate(pair[1], pair[2], &reader)
      }
    }
    guard !table.entries().isEmpty else { throw MethodError.aggregateWithoutName }
    // A table with names has none; the same aggregates must give the same statement.
    let entries = table.entries().sorted { ($0.0.text ?? "") < ($1.0.text ?? "") }
    return try entries.map { try aggregate($0.0, $0.1, &reader) }
  }

  /// One value of `aggregate { mean = "avg score" }`.
  private static func aggregate(
    _ key: LuaValue, _ value: LuaValue, _ reader: inout RowValueReader
  ) throws -> GroupRequest.Aggregate {
    if let name = key.text, let given = value.writtenSQL {
      let expression = try given.expression(for: "aggregate", aggregates: true)
      if case .written(let written) = expression { return GroupRequest.Aggregate(name: name, written: written) }
    }
    guard case .string(let name) = key, let name = name.text, let text = value.text else {
      throw MethodError.aggregateWithoutName
    }
    var rest = text.drop { $0 == " " }
    let word = String(rest.prefix { $0 != " " })
    guard let function = GroupRequest.Function(rawValue: word) else {
      let names = GroupRequest.Function.allCases.map(\.rawValue)
      // A call is named as a whole.
      let named = word.contains("(") ? text : word
      throw MethodError.noAggregate(name: named, candidates: names)
    }
    rest = rest.dropFirst(word.count).drop { $0 == " " }
    guard try !reader.isOperand(word, before: rest) else { throw MethodError.expressionAsAggregate(text: text) }
    let isDistinct = rest.hasPrefix("distinct ")
    if isDistinct { rest = rest.dropFirst("distinct ".count).drop { $0 == " " } }
    guard !rest.isEmpty || function == .count && !isDistinct else {
      throw MethodError.aggregateWithoutField(word: word, name: name)
    }
    let said = String(rest)
    let rows = ManyRows(handle: reader.request, method: "aggregate", word: word, text: said, isDistinct: isDistinct)
    let path = try rows.explaining {
      try said.isEmpty ? nil : isDistinct ? reader.readReference(said) : reader.read(said)
    }
    return GroupRequest.Aggregate(name: name, function: function, path: path, isDistinct: isDistinct)
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
