import Encodings
import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// The statements that make the tables of all entities, each after those that it refers to.
  func createStatements(_ database: ScriptDatabase) throws -> [String] {
    try declaredTables(database.dialect()).flatMap(\.statements)
  }

  /// Makes the tables that are missing, all of them or none.
  func createTables(_ database: ScriptDatabase) throws {
    let store = try database.store()
    let declared = try declaredTables(store.dialect)
    let present = Set(try database.tables().map { FoldedName($0.name) })
    let versions = SchemaVersions(self, database)
    let made = declared.map(\.entity).filter { !present.contains(FoldedName($0.table)) }
    // An older script may use what is there, but not add to it.
    if !made.isEmpty { try versions.check() }
    try store.atomically {
      for statement in declared.flatMap(\.statements) { try store.run(.written(statement)) }
      try checkSharedTables(database)
      try versions.note(of: Set(made.map { FoldedName($0.table) }))
    }
  }

  /// The entities that scripts declared a table for, each with the statements that make it and after those that it
  /// refers to.
  func declaredTables(_ dialect: any Dialect) throws -> [(entity: Entity, statements: [String])] {
    let tied = try catalog.resolved()
    let owners = tied.inDependencyOrder.filter {
      !$0.isReflected && $0.hasTable && tied.tableOwner(of: $0).name == $0.name
    }
    return try owners.map { ($0, try CreateTable($0, catalog: tied, dialect: dialect).statements()) }
  }

  /// The statement at an argument, with the values that follow it: one by one, or as a table for names.
  func statement(_ call: LuaCall, text index: Int, _ store: Database) throws -> RenderedSQL {
    guard call.kind(index) == .string, let text = call.string(index) else {
      throw ScriptError(.argument, "a statement is text, not \(call.value(index).described)")
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
      if value.isNil { throw ScriptError(.argument, "there is no value for '\(shown)' (null says NULL)") }
      return try parameter(value, shown)
    }
  }

  /// Refuses a value for a name that the statement does not have.
  private func checkNames(_ table: LuaTable, _ statement: any Statement) throws {
    let names = (1...max(statement.parameterCount, 1)).compactMap { statement.parameterName($0) }
    for (key, _) in table.entries() {
      guard let name = key.text, !names.contains(name) else { continue }
      throw ScriptError(
        .argument,
        "the statement has no parameter \(quotedExcerpt(":" + name))."
          + suggestion(for: name, in: names))
    }
  }

  private func parameter(_ value: LuaValue, _ name: String) throws -> Value {
    if value.isSame(as: null) { return .null }
    if let value = Value(plain: value) { return value }
    throw ScriptError(
      .argument, "value \(name) must be plain (a number, text, true, false or null), not \(value.described)")
  }

  /// `db:query(sql, …)`: the rows as plain tables; `db:query(Player, sql, …)`: as objects.
  func query(_ call: LuaCall, _ database: ScriptDatabase) throws -> Int {
    let store = try database.store()
    if let handle = call.object(2, as: EntityHandle.self) {
      let sql = try statement(call, text: 3, store)
      return try pushObjects(of: handle.model.context(in: database), sql, store, call)
    }
    let sql = try statement(call, text: 2, store)
    let (names, rows) = try store.answer(sql)
    pushTables(rows, names, call.stack)
    return 1
  }

  private func pushTables(_ rows: RowBuffer, _ names: [String], _ stack: LuaStack) {
    guard stack.ensure(names.count + 8) else { return stack.pushNil() }
    stack.newTable(array: rows.count)
    let result = stack.top
    // The names are pushed once and copied for each row.
    for name in names { stack.push(name) }
    for row in 0..<rows.count {
      stack.newTable(fields: names.count)
      let cells = rows[row]
      for column in names.indices {
        stack.copy(result + 1 + column)
        stack.push(cell: UnsafeRawPointer(cells + column))
        stack.rawSetTop(table: -3)
      }
      stack.rawSet(table: result, row + 1)
    }
    stack.top = result
  }

  /// Rows of any statement as objects: its columns must be those of the entity, in any order.
  private func pushObjects(
    of context: ObjectContext, _ sql: RenderedSQL, _ store: Database, _ call: LuaCall
  ) throws -> Int {
    let entity = try context.entity
    let (names, rows) = try store.answer(sql)
    let places = try entity.rowColumns.map { column in
      guard let place = names.firstIndex(of: column) else {
        throw ScriptError(
          .query, "the statement answers no column '\(column)', which \(entity.name) needs. Select *")
      }
      return place
    }
    let ordered = RowBuffer(columnCount: places.count, rowCapacity: rows.count)
    for row in 0..<rows.count { ordered.append(places.map { rows.value(row, $0) }) }
    call.stack.push(ordered, as: types.rows)
    guard let shape = try context.wholeShape() else { return 0 }
    call.stack.pushRowList(
      shape, anchor: call.stack.top, rows: UnsafeMutableRawPointer(ordered.header), count: ordered.count)
    return 1
  }
}
