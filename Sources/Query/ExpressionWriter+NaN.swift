import Schema

/// Columns of numbers in which another program may have put NaN, where the database has it as the greatest of all
/// numbers: it is nothing here, as NULL is.
///
///     x > 5        // ("x" > 5 AND ("x" <> 'NaN' OR NULL)), of which an index knows the first
///     x + 1        // nullif("x", 'NaN') + 1
extension ExpressionWriter {
  func mayBeNaN(_ column: Expression) -> Bool {
    guard !showsNaN, case .field(let path) = column, !isOutward(path), resolver.computed(at: path) == nil,
      let settled = try? resolver.settled(path), settled.inside.isEmpty, let field = try? resolver.field(at: settled)
    else { return false }
    return field.mayBeNaN && !field.isPartOfJSON
  }

  /// Whether a value is NULL; NaN is as good as that.
  mutating func write(nullOrNaN column: Expression) throws(QueryError) -> SQL {
    let sql = try plain(column)
    return "(\(sql) IS NULL OR \(sql) = 'NaN')"
  }

  /// A comparison of such a column with values, which is neither true nor false of NaN.
  ///
  /// - Parameter holds: whether the database takes it for true of NaN.
  mutating func write(
    withoutNaN column: Expression, holds: Bool, _ write: (inout ExpressionWriter) throws(QueryError) -> SQL
  ) throws(QueryError) -> SQL {
    showsNaN = true
    defer { showsNaN = false }
    let (test, sql) = (try write(&self), try plainOperand(column))
    return holds ? "(\(test) AND (\(sql) <> 'NaN' OR NULL))" : "(\(test) OR (\(sql) = 'NaN' AND NULL))"
  }

  /// Whether a column has a value, said so that an index finds it.
  mutating func write(_ path: FieldPath, hasValue: Bool) throws(QueryError) -> SQL {
    let column = Expression.field(path)
    if mayBeNaN(column) { return hasValue ? "\(try plain(column)) < 'NaN'" : try write(nullOrNaN: column) }
    return "\(try plain(column)) IS\(hasValue ? " NOT" : "") NULL"
  }

  mutating func writePlain(_ column: Expression) throws(QueryError) -> SQL { try plain(column) }

  private mutating func plain(_ column: Expression) throws(QueryError) -> SQL {
    showsNaN = true
    defer { showsNaN = false }
    return try plainOperand(column)
  }
}

extension Expression.Comparison {
  /// Whether it is true of what is greater than all other values.
  var holdsOfGreatest: Bool { self == .greater || self == .atLeast || self == .notEqual }
}
