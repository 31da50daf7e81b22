import Exchange
import Interchange
import Lists
import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// Rows ready to be shown: fields and cells.
package struct Rows {
  package let fields: [Field]
  package let buffer: RowBuffer
  /// How many rows there are in all; more than the buffer holds when only the first were fetched.
  package let total: Int
  package let title: String
  /// Counts them, where that is left until they are shown.
  var counting: (() throws -> Int)?
  /// The table that they are rows of.
  package var table: String?

  /// How many rows there are in all.
  package func count() throws -> Int { try counting?() ?? total }
}

/// The rows of a request that is still to run: for writers that need not see all of them at once.
package struct RowCursor {
  package let fields: [Field]
  package let title: String
  /// The table that they are rows of.
  package var table: String { fetching.entity.table }
  fileprivate let fetching: Fetching

  /// Runs the request and calls `body` with some hundreds of rows at a time.
  package func forEachChunk(_ body: (RowBuffer) throws -> Void) throws {
    try fetching.forEachChunk { try body(fetching.selected($0)) }
  }
}

/// What a value of a script is, for the one who shows it.
package enum Shown {
  /// The rows of a request or a list.
  case rows(Rows)
  case object(Rows)
  /// The members of an entity.
  case entity(Rows)
  /// The rows of a result set, in sections.
  case results(ShownResults)
  case changes(summary: String, [ShownChange])
  /// Plain tables that are rows.
  case records(PlainRows)
  case plain(LuaValue)
}

extension Session {
  /// The rows of a request as they pass, or nil when the value is no request.
  package func passingRows(_ value: LuaValue) throws -> RowCursor? {
    guard let request = value.userdata?.object(as: RequestHandle.self) else { return nil }
    let fetching = try Fetching(request)
    // What functions give has a type once all rows are there.
    guard !fetching.asksForMembers else { return nil }
    return RowCursor(fields: fetching.selectedFields, title: request.context.name, fetching: fetching)
  }

