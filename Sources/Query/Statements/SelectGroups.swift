import Schema

/// Turns requests for groups into SELECT statements.
///
/// The inner statement makes a row per group, whose columns are numbered; the outer one decides which, in what order.
package struct SelectGroups {
  private let catalog: Catalog
  private let entity: Entity
  private let dialect: any Dialect

  package init(catalog: Catalog, entity: Entity, dialect: any Dialect) {
    self.catalog = catalog
    self.entity = entity
    self.dialect = dialect
  }

  /// The statement that answers one row per group: its keys, then its aggregates.
  package func statement(_ request: GroupRequest) throws(QueryError) -> SQL {
    let groups = try request.entity(FieldResolver(catalog: catalog, entity: entity))
    let columns = groups.fields.map { SQL.name($0.column) }.joined(by: ", ")
    let tail = try Select(catalog: Catalog([groups]), entity: groups, dialect: dialect).tail(request.groups)
    return "SELECT \(columns) FROM (\(try body(request))) AS \(name: groups.table)\(tail)"
  }

  /// The statement that counts the groups.
  package func count(_ request: GroupRequest) throws(QueryError) -> SQL {
    "SELECT count(*) FROM (\(try statement(request)))\(.keyword(dialect.derivedTable))"
  }

  /// A row per group.
  private func body(_ request: GroupRequest) throws(QueryError) -> SQL {
    let keys = request.keys.indices.map { SQL.name("key \($0 + 1)") }
    var fields = request.keys.enumerated().map { ($1, name: "key \($0 + 1)") }
    var columns = keys.enumerated().map { place, key -> SQL in "\(key) AS \(name: "\(place + 1)")" }
    for (place, aggregate) in request.aggregates.enumerated() {
      let column = "\(keys.count + place + 1)"
      guard let path = aggregate.path else {
        columns.append("count(*) AS \(name: column)")
        continue
      }
      fields.append((path, name: "value \(column)"))
      let field = try FieldResolver(catalog: catalog, entity: entity).field(at: path)
      let value = SQL.name("value \(column)")
      columns.append("\(call(aggregate.function, value, field)) AS \(name: column)")
    }
    let select = Select(catalog: catalog, entity: entity, dialect: dialect)
    let rows = try select.statement(request.rows, plan: FetchPlan(request.rows.predicate), output: .named(fields))
    return
      "SELECT \(columns.joined(by: ", ")) FROM (\(rows))\(.keyword(dialect.derivedTable)) GROUP BY \(keys.joined(by: ", "))"
  }
}

extension SelectGroups {
  /// What a function makes of a column; that of a decimal is a decimal, however it is stored.
  private func call(_ function: GroupRequest.Function, _ value: SQL, _ field: Field) -> SQL {
    let call = dialect.aggregate(function.rawValue, value)
    guard field.type == .decimal else { return call }
    switch function {
    // Real numbers add up to almost the sum.
    case .sum where field.isStoredAsNumber: return "round(\(call), \(.keyword(String(field.scale))))"
    case .avg where !field.isStoredAsNumber:
      return "(\(call) / 1\(.keyword(String(repeating: "0", count: field.scale))).0)"
    default: return call
    }
  }
}

extension Select {
  /// What follows FROM in a statement that reads one table: ` WHERE … ORDER BY … LIMIT …`.
  func tail(_ request: FetchRequest) throws(QueryError) -> SQL {
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    var result = SQL()
    if let predicate = request.predicate { result += " WHERE \(try writer.write(predicate))" }
    result += try order(request, .rows, &writer)
    if request.limit != nil || request.offset > 0 { result += limit(request) }
    return result
  }
}
