import Schema

extension Select {
  /// The statement that answers an expression without fields of the entity: `SELECT (SELECT count(*) FROM …)`.
  package func value(of expression: Expression) throws(QueryError) -> SQL {
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    return "SELECT \(try writer.write(expression))"
  }

  /// An expression with its values written into it, for people to read: `"age" >= 20`.
  package func text(of expression: Expression) throws(QueryError) -> String {
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    let plain = try writer.write(expression)
    guard !writer.plan.joins.isEmpty else { return plain.literal(for: dialect) }
    writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: true)
    return try writer.write(expression).literal(for: dialect)
  }
}
