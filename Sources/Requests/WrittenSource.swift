import Encodings
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Requests for the rows of a SELECT: `Player:from_sql(sql, …)`, `db:from_sql(sql, …)`.
extension Requester {
  /// The request for rows of an entity that a SELECT gives, at the arguments behind the entity.
  package func rows(of handle: EntityHandle, _ call: LuaCall) throws -> RequestHandle {
    try handle.checkHasTable()
    let context = handle.context
    let entity = try context.entity
    let (parts, names, decimals) = try select(call, context.database)
    let rows = WrittenRows(parts, names: names, of: entity)
    let needed = entity.keySlots.map { entity.fields[$0].column } + (entity.sharing == nil ? [] : [Sharing.field])
    if let column = needed.first(where: rows.missing.contains) {
      throw ScriptError(RequestError.rowsWithoutKey(entity: entity.name, column: column))
    }
    var request = FetchRequest(entity: entity.name)
    request.source = .written(rows)
    if !rows.missing.isEmpty {
      request.selection = entity.fields.filter { !rows.missing.contains($0.column) }.map(\.name)
    }
    let taken = Set(session.types.methods(of: "object").map(\.name)).union(entity.objectMemberNames)
    for name in rows.others {
      let place = names.firstIndex(of: name)
      var field = place.flatMap { decimals[$0] } ?? Field(name: name, type: .any)
      field.name = name
      if taken.contains(name) || !context.model.methods[name].isNil {
        throw ScriptError(RequestError.columnOfMember(entity: entity.name, name: name))
      }
      request.computed[name] = ComputedField(field, .written(WrittenExpression(column: name)))
      request.members.append(name)
    }
    return RequestHandle(context, request)
  }

  /// The request for the plain rows that a SELECT gives, at the arguments behind the database.
  package func plainRows(of database: ScriptDatabase, _ call: LuaCall) throws -> RequestHandle {
    let (parts, names, decimals) = try select(call, database)
    let context = session.entities.plainRows(
      named: DistinctNames.of(names, ignoringCase: true), decimals, in: database)
    let entity = try context.entity
    var request = FetchRequest(entity: entity.name)
    request.source = .written(WrittenRows(parts, names: names, of: entity))
    return RequestHandle(context, request)
  }

  /// What a SELECT is made of, the names of its columns, and the decimals of any size among these.
  private func select(
    _ call: LuaCall, _ database: ScriptDatabase
  ) throws -> (parts: [WrittenExpression.Part], names: [String], decimals: [Int: Field]) {
    guard call.kind(2) == .string, let text = call.string(2) else {
      throw ScriptError(RequestError.notAStatement(value: call.value(2).described))
    }
    let values = try writtenValues(call, from: 3, word: "from_sql")
    let parts: [WrittenExpression.Part]
    do throws(WrittenMistake) {
      parts = try WrittenText(text, values).select()
    } catch {
      throw ScriptError(RequestError.writtenRows(reason: error.description))
    }
    let store = try database.store()
    let sql = SelectWritten(parts).statement().rendered(for: store.dialect)
    try store.settle(before: sql.text)
    let statement = try store.prepare(sql)
    defer { statement.release() }
    try statement.readDecimals()
    return (parts, statement.columnNames, statement.decimalColumns)
  }
}