  /// What a value is; of a request at most `limit` rows are fetched.
  package func shown(_ value: LuaValue, limit: Int?) throws -> Shown {
    if case .table(let table) = value, let records = try plainRows(table) { return .records(records) }
    guard case .userdata(let userdata) = value else { return .plain(value) }
    if let request = userdata.object(as: RequestHandle.self) { return .rows(try rows(request, limit: limit)) }
    if let handle = userdata.object(as: EntityHandle.self) { return .entity(summary(of: handle)) }
    // Lines of its own, which a value inside a table would not have.
    if let plan = userdata.object(as: Plan.self) { return .plain(.string(LuaString(plan.text))) }
    if let report = userdata.object(as: CopyReport.self) { return .plain(.string(LuaString(report.text))) }
    if let plan = userdata.object(as: MigrationPlan.self) { return .plain(.string(LuaString(plan.plan.description))) }
    if let groups = userdata.object(as: GroupHandle.self) {
      let (buffer, fields) = try groups.cells()
      return .rows(Rows(fields: fields, buffer: buffer, total: buffer.count, title: "groups"))
    }
    if let results = try shownResults(value) { return results }
    let stack = lua.stack
    stack.push(value)
    defer { stack.pop(1) }
    if let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) {
      let entity = context.presentEntity
      let slots = slots(of: object, entity)
      let computed = context.computedMembers(of: object)
      let buffer = RowBuffer(columnCount: slots.count + computed.count, rowCapacity: 1)
      try append(object, slots, entity, to: buffer, stack, computed: computed.count)
      return .object(
        Rows(
          fields: slots.map { entity.fields[$0] } + computed.map(\.field), buffer: buffer, total: 1,
          title: describe(value), table: entity.table))
    }
    if let list = stack.rowList(-1), let context = list.context(as: ObjectContext.self) {
      return .rows(try rows(of: list, context, stack))
    }
    return .plain(value)
  }

  /// The members of an entity; what shares a table is told with all its kinds.
  private func summary(of handle: EntityHandle) -> Rows {
    let entity = handle.model.entity
    return (entity.sharing == nil ? entity : (try? handle.context.entity) ?? entity).summary
  }

  package func describe(_ value: LuaValue) -> String { lua.describe(value) }

  private func rows(_ request: RequestHandle, limit: Int?) throws -> Rows {
    let all = try Fetching(request)
    let fetching = limit.map(all.cut) ?? all
    if fetching.asksForMembers { return try listedRows(of: fetching, counting: all, limit: limit) }
    let buffer = try fetching.rows(limit: limit ?? .max)
    let isWhole = buffer.count < limit ?? .max
    return Rows(
      fields: fetching.selectedFields, buffer: fetching.selected(buffer), total: buffer.count,
      title: request.context.name,
      counting: isWhole ? nil : { try all.count() }, table: fetching.entity.table)
  }

  /// The rows of a request for which functions compute members: as the list of them shows them.
  private func listedRows(of fetching: Fetching, counting all: Fetching, limit: Int?) throws -> Rows {
    let stack = lua.stack
    let limited = try limit.map { limit in
      try Fetching(fetching.handle.with { $0.limit = min($0.limit ?? .max, limit) })
    }
    let listed = try (limited ?? fetching).list(on: stack)
    defer { listed.drop() }
    guard let list = listed.rowList, let context = list.context(as: ObjectContext.self) else {
      return Rows(fields: [], buffer: RowBuffer(columnCount: 0), total: 0, title: fetching.entity.name)
    }
    var rows = try rows(of: list, context, stack)
    if rows.buffer.count >= limit ?? .max { rows.counting = { try all.count() } }
    return rows
  }

  /// The fields that an object has: those that a request did not select are no part of it.
  private func slots(of object: LuaRowObject, _ entity: Entity) -> [Int] {
    entity.fields.indices.filter { !object.lacks($0) }
  }

  /// The fields of a list's entity that an object has, which may be of one that extends it.
  private func slots(of object: LuaRowObject, listed entity: Entity) -> [Int] {
    guard entity.sharing != nil, let own = object.context(as: ObjectContext.self)?.model.entity else {
      return slots(of: object, entity)
    }
    return entity.fields.indices.filter { slot in
      own.slot(of: entity.fields[slot].name).map { !object.lacks($0) } ?? false
    }
  }

  private func rows(of list: LuaRowList, _ context: ObjectContext, _ stack: LuaStack) throws -> Rows {
    let entity = context.model.entity
    var slots = Array(entity.fields.indices)
    var computed: [ComputedMember] = []
    if list.count > 0 {
      try stack.get(-1, 1)
      if let first = stack.rowObject(-1) {
        slots = self.slots(of: first, listed: entity)
        computed = first.context(as: ObjectContext.self)?.computedMembers(of: first) ?? []
      }
      stack.pop(1)
    }
    let buffer = RowBuffer(columnCount: slots.count + computed.count, rowCapacity: max(list.count, 1))
    for place in 0..<list.count {
      try stack.get(-1, place + 1)
      defer { stack.pop(1) }
      if let object = stack.rowObject(-1) {
        try append(object, listed: slots, entity, to: buffer, stack, computed: computed.count)
      }
    }
    return Rows(
      fields: slots.map { entity.fields[$0] } + computed.map(\.field), buffer: buffer, total: buffer.count,
      title: entity.name,
      table: entity.table)
  }

  private func append(
    _ object: LuaRowObject, _ slots: [Int], _ entity: Entity, to buffer: RowBuffer, _ stack: LuaStack, computed: Int
  ) throws {
    let rows = ObjectRows(session: context, stack: stack)
    // A list may hold objects of several requests.
    let values = try slots.map { object.lacks($0) ? .null : try rows.value($0, of: object, entity) }
    buffer.append(values + self.computed(computed, of: object, entity))
  }

  /// What was computed for an object, in so many columns.
  private func computed(_ count: Int, of object: LuaRowObject, _ entity: Entity) -> [Value] {
    (0..<count).map { place in
      let slot = entity.memberCount + place
      guard slot < object.slotCount, let cell = object.cell(slot) else { return .null }
      return cell.load(as: Cell.self).value
    }
  }

  /// Appends an object of a list of that entity's objects: it may be of one that extends it.
  private func append(
    _ object: LuaRowObject, listed slots: [Int], _ entity: Entity, to buffer: RowBuffer, _ stack: LuaStack,
    computed: Int
  ) throws {
    guard entity.sharing != nil, let own = object.context(as: ObjectContext.self)?.model.entity, own.name != entity.name
    else { return try append(object, slots, entity, to: buffer, stack, computed: computed) }
    let rows = ObjectRows(session: context, stack: stack)
    let values = try slots.map { slot -> Value in
      guard let place = own.slot(of: entity.fields[slot].name), !object.lacks(place) else { return .null }
      return try rows.value(place, of: object, own)
    }
    buffer.append(values + self.computed(computed, of: object, own))
  }

  /// The rows of SQL as plain tables that know their columns, as `db:query` gives them.
  package func tables(columns: [String], _ rows: RowBuffer) -> LuaValue {
    Requester(context).tables(rows, columns)
  }

  /// What SQL that a person typed has answered.
  package struct Answer {
    package var names: [String] = []
    package var rows = RowBuffer(columnCount: 0)
    /// The number of rows that it changed.
    package var changes = 0
    /// The columns and rows as they are shown: decimals as they are declared, not as they are stored.
    package var shown: (columns: [OutputColumn], rows: RowBuffer) {
      guard fields.contains(where: { $0 != nil }) else { return (names.map { OutputColumn($0) }, rows) }
      let columns = names.indices.map { OutputColumn(names[$0], fields[$0] == nil ? .any : .decimal) }
      let buffer = RowBuffer(columnCount: names.count, rowCapacity: max(rows.count, 1))
      for row in 0..<rows.count {
        buffer.append(
          names.indices.map { column in
            let value = rows.value(row, column)
            guard let field = fields[column], case .integer = value else { return value }
            return .text(field.words(stored: value))
          })
      }
      return (columns, buffer)
    }
    /// For each column the field that it is, where that is a decimal stored as an integer.
    fileprivate var fields: [Field?] = []
  }

  /// The fields among the columns of a statement that are decimals stored as integers.
  private func decimals(of statement: any Statement) -> [Field?] {
    statement.columnOrigins.map { origin in
      guard let origin,
        let entity = context.entities.catalog.entities.first(where: {
          $0.table.lowercased() == origin.table.lowercased()
        }),
        let field = entity.fields.first(where: { $0.column.lowercased() == origin.column.lowercased() })
      else { return nil }
      return field.type.reading == .decimal && field.type.storage == .integer ? field : nil
    }
  }

  /// Runs SQL that a person typed.
  package func runSQL(_ text: String) throws -> Answer {
    let store = try main.store()
    let sql = RenderedSQL(text: text)
    try store.settle(before: text)
    let statement = try store.engine.statement(text)
    let answersRows = !statement.columnNames.isEmpty
    let decimals = decimals(of: statement)
    statement.release()
    guard answersRows else {
      let changes = try store.run(sql)
      main.noteChange(sql)
      try context.entities.follow(text, in: main)
      return Answer(changes: changes)
    }
    let (names, rows, _) = try store.answer(sql)
    // The columns of `SELECT *` may have changed meanwhile.
    return Answer(names: names, rows: rows, fields: decimals.count == names.count ? decimals : names.map { _ in nil })
  }
}
