import Schema

/// Turns requests into statements that change or delete all their rows at once.
///
///     DELETE FROM "player" WHERE "age" > ?1
///     DELETE FROM "player" WHERE "id" IN (SELECT "id" FROM "player" ORDER BY "score" DESC, "id" LIMIT ?1)
package struct ChangeRows {
  private let select: Select
  private var entity: Entity { select.resolver.entity }

  package init(catalog: Catalog, entity: Entity, dialect: any Dialect) {
    select = Select(catalog: catalog, entity: entity, dialect: dialect)
  }

  /// The statement that sets these slots of the request's rows.
  package func update(_ request: FetchRequest, _ values: [(slot: Int, value: Value)]) throws(QueryError) -> SQL {
    let settings =
      values.map { slot, value -> SQL in "\(name: entity.fields[slot].column) = \(value)" }
      + entity.placesLost(setting: values.map(\.slot))
    return "UPDATE \(name: entity.table) SET \(settings.joined(by: ", "))\(try condition(request))"
  }

  /// The statement that sets these slots of the request's rows to what is computed of each; nil where that needs other
  /// tables.
  package func update(
    _ request: FetchRequest, computed values: [(slot: Int, value: Expression)]
  ) throws(QueryError) -> SQL? {
    // What its rows have beside the table's columns is not there to be set.
    if request.source != nil || request.looksAround { return nil }
    var resolver = select.resolver
    resolver.computed = request.computed
    var writer = ExpressionWriter(resolver: resolver, dialect: select.dialect, qualifies: false)
    var settings: [SQL] = []
    for (slot, value) in values {
      settings.append("\(name: entity.fields[slot].column) = \(try writer.write(stored: value))")
    }
    guard writer.plan.joins.isEmpty else { return nil }
    return "UPDATE \(name: entity.table) SET \(settings.joined(by: ", "))\(try condition(request))"
  }

  /// The statement that deletes the request's rows.
  package func delete(_ request: FetchRequest) throws(QueryError) -> SQL {
    "DELETE FROM \(name: entity.table)\(try condition(request))"
  }

  /// A statement that changes rows reads one table: what needs another, or an order, goes by the keys.
  private func condition(_ request: FetchRequest) throws(QueryError) -> SQL {
    let isCut = request.limit != nil || request.offset > 0
    if !isCut, request.source == nil, !request.looksAround {
      let kind = entity.kindCondition()
      guard let predicate = request.predicate else { return kind.map { " WHERE \($0)" } ?? SQL() }
      var resolver = select.resolver
      resolver.computed = request.computed
      var writer = ExpressionWriter(resolver: resolver, dialect: select.dialect, qualifies: false)
      let sql = try writer.write(condition: predicate)
      if writer.plan.joins.isEmpty { return kind.map { " WHERE \($0) AND (\(sql))" } ?? " WHERE \(sql)" }
    }
    let slots = entity.keySlots
    guard !slots.isEmpty else { throw .noKey(entity: entity.name) }
    let keys = try select.statement(request, plan: FetchPlan(request.predicate), output: .slots(slots))
    let columns = slots.map { SQL.name(entity.fields[$0].column) }.joined(by: ", ")
    return slots.count == 1 ? " WHERE \(columns) IN (\(keys))" : " WHERE (\(columns)) IN (\(keys))"
  }
}
