import Schema

/// The first rows in the order of a column that may have no value, for a database whose indexes have NULL at the other
/// end of the order, and NaN, which is nothing here, beside it.
///
/// Each of the first rows is among the first of those with a value, which an index finds, or among the first of those
/// without. In one statement both are of the same moment.
///
///     ORDER BY nullif("x", 'NaN') NULLS FIRST, "id" LIMIT 10
///     // … WHERE "id" = ANY (ARRAY(SELECT "id" … WHERE "x" IS NULL OR "x" = 'NaN' ORDER BY "id" LIMIT 10)
///     //   || ARRAY(SELECT "id" … WHERE "x" < 'NaN' ORDER BY "x", "id" LIMIT 10)) OR "id" IS NULL ORDER BY …
extension Select {
  /// The rows that have a value in the first column of the order, or those that have none.
  enum Part {
    case valued, empty
  }

  /// So many rows at most are looked for one by one.
  private static let mostFirst = 10_000

  /// The statements that find the keys of those rows of which some are the first; nil where nothing is won by that.
  func candidates(_ request: FetchRequest, _ plan: FetchPlan, _ output: Output) throws(QueryError) -> [SQL]? {
    guard part == nil, plan.isWhole, !request.isDistinct, request.source == nil, output.isOfRows,
      let limit = request.limit, limit + request.offset <= Self.mostFirst, let path = try emptiable(request)
    else { return nil }
    let entity = resolver.entity
    var first = request
    (first.limit, first.offset) = (limit + request.offset, 0)
    var parts: [SQL] = []
    for part in [Part.empty, .valued] {
      var select = self
      select.part = part
      let condition = plan.condition?.settled(path, isNull: part == .empty)
      parts.append(
        try select.written(first, FetchPlan(condition), .slots([entity.keySlots[0]]), from: .name(entity.table)))
    }
    return parts
  }

  /// The column of the table that comes first in the order, where it may have no value and an index begins with it.
  private func emptiable(_ request: FetchRequest) throws(QueryError) -> FieldPath? {
    let entity = resolver.entity
    guard dialect.isAmong(SQL(), []) != nil, entity.keySlots.count == 1, !entity.isView, entity.shardBy == nil,
      let sort = request.databaseSorts.first, request.memorySorts.isEmpty, let name = sort.ownField,
      sort.path == FieldPath(field: name), request.computed[name] == nil, let field = entity.field(name),
      entity.isFirstOfIndex(field),
      field.mayBeNaN || field.nature.native == nil && [.integer, .real].contains(field.storage)
    else { return nil }
    let path = FieldPath(field: name)
    return try resolver.canBeNull(.field(path)) ? path : nil
  }

  /// What the part says beside the condition.
  func partCondition(_ request: FetchRequest, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL? {
    guard let part, let path = request.databaseSorts.first?.path else { return nil }
    return try writer.write(path, hasValue: part == .valued)
  }

  /// The first key of the order of those that have a value: as an index has it.
  func partKey(_ sort: Sort, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL? {
    guard part == .valued, let path = sort.path else { return nil }
    return "\(try writer.writePlain(.field(path)))\(sort.isDescending ? " DESC" : "")"
  }
}

extension Select.Output {
  fileprivate var isOfRows: Bool {
    switch self {
    case .rows, .slots, .fields: true
    default: false
    }
  }
}

extension Entity {
  /// Whether an index of fields alone, and of all rows, begins with a field.
  package func isFirstOfIndex(_ field: Field) -> Bool {
    field.isIndexed || field.isUnique || indexes.contains { $0.isPlain && $0.fields.first == field.name }
  }
}

extension Expression {
  /// A condition where it is known whether a column has a value.
  fileprivate func settled(_ path: FieldPath, isNull: Bool) -> Expression {
    switch self {
    case .isNull(.field(path)): isNull ? .and([]) : .or([])
    case .not(let part): .not(part.settled(path, isNull: isNull))
    case .and(let parts): .and(parts.map { $0.settled(path, isNull: isNull) })
    case .or(let parts): .or(parts.map { $0.settled(path, isNull: isNull) })
    default: self
    }
  }
}
