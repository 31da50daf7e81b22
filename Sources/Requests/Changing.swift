import LuaRuntime
import Model
import Query
import Saving
import Schema
import Store

/// Changes or deletes all rows of a request at once.
package struct Changing {
  private let handle: RequestHandle
  private let entity: Entity
  private let store: Database

  /// How many rows one statement changes when functions of the script have selected them.
  private static let keyLimit = 500

  package init(_ handle: RequestHandle) throws {
    self.handle = try handle.pushed(isWholeWanted: true)
    entity = try handle.context.entity
    store = try handle.context.database.store()
    guard handle.request.source?.isOfTable ?? true else {
      throw ScriptError(RequestError.changedRowsOfSelect(entity: entity.name))
    }
    guard !entity.isView else { throw ScriptError(RequestError.view(entity: entity.name)) }
  }

  private var change: ChangeRows {
    get throws { ChangeRows(catalog: try handle.context.catalog, entity: entity, dialect: store.dialect) }
  }

  /// Deletes the rows and returns how many there were.
  package func delete() throws -> Int {
    if try handle.context.watchesDeletions(handle.context.tied()) { return try deleteEach() }
    do {
      return try forEachPart { request in try change.delete(request) }
    } catch let error as StoreError {
      throw referenced(error)
    }
  }

  /// Makes an object of each row and deletes it, as functions of the script see them: all of them, or none.
  private func deleteEach() throws -> Int {
    let saver = Saver(handle.context.session)
    return try store.atomically {
      let list = try Fetching(handle.with { $0.selection = nil }).list(on: handle.context.session.lua.stack)
      defer { list.drop() }
      let source = ObjectSource(ofList: list)
      try saver.delete(source, in: handle.context.database)
      return source.count
    }
  }

  /// Names the entities whose rows keep these from being deleted.
  private func referenced(_ error: StoreError) -> any Error {
    guard case .constraint(let constraint) = error.kind, constraint.rule == .foreignKey else { return error }
    let users = (try? Referrers(context: handle.context).names(key: nil)) ?? []
    return ScriptError(RequestError.stillReferred(entity: entity.name, users: users))
  }

  /// Sets slots of the rows and returns how many there were.
  func update(_ values: [(slot: Int, value: Value)]) throws -> Int {
    do {
      return try forEachPart { request in try change.update(request, values) }
    } catch let error as StoreError {
      throw try Conflict(context: handle.context, database: handle.context.database).error(
        for: error, values: Dictionary(uniqueKeysWithValues: values.map { ($0.slot, $0.value) }), in: .rows)
    }
  }

  /// Sets slots of the rows to what is computed of each; nil where the statement would have to read other tables.
  func update(computed values: [(slot: Int, value: Expression)]) throws -> Int? {
    guard FetchPlan(handle.request).isWhole, let statement = try change.update(handle.request, computed: values) else {
      return nil
    }
    let count = try store.run(statement)
    noted(statement)
    return count
  }

  private func noted(_ statement: SQL) { handle.context.database.noteChange(statement.rendered(for: store.dialect)) }

  /// Runs a statement for the request, or for its keys, a part at a time, when functions select the rows.
  private func forEachPart(_ statement: (FetchRequest) throws -> SQL) throws -> Int {
    let plan = FetchPlan(handle.request)
    // Without a cut the order does not matter.
    guard plan.residual != nil || handle.request.isCut && !plan.isWhole else {
      let statement = try statement(handle.request)
      let count = try store.run(statement)
      noted(statement)
      return count
    }
    return try store.atomically {
      let keys = try self.keys()
      var changed = 0
      for start in stride(from: 0, to: keys.count, by: Self.keyLimit) {
        let part = keys[start..<min(start + Self.keyLimit, keys.count)]
        changed += try store.run(statement(FetchRequest(entity: entity.name, predicate: condition(Array(part)))))
      }
      handle.context.database.noteChangedRows(of: entity.name)
      return changed
    }
  }

  /// The keys of the rows that the functions select, all of them before anything changes.
  private func keys() throws -> [[Value]] {
    let slots = entity.keySlots
    guard !slots.isEmpty else { throw QueryError.noKey(entity: entity.name) }
    var keys: [[Value]] = []
    let fetching = try Fetching(handle, RowNeeds(areBare: true))
    let columns = slots.compactMap { fetching.column(of: $0) }
    try fetching.forEachChunk { rows in
      for row in 0..<rows.count { keys.append(columns.map { rows.value(row, $0) }) }
    }
    return keys
  }

  private func condition(_ keys: [[Value]]) -> Expression {
    let paths = entity.keySlots.map { FieldPath(field: entity.fields[$0].name) }
    if paths.count == 1 { return .oneOf(.field(paths[0]), keys.map { $0[0] }) }
    return .or(keys.map { key in .and(zip(paths, key).map { .comparison(.equal, .field($0), .literal($1)) }) })
  }
}
