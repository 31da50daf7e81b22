import Encodings
import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Requester {

  /// The statement at an argument, with the values that follow it: one by one, or as a table for names.
  package func statement(_ call: LuaCall, text index: Int, _ store: Database) throws -> RenderedSQL {
    guard call.kind(index) == .string, let text = call.string(index) else {
      throw ScriptError(RequestError.notAStatement(value: call.value(index).described))
    }
    var sql = RenderedSQL(text: text)
    if case .table(let table) = call.value(index + 1) {
      sql.bindings = try named(table, text, store)
    } else if call.argumentCount > index {
      sql.bindings = try (index + 1...call.argumentCount).map { try parameter(call.value($0), "\($0 - index)") }
    }
    return sql
  }

  /// The values for `:name`, `@name` and `$name`, or for `?` in order.
  private func named(_ table: LuaTable, _ text: String, _ store: Database) throws -> [Value] {
    try store.settle(before: text)
    let statement = try store.engine.statement(text)
    defer { statement.release() }
    try checkNames(table, statement)
    guard statement.parameterCount > 0 else { return [] }
    return try (1...statement.parameterCount).map { position in
      let name = statement.parameterName(position)
      let shown = name.map { ":\($0)" } ?? "?\(position)"
      let value = name.map { table[$0] } ?? table[position]
      if value.isNil { throw ScriptError(RequestError.missingParameter(parameter: shown)) }
      return try parameter(value, shown)
    }
  }

  /// Refuses a value for a name that the statement does not have.
  private func checkNames(_ table: LuaTable, _ statement: any Statement) throws {
    let names = (1...max(statement.parameterCount, 1)).compactMap { statement.parameterName($0) }
    for (key, _) in table.entries() {
      guard let name = key.text, !names.contains(name) else { continue }
      throw ScriptError(RequestError.noParameter(name: name, candidates: names))
    }
  }

  func parameter(_ value: LuaValue, _ name: String) throws -> Value {
    if value.isSame(as: session.null) { return .null }
    if let value = Value(plain: value) { return value }
    throw ScriptError(RequestError.parameterNotPlain(parameter: name, value: value.described))
  }

  /// `db:query(sql, …)`: the rows as plain tables; `db:query(Player, sql, …)`: as objects.
  package func query(_ call: LuaCall, _ database: ScriptDatabase) throws -> Int {
    let store = try database.store()
    if let handle = call.object(2, as: EntityHandle.self) {
      let sql = try statement(call, text: 3, store)
      return try pushObjects(of: handle.model.context(in: database), sql, store, call)
    }
    let sql = try statement(call, text: 2, store)
    let (columns, rows, decimals) = try store.answer(sql)
    let names = DistinctNames.of(columns)
    let list = try tables(of: rows, names, decimals, on: call.stack)
    session.state(ColumnOrders.self).remember(names, of: list.value)
    return 1
  }

  /// Rows of a statement that was run already, as plain tables that know their columns.
  package func tables(_ rows: RowBuffer, _ columns: [String]) -> LuaValue {
    let names = DistinctNames.of(columns)
    let function = session.lua.closure { [unowned session] call in
      _ = try Requester(session).tables(of: rows, names, [:], on: call.stack)
      return 1
    }
    let list = (try? function.call().first) ?? .nil
    session.state(ColumnOrders.self).remember(names, of: list)
    return list
  }

  /// Rows as a list of plain tables, above; nil where a row has more columns than there is room for.
  ///
  /// - Parameter decimals: the columns whose numbers are decimals.
  private func tables(
    of rows: RowBuffer, _ names: [String], _ decimals: [Int: Field], on stack: LuaStack
  ) throws -> BorrowedValue {
    let list = BorrowedValue(tableOf: rows.count, on: stack)
    let coding = FieldCoding(session)
    try list.scoped {
      guard let tables = PlainTables(names, on: stack) else { return list.become(.nil) }
      for row in 0..<rows.count {
        try session.lua.checkMemory()
        let table = tables.table(of: UnsafeRawPointer(rows[row]))
        for (column, field) in decimals {
          guard let number = field.decimal(of: rows[row, column]) else { continue }
          table.take(coding.borrowed(number, on: stack), as: names[column])
        }
        list.take(table, at: row + 1)
      }
    }
    return list
  }

  /// Rows of any statement as objects: those of the entity must be among its columns, in any order; further ones are
  /// members that are computed.
  private func pushObjects(
    of context: ObjectContext, _ sql: RenderedSQL, _ store: Database, _ call: LuaCall
  ) throws -> Int {
    let entity = try context.entity
    let (names, rows, decimals) = try store.answer(sql)
    let places = try entity.rowColumns.map { column in
      guard let place = names.firstIndex(of: column) else {
        throw ScriptError(RequestError.missingColumn(column: column, entity: entity.name))
      }
      return place
    }
    let further = names.indices.filter { !places.contains($0) }
    let columns = places + further
    let ordered = RowBuffer(columnCount: columns.count, rowCapacity: rows.count)
    for row in 0..<rows.count { ordered.append(columns.map { rows.value(row, $0) }) }
    let list = BorrowedValue(ordered, as: session.types.rows, on: call.stack)
    let distinct = DistinctNames.of(names)
    let members = further.map { place in
      var field = decimals[place] ?? Field(name: "", type: .any)
      field.name = distinct[place]
      return field
    }
    list.becomeList(of: ordered, try shape(of: context, members, behind: places.count))
    return 1
  }

  /// How rows are objects with columns of these names behind those of their fields.
  ///
  /// What a field, a relation or a method is called already has a `_` behind it.
  private func shape(of context: ObjectContext, _ fields: [Field], behind width: Int) throws -> LuaRowShape? {
    var taken = Set(try context.tied().entity.objectMemberNames + session.types.methods(of: "object").map(\.name))
    let members = fields.enumerated().map { place, field in
      var field = field
      while !taken.insert(field.name).inserted { field.name += "_" }
      return ComputedMember(field, column: width + place)
    }
    return try context.wholeShape(with: members)
  }
}
