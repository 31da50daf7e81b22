import Lists
import LuaRows
import LuaRuntime
import Model
import Query
import Relations
import Requests
import Schema
import Store

/// The methods of requests; an entity answers them as the request for all its rows does.
package enum RequestMethods {
  package static let all: [Method] =
    (conditions + orders + terminals + [annotate, observe, sectionedBy, results] + RelationMethods.all
    + ExchangeMethods.ofRequests).map { $0.ofRows().askingRowByRowOnOverflow() }

  // MARK: Conditions

  private static let conditions: [Method] = [
    Method("where", "only rows that satisfy a condition", "Player:where { age = is.between(18, 70) }") {
      session, call in
      try condition(session, call, "where") { $0.and($1) }
    },
    Method("or_where", "also rows that satisfy a condition", "request:or_where { score = is.less(20) }") {
      session, call in
      try condition(session, call, "or_where") { $0.or($1) }
    },
    Method("where_not", "only rows that do not satisfy a condition", "request:where_not { age = 20 }") {
      session, call in
      try condition(session, call, "where_not") { $0.and(.not($1)) }
    },
  ]

  private static func condition(
    _ session: SessionContext, _ call: LuaCall, _ word: String, join: (FetchRequest, Expression) -> FetchRequest
  ) throws -> Int {
    let handle = try call.request()
    var reader = ConditionReader(session: session, resolver: try handle.resolver, word: word)
    reader.database = handle.context.database
    let joined = handle.with(try reader.read(call, from: 2), join: join)
    try joined.checkSize(word)
    return Requester(session).push(joined, on: call.stack)
  }

  // MARK: Order and extent

  private static let orders: [Method] = [
    Method("sorted_by", "the order of the rows", #"Player:sorted_by("-score", "name")"#) { session, call in
      let handle = try call.request()
      let order = try order(session, call, "sorted_by", handle.resolver)
      return Requester(session).push(handle.with(order) { $0.sorts = $1 }, on: call.stack)
    },
    Method("then_by", "the order of rows that are equal so far", #"request:then_by("name")"#) { session, call in
      let handle = try call.request()
      let order = try order(session, call, "then_by", handle.resolver)
      return Requester(session).push(handle.with(order) { $0.sorts += $1 }, on: call.stack)
    },
    Method("limit", takes: 1, "at most n rows", "Player:limit(10)") { session, call in
      let handle = try call.request()
      let count = try count(call, "limit")
      return Requester(session).push(handle.with { $0.limit = count }, on: call.stack)
    },
    Method("offset", takes: 1, "without the first n rows", "Player:sorted_by(\"name\"):offset(10)") { session, call in
      let handle = try call.request()
      let count = try count(call, "offset")
      return Requester(session).push(handle.with { $0.offset = count }, on: call.stack)
    },
    Method(
      "distinct", takes: 0, "equal values that are plucked or selected count once", #"Player:distinct():pluck("age")"#
    ) { session, call in
      Requester(session).push(try call.request().with { $0.isDistinct = true }, on: call.stack)
    },
    Method("select", "objects with some fields only (and their key)", #"Player:select("name", "age")"#) {
      session, call in try select(session, call)
    },
    Method("with", "loads relations along: one query for each", #"Player:with("team", "games")"#) { session, call in
      let handle = try call.request()
      let names = call.arguments.dropFirst().map { $0.text ?? "" }
      guard !names.isEmpty, !names.contains("") else {
        throw MethodError.withWithoutRelations
      }
      let result = handle.with { $0.companions += names }
      try Preloading(result).check()
      return Requester(session).push(result, on: call.stack)
    },
    Method(
      "group_by", "the groups of rows that have the same values",
      #"Player:group_by("team"):aggregate { players = "count", mean = "avg score" }"#
    ) { session, call in try GroupMethods.group(session, call) },
    Method(
      "aggregate", takes: 1, "what is counted of all rows, as a plain table",
      #"Player:aggregate { mean = "avg score", ages = "count distinct age" }.ages"#
    ) { session, call in try GroupMethods.aggregateAll(session, call) },
  ]

  private static func select(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let handle = try call.request()
    let entity = try handle.context.entity
    let names = try call.arguments.dropFirst().flatMap { value in
      guard let name = value.text else {
        throw MethodError.notASelectedField(value: value.described)
      }
      // What a row has beside its own fields comes behind them.
      let isRelated =
        name.isPlainPath && name.contains(".") && entity.relation(String(name.prefix { $0 != "." })) != nil
      if try !handle.resolver.isMember(name),
        (try? Requester(session).expression(name, handle.resolver, word: "select")) != nil
      {
        throw MethodError.selectedExpression(text: name, entity: entity.name)
      }
      guard !isRelated, handle.request.computed[name] == nil || entity.field(name) != nil else {
        throw MethodError.selectedMember(name: name, isRelated: isRelated)
      }
      return try entity.selection(of: name)
    }
    guard !names.isEmpty else {
      throw MethodError.selectWithoutFields
    }
    for field in names.compactMap({ entity.field($0) })
    where handle.request.source?.missing.contains(field.column) ?? false {
      throw QueryError.missingInRows(entity: entity.name, column: field.column)
    }
    return Requester(session).push(handle.with { $0.selection = names }, on: call.stack)
  }

  static func count(_ call: LuaCall, _ word: String, at index: Int = 2) throws -> Int {
    guard call.stack.isNumber(index), let count = call.integer(index), count >= 0 else {
      throw MethodError.notACount(word: word, value: call.value(index).described)
    }
    return Int(count)
  }

  /// The order in the arguments of a method; its names are checked.
  static func order(
    _ session: SessionContext, _ call: LuaCall, _ word: String, _ resolver: FieldResolver
  ) throws -> Order {
    var order = try Requester(session).readOrder(call, word: word)
    // A relation whose key has several columns is sorted by one after the other.
    order.sorts = order.sorts.flatMap { sort in
      guard let parts = sort.path.flatMap(resolver.keyParts) else { return [sort] }
      return parts.map { part in
        var result = sort
        result.key = .value(.field(part))
        return result
      }
    }
    for place in order.sorts.indices {
      guard let path = order.sorts[place].path else { continue }
      let text = path.description
      let key = try resolver.expressed(text) { try Requester(session).expression(text, resolver, word: word) }
      if let key { order.sorts[place].key = .value(key) } else { _ = try resolver.field(at: path) }
    }
    return order
  }

  // MARK: Answers

  private static let terminals: [Method] = [
    Method("all", takes: 0, "the same request", "request:all():count()") { session, call in
      Requester(session).push(try call.request(), on: call.stack)
    },
    Method("fetch", takes: 1, "the list of its objects", "Player:where { age = 20 }:fetch()") { session, call in
      if call.argumentCount == 1, let promise = call.stack.promise(1) {
        if try RelationReader(session).loaded(promise, on: call.stack) != nil { return 1 }
      }
      let request = try fetched(call)
      _ = try request.plainList(on: call.stack) ?? Fetching(request).list(on: call.stack)
      try PlainRowTables(session, request)?.replaceTop(call)
      return 1
    },
    Method(
      "strict", takes: 0, "the same request, which raises an error where a function would run row by row",
      "Player:where(function(p) return p.age == 20 end):strict():fetch()"
    ) { session, call in
      Requester(session).push(try call.request().with { $0.closures = .strict }, on: call.stack)
    },
    Method("first", takes: 1, "the first object, or the list of the first n", "Player:sorted_by(\"-score\"):first(10)")
    {
      session, call in
      let handle = try call.request()
      let isSingle = call.argumentCount < 2
      let count = isSingle ? 1 : try count(call, "first")
      // What was loaded along is not asked for again.
      let loaded = try handle.loaded == nil ? nil : Fetching(handle).loadedList(first: count, on: call.stack)
      if loaded == nil {
        let limited = handle.with { $0.limit = min($0.limit ?? .max, count) }
        _ = try Fetching(limited).list(on: call.stack)
        try PlainRowTables(session, limited)?.replaceTop(call)
      }
      if isSingle { try call.stack.get(-1, 1) }
      return 1
    },
    Method("get", "the object with a key, or nil", "Player:get(1)") { session, call in
      try RelationReader(session).pushObjectWithKey(call)
      return 1
    },
    Method("count", takes: 0, "the number of rows", "Player:count()") { _, call in
      call.push(try Fetching(call.request().unsorted).count())
      return 1
    },
    Method("exists", takes: 0, "whether there is a row", "Player:where { age = 20 }:exists()") { _, call in
      call.push(try Fetching(call.request().unsorted).exists())
      return 1
    },
    aggregate(.sum, "the sum of a field; 0 of no rows"),
    aggregate(.avg, "the mean of a field"),
    aggregate(.min, "the least value of a field"),
    aggregate(.max, "the greatest value of a field"),
    Method("pluck", "the list of the values of a field", #"Player:pluck("name")"#) { session, call in
      try pushValues(session, call, asRows: false)
    },
    Method("values", "the list of rows, as lists of the values of some fields", #"Player:values("name", "age")"#) {
      session, call in try pushValues(session, call, asRows: true)
    },
    Method("each", takes: 1, "calls a function for each object", "Player:each(function(p) print(p.name) end)") {
      session, call in
      guard call.kind(2) == .function else {
        throw MethodError.eachWithoutFunction(value: call.value(2).described)
      }
      let handle = try call.request()
      let iteration = Iteration(try Fetching(handle))
      defer { iteration.close() }
      if let tables = try PlainRowTables(session, handle) { return try tables.each(iteration, call) }
      return try each(iteration, call)
    },
    Method(
      "iterate", takes: 0, "an iterator over the objects, for any number of rows",
      "for p in Player:iterate() do print(p.name) end"
    ) {
      session, call in
      let handle = try call.request()
      if let tables = try PlainRowTables(session, handle) { return try tables.iterate(Fetching(handle), call) }
      return try Requester(session).pushIteration(Fetching(handle), call)
    },
    Method("page", takes: 1, "some rows, and the cursor of the next page", "request:page { after = cursor, size = 20 }")
    {
      _, call in try page(call)
    },
    Method(
      "update", takes: 1, "sets fields of all rows; the number of rows",
      "Player:where { age = 20 }:update { score = 3 }"
    ) {
      session, call in
      let handle = try call.request()
      guard case .table(let table) = call.value(2) else {
        throw MethodError.updateWithoutValues(value: call.value(2).described)
      }
      call.push(try Requester(session).update(handle, table))
      return 1
    },
    Method("delete", takes: 0, "deletes all rows; the number of rows", "Player:where { age = 20 }:delete()") {
      _, call in
      call.push(try Changing(call.request()).delete())
      return 1
    },
    Method("explain", takes: 0, "how the database answers: the statement and its plan", "request:explain()") {
      session, call in try Requester(session).push(Plan(call.request().shown), on: call.stack)
    },
    Method("sql", takes: 0, "the statement, and the list of its values", "Player:where { age = 20 }:sql()") {
      session, call in
      Words(session).push(try Fetching(call.request().shown).rowsSQL(), call)
    },
  ]

  static let fetchOptions = ["pushdown"]

  /// The request that `fetch { pushdown = false }` runs.
  private static func fetched(_ call: LuaCall) throws -> RequestHandle {
    let handle = try call.request()
    if call.value(2).isNil { return handle }
    guard case .table(let options) = call.value(2) else {
      throw MethodError.fetchWithoutOptions(value: call.value(2).described)
    }
    return try options.entries().reduce(handle) { handle, option in
      let (key, value) = option
      guard fetchOptions.contains(key.text ?? "") else {
        let name = key.text ?? key.described
        throw MethodError.fetchOption(name: name, value: value.described)
      }
      return try handle.pushing(value, word: "fetch")
    }
  }

  private static func aggregate(_ aggregate: Select.Aggregate, _ summary: String) -> Method {
    Method(aggregate.rawValue, takes: 1, summary, "Player:\(aggregate.rawValue)(\"score\")") {
      session, call in
      let given = try call.request()
      var reader = RowValueReader(given, word: aggregate.rawValue)
      let (word, text) = (aggregate.rawValue, call.value(2).text ?? "")
      let rows = ManyRows(handle: given, method: word, word: word, text: text)
      guard let path = try rows.explaining({ try reader.read(call.value(2)) }) else {
        throw MethodError.aggregateOfNoField(
          aggregate: aggregate.rawValue, value: call.value(2).described)
      }
      let handle = reader.request
      if aggregate == .sum || aggregate == .avg {
        try handle.resolver.field(at: path).checkHoldsNumbers(for: aggregate.rawValue, at: path)
      }
      // Which rows a cut leaves depends on their order.
      let fetching = try Fetching(handle.request.isCut ? handle : handle.unsorted)
      var (value, field) = try fetching.aggregate(aggregate, path)
      // There is no least of no values, whatever NULL reads as.
      field.fallback = nil
      if field.type.reading == .decimal,
        Requester(session).aggregate(value, aggregate, of: field, on: call.stack) != nil
      {
        return 1
      }
      if case .null = value, aggregate == .sum {
        call.push(0)
        return 1
      }
      let isOfField = aggregate == .min || aggregate == .max
      try value.withCell { cell in
        if isOfField || aggregate == .sum && field.isBeyondDecimals(cell) {
          try FieldCoding(session).push(cell, as: field, of: handle.context.entity, on: call.stack)
        } else {
          FieldCoding(session).push(cell, on: call.stack)
        }
      }
      return 1
    }
  }

  private static func pushValues(_ session: SessionContext, _ call: LuaCall, asRows: Bool) throws -> Int {
    let handle = try call.request()
    var reader = RowValueReader(handle, word: asRows ? "values" : "pluck")
    let paths = try call.arguments.dropFirst().compactMap { try reader.read($0) }
    guard !paths.isEmpty, paths.count == call.argumentCount - 1, asRows || paths.count == 1 else {
      throw MethodError.pluckedNames(asRows: asRows)
    }
    let fetching = try Fetching(reader.request)
    if fetching.givesToScript(paths) {
      let (columns, fields) = (try fetching.givenValues(paths), try fetching.fields(paths))
      try push(columns, asRows: asRows, session, call.stack)
      session.state(ColumnOrders.self).remember(columnNames(call), of: call.value(-1), fields)
      return 1
    }
    let values = try fetching.values(paths)
    let (rows, stack) = (values.rows, call.stack)
    let entity = try handle.context.entity
    stack.newTable(array: rows.count)
    for row in 0..<rows.count {
      try session.lua.checkMemory()
      if asRows { stack.newTable(array: values.fields.count) }
      for (column, field) in values.fields.enumerated() {
        try FieldCoding(session).push(rows[row, column], as: field, of: entity, on: stack)
        // A list has no holes.
        if stack.isNil(-1) {
          stack.pop(1)
          stack.push(session.null)
        }
        if asRows { stack.rawSet(table: -2, column + 1) }
      }
      stack.rawSet(table: -2, row + 1)
    }
    session.state(ColumnOrders.self).remember(columnNames(call), of: call.value(-1), values.fields)
    return 1
  }

  /// Pushes the list of values that stand in columns already, as functions of the script gave them.
  private static func push(
    _ columns: [[LuaValue]], asRows: Bool, _ session: SessionContext, _ stack: LuaStack
  ) throws {
    let count = columns.first?.count ?? 0
    stack.newTable(array: count)
    for row in 0..<count {
      try session.lua.checkMemory()
      if asRows { stack.newTable(array: columns.count) }
      for (place, column) in columns.enumerated() {
        stack.push(column[row])
        if asRows { stack.rawSet(table: -2, place + 1) }
      }
      stack.rawSet(table: -2, row + 1)
    }
  }

  /// The columns of values are called as they were asked for; what a function gives is `value`, `value2` and so on.
  private static func columnNames(_ call: LuaCall) -> [String] {
    var unnamed = 0
    return call.arguments.dropFirst().map { value in
      if let text = value.text ?? value.writtenSQL?.text { return text }
      unnamed += 1
      return unnamed == 1 ? "value" : "value\(unnamed)"
    }
  }

  private static func each(_ iteration: Iteration, _ call: LuaCall) throws -> Int {
    let stack = call.stack
    while true {
      _ = try iteration.next(on: stack)
      guard let list = stack.rowList(-1) else { return 0 }
      for place in 1...max(list.count, 1) {
        stack.copy(2)
        try stack.get(-2, place)
        try stack.call(arguments: 1, results: 0)
      }
      stack.top = call.argumentCount
    }
  }
}
