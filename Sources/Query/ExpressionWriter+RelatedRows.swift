import Schema

extension ExpressionWriter {
  /// Writes that there is such a row: `"id" IN (SELECT "player_id" FROM "game" WHERE …)`.
  ///
  /// The inner statement does not depend on the outer row, so that it runs once, and no name of it can be one of the
  /// outer's.
  mutating func write(among rows: RelatedRows) throws(QueryError) -> SQL {
    var outer: [SQL] = []
    for pair in rows.pairs { outer.append(try write(.field(pair.path))) }
    let inner = try Self.select(rows, dialect: dialect, catalog: resolver.catalog)
    return outer.count == 1 ? "\(outer[0]) IN (\(inner))" : "(\(outer.joined(by: ", "))) IN (\(inner))"
  }

  private static func select(
    _ rows: RelatedRows, dialect: any Dialect, catalog: Catalog
  ) throws(QueryError) -> SQL {
    let resolver = FieldResolver(catalog: catalog, entity: rows.entity)
    var plain = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    let sql = try plain.writeSelect(rows)
    if plain.plan.joins.isEmpty { return sql }
    var qualified = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: true)
    return try qualified.writeSelect(rows)
  }

  private mutating func writeSelect(_ rows: RelatedRows) throws(QueryError) -> SQL {
    let entity = rows.entity
    var conditions: [SQL] = []
    if let kind = entity.kindCondition(of: qualifies ? entity.table : nil) { conditions.append(kind) }
    if let condition = rows.condition { conditions.append("(\(try write(condition)))") }
    let columns = rows.pairs.map { pair -> SQL in
      qualifies ? .column(pair.column, of: entity.table) : .name(pair.column)
    }
    // With a NULL among them, `NOT IN` would hold for no row.
    for (pair, column) in zip(rows.pairs, columns) {
      let field = entity.fields.first { $0.column == pair.column }
      if field?.isRequired != true, field?.isPrimaryKey != true { conditions.append("\(column) IS NOT NULL") }
    }
    var sql: SQL = "SELECT \(columns.joined(by: ", ")) FROM \(name: entity.table)"
    for join in plan.joins { sql += join }
    return conditions.isEmpty ? sql : "\(sql) WHERE \(conditions.joined(by: " AND "))"
  }

  /// Writes a column of such a row: `(SELECT min("place") FROM "player_tag" WHERE "player_tag"."tag_id" = "tag"."id")`.
  mutating func write(_ column: String, of rows: RelatedRows) throws(QueryError) -> SQL {
    var conditions: [SQL] = []
    for pair in rows.pairs {
      let field = try resolver.field(at: pair.path)
      let outer = SQL.column(field.column, of: try plan.alias(for: pair.path.relations, path: pair.path))
      conditions.append("\(.column(pair.column, of: rows.entity.table)) = \(outer)")
    }
    if let condition = rows.condition {
      var inner = ExpressionWriter(
        resolver: FieldResolver(catalog: resolver.catalog, entity: rows.entity), dialect: dialect, qualifies: true)
      conditions.append(try inner.write(condition))
    }
    return
      "(SELECT min(\(.column(column, of: rows.entity.table))) FROM \(name: rows.entity.table) WHERE \(conditions.joined(by: " AND ")))"
  }
}
