import LuaRuntime
import Model
import Query
import Schema
import Store

/// Groups of rows as a value of the language: they are counted when they are first looked at.
package final class GroupHandle {
  /// The rows as they were when they were grouped; `request` says what else is computed of them.
  private let rowsBefore: RequestHandle
  let request: GroupRequest
  /// When the first of the values that groups are compared with was written as it is stored; nil where there are none.
  private let meaning: MeaningAge?
  private var known: RowBuffer?
  /// The groups as they were counted: what functions give has a type then.
  private var counted: Entity?
  /// What `list` gathered, by the numbers that stand in the rows.
  private var lists: [[Value]] = []
  private var tables: LuaTable?

  package convenience init(of rows: RequestHandle, by keys: [GroupRequest.Key]) {
    self.init(rows, GroupRequest(rows.request, keys: keys), nil)
  }

  private init(_ rows: RequestHandle, _ request: GroupRequest, _ meaning: MeaningAge?) {
    rowsBefore = rows
    self.request = request
    self.meaning = request.groups.saysValues ? meaning ?? rows.context.database.meanings.age : nil
  }

  package var context: ObjectContext { rowsBefore.context }

  /// The same groups with one thing changed.
  package func with(_ change: (inout GroupRequest) -> Void) -> GroupHandle {
    var request = request
    change(&request)
    return GroupHandle(rowsBefore, request, meaning)
  }

  /// The same groups, of rows of which more is computed.
  package func with(rows: RequestHandle, _ change: (inout GroupRequest) -> Void) -> GroupHandle {
    var request = request
    request.rows = rows.request
    change(&request)
    return GroupHandle(rows, request, meaning)
  }

  /// The same groups, once it is known that their names and values can be.
  ///
  /// Parts of JSON are asked for as what is made of them needs.
  package func checked() throws -> GroupHandle {
    let request = try request.askingParts(resolver(of: request))
    _ = try request.entity(resolver(of: request))
    return with { $0 = request }
  }

  /// The request for the rows.
  package var rowsHandle: RequestHandle { rowsBefore.with { $0 = request.rows } }

  /// The request for the groups where the database counts them; nil where functions of the script select the rows.
  private func whole(of rowsHandle: RequestHandle) throws -> GroupRequest? {
    let rows = try rowsHandle.withDistinctSelection()
    return try whole(of: rows, rows.pushdown(isWholeWanted: true))
  }

  private func whole(of rowsHandle: RequestHandle, _ pushdown: Pushdown?) throws -> GroupRequest? {
    if let meaning { try context.checkMeaning(since: meaning) }
    var result = request
    result.rows = (pushdown?.handle ?? rowsHandle).request
    try result.learn(from: entity, to: result.entity(resolver(of: result)))
    let plan = FetchPlan(result.rows)
    // Rows without a key that count once do so by all that they hold, and not by what is made of them.
    let isReduced = try result.rows.isDistinct && context.entity.keySlots.isEmpty
    if isReduced || result.isInMemory || result.rows.computesByScript { return nil }
    if try result.fieldsWithFallbacks(of: rowsHandle).contains(where: { $0 != nil }) { return nil }
    // Without a cut the order does not matter.
    guard plan.isWhole || plan.residual == nil && !result.rows.isCut else { return nil }
    return try result.askingExtremes(resolver(of: result), context.database.dialect())
  }

  /// The groups as an entity: keys, then aggregates.
  package var entity: Entity {
    get throws { try request.entity(resolver(of: request)) }
  }

  /// How many of the fields of that entity are keys.
  package var keyCount: Int { request.keys.count }

  private func resolver(of request: GroupRequest) throws -> FieldResolver {
    try FieldResolver(
      catalog: context.catalog, entity: context.entity, computed: request.rows.computed)
  }

  /// What names in `having` and `sorted_by` mean.
  package var resolver: FieldResolver {
    get throws {
      let entity = try entity
      return FieldResolver(catalog: Catalog([entity]), entity: entity)
    }
  }

  func sql(_ make: (SelectGroups) throws -> SQL) throws -> RenderedSQL {
    let dialect = try context.database.dialect()
    let select = SelectGroups(catalog: try context.catalog, entity: try context.entity, dialect: dialect)
    return try make(select).rendered(for: dialect)
  }

  /// The rows, counted once: what is looked at does not change while it is walked.
  package func rows() throws -> RowBuffer {
    if let known { return known }
    let rows = try fetched()
    known = rows
    return rows
  }

  package func fetched() throws -> RowBuffer { try namingSums { try made() } }

  /// What is thrown of a sum that is too large names those of the groups.
  private func namingSums<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError where error.kind == .overflow {
      var sums = LargeSums()
      let (resolver, entity) = (try resolver(of: request), try context.entity)
      for aggregate in request.aggregates where aggregate.function == .sum {
        guard let path = aggregate.path else { continue }
        sums.add(path.isOfFunction ? nil : try resolver.field(at: path).name, of: entity.name)
      }
      for (_, computed) in request.rows.computed.sorted(by: { $0.key < $1.key }) { sums.add(computed.expression) }
      throw sums.error(error)
    }
  }

  private func made() throws -> RowBuffer {
    guard let whole = try whole(of: rowsHandle) else {
      if let written = request.aggregates.lazy.compactMap(\.written).first {
        let word = "aggregate"
        throw written.isUnknownInMemory(to: word)
      }
      return try madeInMemory()
    }
    counted = try whole.entity(resolver(of: whole)).showingParts
    let rows = try context.database.store().rows(sql { try $0.statement(whole) })
    for place in try whole.sumsOfSome(resolver(of: whole), context.database.dialect()) {
      let column = keyCount + place
      for row in 0..<rows.count where rows[row, column].isNull { rows[row, column] = Cell(Int64(0)) }
    }
    return try mayHideInfinities(rows, of: whole) ? madeInMemory() : readingExtremes(rows, of: whole)
  }

  /// The rows in which the least and greatest parts of JSON, which the database gave as they stand there, are what is
  /// compared with others: of a table its text.
  private func readingExtremes(_ rows: RowBuffer, of whole: GroupRequest) -> RowBuffer {
    guard let entity = counted else { return rows }
    let columns = whole.aggregates.indices.filter {
      [.min, .max].contains(whole.aggregates[$0].function) && whole.aggregates[$0].path?.part == .json
    }.map { keyCount + $0 }
    let values = RowValues(rows: rows, fields: entity.fields).reckoned(columns)
    for column in columns { counted?.fields[column] = values.fields[column] }
    return values.rows
  }

  private func madeInMemory() throws -> RowBuffer {
    var groups = try MemoryGroups(request, rows: rowsHandle)
    let rows = try groups.rows()
    (counted, lists) = (groups.groups.showingParts, groups.lists)
    return rows
  }

  /// Whether what is nothing in the database may be the sum or mean of infinities of both signs, which is no number.
  private func mayHideInfinities(_ rows: RowBuffer, of whole: GroupRequest) throws -> Bool {
    let resolver = try resolver(of: whole)
    for (place, aggregate) in whole.aggregates.enumerated() where [.sum, .avg].contains(aggregate.function) {
      guard let path = aggregate.path, try resolver.mayAddUpToNoNumber(path, resolver.field(at: path)) else { continue }
      let cells = (0..<rows.count).lazy.map { rows[$0, self.keyCount + place] }
      guard cells.contains(where: { $0.isNull || $0.value == .integer(0) }) else { continue }
      let fetching = try Fetching(rowsHandle)
      let ends = try [Select.Aggregate.min, .max].map { try fetching.aggregate($0, path).value }
      if ends == [.real(-.infinity), .real(.infinity)] { return true }
      if try fetching.holds(-.infinity, at: path), try fetching.holds(.infinity, at: path) { return true }
    }
    return false
  }

  package func count() throws -> Int {
    guard let whole = try whole(of: rowsHandle) else { return try fetched().count }
    return try namingSums {
      Int(try context.database.store().rows(sql { try $0.count(whole) })[0, 0].integer)
    }
  }

  /// The statement that answers the groups, or the rows that are counted in memory.
  package func statement() throws -> RenderedSQL {
    let shown = rowsHandle.shown
    guard let whole = try whole(of: shown) else { return try Fetching(shown).rowsSQL() }
    return try sql { try $0.statement(whole) }
  }

  package func plan() throws -> Plan {
    let shown = try rowsHandle.shown.withDistinctSelection()
    let pushdown = try shown.pushdown(isWholeWanted: true)
    guard let whole = try whole(of: shown, pushdown) else {
      return try Plan(rowsOf: shown, notes: ["the groups are counted in memory"])
    }
    let keys = request.keys.map { Expression.field($0.path) }
    let notes = try Plan.functions(of: shown, pushdown, FetchPlan(whole.rows)) + Plan.bytes(of: shown, keys)
    return try Plan(sql { try $0.statement(whole) }, context.database, notes: notes)
  }

  /// What `list` gathered of a group in a column; nil where that holds no lists.
  package func gathered(_ row: Int, _ column: Int, of rows: RowBuffer) -> [Value]? {
    guard column >= request.keys.count, request.aggregates[column - request.keys.count].function == .list else {
      return nil
    }
    return lists[Int(rows[row, column].integer)]
  }

  /// The groups as an entity, as they were counted: what functions give has its type.
  package var countedEntity: Entity { get throws { try counted ?? entity.showingParts } }

  /// The groups as plain tables, made once: the same table each time.
  private func list(on stack: LuaStack) throws -> LuaTable {
    if let tables { return tables }
    let list = try list(of: rows(), on: stack)
    defer { list.drop() }
    let known = list.value.table ?? context.session.lua.makeTable()
    tables = known
    return known
  }

  /// Groups as a list of plain tables, above.
  package func list(of rows: RowBuffer, on stack: LuaStack) throws -> BorrowedValue {
    let list = BorrowedValue(tableOf: rows.count, on: stack)
    for row in 0..<rows.count { list.take(try table(of: row, rows, on: stack), at: row + 1) }
    return list
  }

  /// A group as a plain table, above.
  private func table(of row: Int, _ rows: RowBuffer, on stack: LuaStack) throws -> BorrowedValue {
    let entity = try countedEntity
    let table = BorrowedValue(tableOf: 0, members: entity.fields.count, on: stack)
    for (column, field) in entity.fields.enumerated() {
      let isList =
        column >= request.keys.count && request.aggregates[column - request.keys.count].function == .list
      let value =
        try isList
        ? gathered(Int(rows[row, column].integer), field, on: stack)
        : FieldCoding(context.session).borrowed(rows[row, column], as: field, of: context.entity, on: stack)
      table.take(value, as: field.name)
    }
    return table
  }

  /// What `list` gathered of a group, above: NULLs are null, so that it has no holes.
  private func gathered(_ number: Int, _ field: Field, on stack: LuaStack) throws -> BorrowedValue {
    let list = BorrowedValue(tableOf: lists[number].count, on: stack)
    for (place, value) in lists[number].enumerated() {
      let element = try value.withCell {
        try FieldCoding(context.session).borrowed($0, as: field, of: context.entity, on: stack)
      }
      if element.isNil { element.become(context.session.null) }
      list.take(element, at: place + 1)
    }
    return list
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { call in
        guard let groups = call.object(1, as: GroupHandle.self) else { return 0 }
        guard let place = call.integer(2), call.kind(2) == .number else {
          let name = call.string(2) ?? ""
          let methods = groups.context.session.types.methods(of: "groups").map(\.name)
          throw ScriptError(
            RequestError.noGroupMethod(
              name: name, candidates: methods))
        }
        guard place >= 1, place <= Int64(try groups.rows().count) else { return 0 }
        call.push(try groups.list(on: call.stack)[Int(place)])
        return 1
      },
      "__pairs": { [unowned session] call in
        guard let groups = call.object(1, as: GroupHandle.self) else { return 0 }
        let list = try groups.list(on: call.stack)
        let next = session.lua.closure(named: "next") { call in
          let place = Int(call.integer(2) ?? 0) + 1
          guard place <= list.rawLength else {
            call.pushNil()
            return 1
          }
          call.push(place)
          call.push(list[place])
          return 2
        }
        call.push(.function(next))
        _ = call.borrowed(1).copied()
        call.push(0)
        return 3
      },
      "__len": { call in
        call.push(try call.object(1, as: GroupHandle.self)?.rows().count ?? 0)
        return 1
      },
      "__tostring": { call in
        guard let groups = call.object(1, as: GroupHandle.self) else { return call.returning("groups") }
        return call.returning("groups: " + (try groups.statement().echoed))
      },
    ]
  }
}

extension HostTypes {
  package var groups: LuaHostType { self["groups"] }
}
