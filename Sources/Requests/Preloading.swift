import LuaRuntime
import Model
import Query
import Schema
import Store

/// Loads the relations that a request asks for along with its rows: one query per relation, however many rows.
package struct Preloading {
  private let handle: RequestHandle
  /// The relations of the entity itself, each with the names that are asked of its own rows.
  private let names: [(name: String, inner: [String])]
  /// While functions are asked, relations of what is loaded are loaded, too, as soon as one of them is followed.
  private let period: AskingPeriod?

  /// How many values a statement may hold is limited: beyond this many keys there are several.
  private static let keyLimit = 30_000

  package init(_ handle: RequestHandle) { self.init(handle, during: nil) }

  init(_ handle: RequestHandle, during period: AskingPeriod?) {
    (self.handle, self.period) = (handle, period)
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

  private var session: SessionContext { handle.context.session }

  /// A relation of the entity, the other side, and the columns that are equal for related rows; the target's are those
  /// of the links of a `many_to_many`.
  private struct Link {
    var end: ResolvedRelation
    var target: ObjectContext
    var inner: [String]
    var columns: [(owner: String, target: String)]
    var readings: [ReferenceReading]
    var tie: Association?

    /// Whether keys are found as they are stored.
    var isExact: Bool { readings.allSatisfy(\.isExact) }

    var relation: Relation { end.relation }
  }

  private func links() throws -> [Link] {
    if names.isEmpty { return [] }
    let tied = try handle.context.tied()
    let entity = tied.entity
    return try names.map { name, inner in
      guard let end = tied.relation(name) else {
        if entity.field(name) != nil { throw QueryError.fieldIsNoRelation(entity: entity.name, name: name, path: name) }
        throw QueryError.unknownRelation(
          entity: entity.name, name: name, path: name, candidates: entity.relations.map(\.name))
      }
      let target = try end.target(from: handle.context)
      guard end.relation.kind != .belongsTo else {
        return Link(
          end: end, target: target, inner: inner,
          columns: end.relation.columnPairs(owner: entity, target: try target.entity),
          readings: end.relation.readings(owner: entity, target: try target.entity))
      }
      let tie = try end.tie(in: tied)
      return Link(
        end: end, target: target, inner: inner, columns: Array(zip(tie.ownColumns, tie.near)),
        readings: tie.nearReadings, tie: tie)
    }
  }

  /// Refuses names that are no relations, those of relations included.
  package func check() throws {
    for link in try links() where !link.inner.isEmpty {
      var request = FetchRequest(entity: link.target.name)
      request.companions = link.inner
      try Preloading(RequestHandle(link.target, request)).check()
    }
  }

  /// The columns of the entity's own table that the relations need.
  func ownColumns() throws -> Set<String> { Set(try links().flatMap { $0.columns.map(\.owner) }) }

  /// Loads what belongs to the rows, and keeps it with them.
  func load(for rows: RowBuffer, of fetching: Fetching) throws {
    guard rows.count > 0, !names.isEmpty else { return }
    let companion = LoadedRelations()
    try load(for: rows, of: fetching, into: companion)
    rows.companion = companion
  }

  /// The same, kept elsewhere.
  func load(for rows: RowBuffer, of fetching: Fetching, into companion: LoadedRelations) throws {
    for link in try links() { companion.add(link.relation.name, try load(link, for: rows, of: fetching)) }
  }

  private func load(_ link: Link, for rows: RowBuffer, of fetching: Fetching) throws -> LoadedRelation {
    let columns = LinkColumns(link, try link.target.tied())
    let result = LoadedRelation(
      link.target, store: try handle.context.database.store(), tables: columns.tables,
      readings: link.isExact ? [] : link.readings)
    // What only the database knows is asked of it for each row.
    if link.readings.contains(where: \.isJudged) { return result }
    let whole = try Fetching(RequestHandle(link.target).with { $0.companions = link.inner })
    for keys in parts(of: keys(link, rows, fetching), link) {
      let sql = try statement(link, keys)
      let (list, found) = try whole.listedRows(of: sql, columns: columns.width, on: session.lua.stack)
      if let period { found.companion = whole.relations(of: found, during: period) }
      result.add(list.value, found, keys, keyColumns: columns.keys, identity: columns.identity)
      list.drop()
    }
    return result
  }

  /// The keys as few statements ask for them.
  private func parts(of keys: [RowKey], _ link: Link) -> [KeySet] {
    if link.columns.count == 1, link.isExact, let range = RowKey.range(of: keys) { return [.range(range)] }
    let most = link.columns.count == 1 ? Self.keyLimit : 300
    return stride(from: 0, to: keys.count, by: most).map { start in
      .values(keys[start..<min(start + most, keys.count)].map(\.values))
    }
  }

  /// What the rows of a relation hold: the fields of the target, and for links the key that they lead from.
  private struct LinkColumns {
    var tables: [String]
    var width: Int
    var keys: [Int]
    /// The columns that tell whether a row was found twice, through two links.
    var identity: [Int] = []

    init(_ link: Link, _ target: ResolvedEntity) {
      tables = [target.entity.table]
      width = target.rowWidth
      keys = link.columns.compactMap { pair in target.entity.fields.firstIndex { $0.column == pair.target } }
      guard let tie = link.tie, link.relation.kind == .manyToMany else { return }
      tables.append(tie.table.table)
      keys = Array(width..<width + tie.near.count)
      width += tie.near.count
      if !tie.table.isLink { identity = target.keySlots }
    }
  }

  /// The different keys in the rows.
  private func keys(_ link: Link, _ rows: RowBuffer, _ fetching: Fetching) -> [RowKey] {
    let columns = link.columns.compactMap { pair in
      fetching.entity.fields.firstIndex { $0.column == pair.owner }.flatMap { fetching.column(of: $0) }
    }
    var seen: Set<RowKey> = []
    var result: [RowKey] = []
    result.reserveCapacity(rows.count)
    if link.columns.map(\.owner) == fetching.entity.keySlots.map({ fetching.entity.fields[$0].column }) {
      // Their own keys are different.
      return (0..<rows.count).map { RowKey(rows, $0, columns) }.filter { !$0.isNull }
    }
    for row in 0..<rows.count {
      let isRead = !link.isExact && link.relation.kind == .belongsTo
      let key =
        isRead
        ? RowKey(zip(link.readings, columns).map { $0.converted(rows.value(row, $1)) }) : RowKey(rows, row, columns)
      if !key.isNull, seen.insert(key).inserted { result.append(key) }
    }
    return result
  }

  // MARK: Statements

  /// The statement for the rows that some keys have, in the order of the keys: those of one key follow each other.
  ///
  /// Its text is made once for as many keys. To need few texts, the last of some keys is said again up to a power of 2.
  private func statement(_ link: Link, _ keys: KeySet) throws -> RenderedSQL {
    guard link.columns.count == 1, link.readings[0].convertsAlike, let (keys, bindings, count) = padded(keys) else {
      return try made(link, keys)
    }
    if let text = link.end.companionTexts[count] { return RenderedSQL(text: text, bindings: bindings) }
    let sql = try made(link, keys)
    if sql.bindings == bindings { link.end.companionTexts[count] = sql.text }
    return sql
  }

  /// The keys as they are said, their values, and the number that the text is kept by (0 for all ranges); nil where it is
  /// not worth keeping.
  private func padded(_ keys: KeySet) -> (KeySet, [Value], Int)? {
    switch keys {
    case .range(let range): return (keys, [.integer(range.lowerBound), .integer(range.upperBound)], 0)
    case .values(var values):
      guard values.count <= 1024, let last = values.last else { return nil }
      while values.count & (values.count - 1) != 0 { values.append(last) }
      return (.values(values), values.map { $0[0] }, values.count)
    }
  }

  private func made(_ link: Link, _ keys: KeySet) throws -> RenderedSQL {
    if let tie = link.tie, link.relation.kind == .manyToMany {
      let dialect = try handle.context.database.dialect()
      return SelectLinked(tie, dialect: dialect).statement(keys: keys).rendered(for: dialect)
    }
    let target = try link.target.entity
    let paths = link.columns.map { pair in
      FieldPath(field: target.fields.first { $0.column == pair.target }?.name ?? pair.target)
    }
    let values = zip(paths, link.readings).map { path, reading -> Expression in
      link.relation.kind == .belongsTo ? .field(path) : reading.expression(.field(path))
    }
    var request = FetchRequest(entity: target.name, predicate: keys.condition(on: values))
    request.sorts = paths.map { Sort($0) } + (link.tie?.sorts(key: []) ?? [])
    if link.relation.kind == .belongsTo, !target.isUnique(link.columns.map(\.target)) {
      request.sorts += target.keySlots.map { Sort(FieldPath(field: target.fields[$0].name)) }
    }
    return try Fetching(RequestHandle(link.target, request)).rowsSQL()
  }
}

extension Fetching {
  /// What relations of some rows lead to while functions are asked, loaded as soon as one of them is followed.
  func relations(of rows: RowBuffer?, during period: AskingPeriod) -> FollowedRelations {
    FollowedRelations(of: rows, during: period) { name, rows, loaded in
      let context = handle.context
      // Some kinds of rows have relations that others lack, and what a SELECT answers may lack columns.
      guard try context.tied().relation(name) != nil, request.source?.missing.isEmpty ?? true else { return }
      let request = RequestHandle(context).with { $0.companions = [name] }
      try Preloading(request, during: period).load(for: rows, of: self, into: loaded)
    }
  }
}
