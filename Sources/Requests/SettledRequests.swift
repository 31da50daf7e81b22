import LuaRuntime
import Model
import Query
import Schema
import Store

/// Requests in the conditions of another: what their rows are is known when that one runs.
extension RequestHandle {
  /// The condition that values are those of one of the rows, where the database can find them along with the rest; nil
  /// where a function must be asked first.
  func known(_ values: [Expression], _ columns: [String]) throws -> Expression? {
    try checkMeaning()
    guard !request.asksScript, requests.isEmpty, request.source == nil else { return nil }
    let rows = try rows(values, columns)
    let asksScript =
      rows.condition?.containsClosure ?? false || rows.cut?.keys.contains { $0.value.containsClosure } ?? false
    return asksScript ? nil : .among(rows)
  }

  /// What is said of its rows, where these are rows of the very table that a relation leads to; nil where they must be
  /// looked for by their keys.
  func condition(asRowsOf tie: Association, in database: ScriptDatabase?) throws -> Expression? {
    try checkMeaning()
    guard tie.relation.kind != .manyToMany, context.name == tie.target.name, context.database === database,
      request.selection == nil, !request.isCut, !request.asksScript, requests.isEmpty, request.source == nil
    else { return nil }
    let condition = request.predicate.map(request.spellingOut) ?? .and([])
    return condition.containsClosure ? nil : condition
  }

  private func rows(_ values: [Expression], _ columns: [String]) throws -> RelatedRows {
    let entity = try context.entity
    let pairs = zip(values, columns).map { RelatedRows.Pair($0, column: $1) }
    var rows = RelatedRows(entity: entity, pairs: pairs, condition: request.predicate.map(request.spellingOut))
    guard request.isCut else { return rows }
    var keys = request.sorts.compactMap { sort in
      sort.expression.map {
        RowCut.Key(
          request.spellingOut($0), isDescending: sort.isDescending, areNullsFirst: sort.nulls.map { $0 == .first })
      }
    }
    keys += entity.keySlots.map {
      RowCut.Key(.field(FieldPath(field: entity.fields[$0].name)), isDescending: false, areNullsFirst: nil)
    }
    rows.cut = RowCut(keys: keys, limit: request.limit, offset: request.offset)
    return rows
  }

  /// The same request in which it is said which rows other requests have, as things stand now.
  func settled() throws -> RequestHandle {
    if requests.isEmpty { return self }
    var result = request
    result.predicate = try request.predicate.map { try settled($0) }
    for name in request.computed.keys { try result.computed[name]?.settle { try settled($0) } }
    return RequestHandle(
      context, result, functions: functions, relation: relation?.narrowed, meaning: meaning)
  }

  private func settled(_ expression: Expression) throws -> Expression {
    try Condition(expression: expression, requests: requests).settled(in: context.database, request.closures)
  }
}

extension Condition {
  /// The condition in which it is said which rows its requests have, as things stand now.
  func settled(in database: ScriptDatabase, _ closures: FetchRequest.Closures = .pushed) throws -> Expression {
    if requests.isEmpty { return expression }
    return try expression.settling { values, asked in
      guard let inner = requests[asked.number] else { return .or([]) }
      let handle = closures == .pushed ? inner : inner.with { $0.closures = closures }
      let ready = try handle.pushed(isWholeWanted: true)
      if ready.context.database === database, let known = try ready.known(values, asked.columns) { return known }
      return try handle.values(asked.columns).among(values)
    }
  }
}

extension RequestHandle {
  /// The values of these columns of all its rows.
  fileprivate func values(_ columns: [String]) throws -> RowBuffer {
    let entity = try context.entity
    let paths = columns.map { Association.path($0, in: entity) }
    return try Fetching(with { $0.selection = nil }).values(paths).rows
  }
}

extension RowBuffer {
  /// That values are those of one of these rows; what is NULL is left out.
  fileprivate func among(_ values: [Expression]) -> Expression {
    var rows: [[Value]] = []
    for row in 0..<count {
      let cells = values.indices.map { value(row, $0) }
      if !cells.contains(.null) { rows.append(cells) }
    }
    if values.count == 1 { return .oneOf(values[0], rows.map { $0[0] }) }
    // Of what is NULL in part nothing is known, whichever rows there are.
    let unknown = values.map { Expression.oneOf($0, []) }
    return .or(rows.map { row in .and(zip(values, row).map { .comparison(.equal, $0, .literal($1)) }) } + unknown)
  }
}

extension Expression {
  /// The same expression with requests exchanged, also in what is said of related rows.
  ///
  /// It says `throws`: of `rethrows` Swift 6.3 makes code here that runs on behind an error into whatever follows it.
  fileprivate func settling(_ change: ([Expression], RequestedRows) throws -> Expression) throws -> Expression {
    try rewritten { part in
      switch part {
      case .requested(let values, let rows): return try change(values, rows)
      case .among(let rows): return .among(try rows.saying { try $0.settling(change) })
      case .reckoned(var aggregation, let rows):
        aggregation.value = try aggregation.value?.settling(change)
        return .reckoned(aggregation, try rows.saying { try $0.settling(change) })
      default: return nil
      }
    }
  }
}
