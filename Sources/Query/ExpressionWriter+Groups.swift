import Schema

/// What is made of the rows that refer to a row, made for all rows at once where no index leads to those of one.
///
/// A statement that depends on the row around runs for each of them, and would read a whole table each time: tables of
/// other programs seldom have an index of what refers to others. What is grouped by that is made once, and SQLite gives
/// it an index of its own.
///
///     // count(calls), of each person:
///     coalesce((SELECT "related value" FROM (SELECT "calls"."person_id" AS "related key", count(*) AS "related value"
///       FROM "calls" GROUP BY "calls"."person_id") WHERE "person"."id" = "related key"), 0)
extension ExpressionWriter {
  /// Whether rows are to be grouped for an aggregate: where equal keys are one key to both columns, whatever they hold.
  func makesGroups(_ aggregation: Aggregation, of rows: RelatedRows) throws(QueryError) -> Bool {
    guard dialect.choosesAmongClasses, rows.entity.isReflected, !rows.entity.isView, rows.between == nil,
      rows.cut == nil,
      !rows.isCorrelated, aggregation.value?.looksOutward != true, rows.pairs.count == 1, rows.pairs[0].reading.isExact,
      case .field(let path) = rows.pairs[0].value, resolver.computed(at: path) == nil, path.inside.isEmpty,
      let reference = rows.entity.fields.first(where: { $0.column == rows.pairs[0].column }),
      !reference.isPrimaryKey, !rows.entity.isFirstOfIndex(reference)
    else { return false }
    let key = try resolver.field(at: try resolver.settled(path))
    guard !key.collation.joinsTexts, !reference.collation.joinsTexts else { return false }
    return key.storage == reference.storage && [.integer, .text].contains(key.storage)
  }

  /// Writes an aggregate of the rows that this writes, by the one value of the row around.
  mutating func write(
    grouped made: SQL, of value: SQL, _ aggregation: Aggregation, _ rows: RelatedRows, to outer: SQL
  ) throws(QueryError) -> SQL {
    let (key, names) = (SQL.column(rows.pairs[0].column, of: plan.base), (key: "related key", value: "related value"))
    var conditions: [SQL] = []
    if let kind = rows.entity.kindCondition(of: plan.base) { conditions.append(kind) }
    if let condition = rows.condition { conditions.append("(\(try write(condition: condition)))") }
    let isSum = aggregation.function == .sum && !aggregation.isNullOfNothing
    let whole = isSum && resolver.mayAddUpToNoNumber(aggregation) ? dialect.sum(made, of: value) : made
    let columns: SQL = "\(key) AS \(name: names.key), \(whole) AS \(name: names.value)"
    let groups: SQL = "SELECT \(columns) \(body(conditions)) GROUP BY \(key)"
    let found: SQL = "(SELECT \(name: names.value) FROM (\(groups)) WHERE \(outer) = \(name: names.key))"
    // Of no rows there is no group.
    return isSum || aggregation.function == .count ? "coalesce(\(found), 0)" : found
  }
}
