import LuaRuntime
import Query
import Schema
import Store

/// Loads the relations that a request asks for along with its rows: one query per relation, however many rows.
struct Companions {
  private let handle: RequestHandle
  /// The relations of the entity itself, each with the names that are asked of its own rows.
  private let names: [(name: String, inner: [String])]

  /// How many values a statement may hold is limited: beyond this many keys there are several.
  private static let keyLimit = 30_000

  init(_ handle: RequestHandle) {
    self.handle = handle
    var names: [(name: String, inner: [String])] = []
    for path in handle.request.companions {
      let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let inner = parts.count > 1 ? [parts[1]] : []
      if let place = names.firstIndex(where: { $0.name == parts[0] }) {
        names[place].inner += inner
      } else {
        names.append((parts[0], inner))
      }
    }
    self.names = names
  }

  private var session: Session { handle.context.session }

  /// A relation of the entity, the other side, and the columns that are equal for related rows; the target's are those
  /// of the links of a `many_to_many`.
  private struct Link {
    var relation: Relation
    var target: ObjectContext
    var inner: [String]
    var columns: [(owner: String, target: String)]
    var tie: Tie?
  }

  private func links() throws -> [Link] {
    if names.isEmpty { return [] }
    let entity = try handle.context.entity
    return try names.map { name, inner in
      guard let relation = entity.relation(name) else {
        if entity.field(name) != nil { throw QueryError.fieldIsNoRelation(entity: entity.name, name: name, path: name) }
        throw QueryError.unknownRelation(
          entity: entity.name, name: name, path: name, candidates: entity.relations.map(\.name))
      }
      guard let model = session.model(relation.target) else { throw QueryError.unknownEntity(relation.target) }
      let target = model.context(in: handle.context.database)
      guard relation.kind != .belongsTo else {
        return Link(
          relation: relation, target: target, inner: inner,
          columns: relation.columnPairs(owner: entity, target: try target.entity))
      }
      let tie = try handle.context.tied().tie(name)
      return Link(
        relation: relation, target: target, inner: inner, columns: Array(zip(tie.ownColumns, tie.near)), tie: tie)
    }
  }

  /// Refuses names that are no relations, those of relations included.
  func check() throws {
    for link in try links() where !link.inner.isEmpty {
      var request = FetchRequest(entity: link.target.name)
      request.companions = link.inner
      try Companions(RequestHandle(link.target, request)).check()
    }
  }

  /// The columns of the entity's own table that the relations need.
  func ownColumns() throws -> Set<String> { Set(try links().flatMap { $0.columns.map(\.owner) }) }

  /// Loads what belongs to the rows, and keeps it with them.
  func load(for rows: RowBuffer, of fetching: Fetching, on stack: LuaStack) throws {
    guard rows.count > 0, !names.isEmpty else { return }
    let companion = LoadedRelations()
    for link in try links() { companion[link.relation.name] = try load(link, for: rows, of: fetching, on: stack) }
    rows.companion = companion
  }

  private func load(
    _ link: Link, for rows: RowBuffer, of fetching: Fetching, on stack: LuaStack
  ) throws -> LoadedRelation {
    if let tie = link.tie, link.relation.kind == .manyToMany {
      return try load(link, tie, keys: keys(link, rows, fetching), on: stack)
    }
    let store = try handle.context.database.store()
    let target = try link.target.entity
    let result = LoadedRelation(store: store, tables: [target.table])
    let paths = link.columns.map { pair in
      FieldPath(field: target.fields.first { $0.column == pair.target }?.name ?? pair.target)
    }
    let slots = paths.compactMap { target.slot(of: $0.field) }
    var keys = keys(link, rows, fetching)
    while !keys.isEmpty {
      let part = Array(keys.prefix(paths.count == 1 ? Self.keyLimit : 300))
      keys.removeFirst(part.count)
      var request = FetchRequest(entity: target.name, predicate: condition(paths, part))
      request.companions = link.inner
      request.sorts = link.tie?.sorts(key: []) ?? []
      let found = try Fetching(RequestHandle(link.target, request)).pushRows(on: stack)
      result.add(stack.value(-1), found, keys: part, keyColumns: slots)
      stack.pop(1)
    }
    return result
  }

  /// Loads what links lead to: in one statement with the links, so that one row may belong to several.
  private func load(_ link: Link, _ tie: Tie, keys: [[Value]], on stack: LuaStack) throws -> LoadedRelation {
    let store = try handle.context.database.store()
    let result = LoadedRelation(store: store, tables: [tie.target.table, tie.table.table])
    let request = RequestHandle(link.target).with { $0.companions = link.inner }
    let width = tie.target.rowColumns.count
    var keys = keys
    while !keys.isEmpty {
      let part = Array(keys.prefix(tie.near.count == 1 ? Self.keyLimit : 300))
      keys.removeFirst(part.count)
      let statement = SelectLinked(tie).statement(keys: part).rendered(for: store.dialect)
      let found = try Fetching(request).pushRows(of: statement, columns: width + tie.near.count, on: stack)
      result.add(
        stack.value(-1), found, keys: part, keyColumns: Array(width..<width + tie.near.count),
        identity: tie.table.isLink ? [] : tie.target.keySlots)
      stack.pop(1)
    }
    return result
  }

  /// The different keys in the rows; NULL belongs to nothing.
  private func keys(_ link: Link, _ rows: RowBuffer, _ fetching: Fetching) -> [[Value]] {
    let columns = link.columns.compactMap { pair in
      fetching.entity.fields.firstIndex { $0.column == pair.owner }.flatMap { fetching.column(of: $0) }
    }
    var seen: Set<[Value]> = []
    var result: [[Value]] = []
    for row in 0..<rows.count {
      let key = columns.map { rows.value(row, $0) }
      if !key.contains(.null), seen.insert(key).inserted { result.append(key) }
    }
    return result
  }

  private func condition(_ paths: [FieldPath], _ keys: [[Value]]) -> Expression {
    if paths.count == 1 { return .oneOf(.field(paths[0]), keys.map { $0[0] }) }
    return .or(
      keys.map { key in .and(zip(paths, key).map { .comparison(.equal, .field($0), .literal($1)) }) })
  }
}
