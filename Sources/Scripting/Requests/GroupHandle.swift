import LuaRuntime
import Query
import Schema
import Store

/// Groups of rows as a value of the language: they are counted when they are first looked at.
final class GroupHandle {
  let context: ObjectContext
  let request: GroupRequest
  private var known: RowBuffer?

  init(_ context: ObjectContext, _ request: GroupRequest) {
    self.context = context
    self.request = request
  }

  /// The same groups with one thing changed.
  func with(_ change: (inout GroupRequest) -> Void) -> GroupHandle {
    var request = request
    change(&request)
    return GroupHandle(context, request)
  }

  /// The groups as an entity: keys, then aggregates.
  var entity: Entity {
    get throws { try request.entity(FieldResolver(catalog: context.catalog, entity: context.entity)) }
  }

  /// What names in `having` and `sorted_by` mean.
  var resolver: FieldResolver {
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
  func rows() throws -> RowBuffer {
    if let known { return known }
    let rows = try fetched()
    known = rows
    return rows
  }

  func fetched() throws -> RowBuffer { try context.database.store().rows(sql { try $0.statement(request) }) }

  /// Pushes a group as a plain table.
  func push(_ row: Int, of rows: RowBuffer, on stack: LuaStack) throws {
    let entity = try entity
    stack.newTable(fields: entity.fields.count)
    for (column, field) in entity.fields.enumerated() {
      try context.session.push(rows[row, column], as: field, of: try context.entity, on: stack)
      stack.rawSet(table: -2, field.name)
    }
  }

  func pushList(of rows: RowBuffer, on stack: LuaStack) throws {
    stack.newTable(array: rows.count)
    for row in 0..<rows.count {
      try push(row, of: rows, on: stack)
      stack.rawSet(table: -2, row + 1)
    }
  }

  static func metamethods(_ session: Session) -> [String: HostFunction] {
    [
      "__index": { call in
        guard let groups = call.object(1, as: GroupHandle.self) else { return 0 }
        guard let place = call.integer(2), call.kind(2) == .number else {
          let name = call.string(2) ?? ""
          throw ScriptError(
            .query, "groups have no method '\(name)'." + suggestion(for: name, in: GroupMethods.all.map(\.name)))
        }
        let rows = try groups.rows()
        guard place >= 1, place <= rows.count else { return 0 }
        try groups.push(Int(place) - 1, of: rows, on: call.stack)
        return 1
      },
      "__len": { call in
        call.push(try call.object(1, as: GroupHandle.self)?.rows().count ?? 0)
        return 1
      },
      "__tostring": { call in
        guard let groups = call.object(1, as: GroupHandle.self) else { return call.returning("groups") }
        return call.returning("groups: " + (try groups.sql { try $0.statement(groups.request) }).echoed)
      },
    ]
  }
}
