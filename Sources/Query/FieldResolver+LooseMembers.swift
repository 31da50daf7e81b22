import Schema

/// What stands in a document without a declared class, for a database that compares values of one class only.
extension FieldResolver {
  /// The same path as `min` or `max` of it is asked for: where a database compares values of one class only, a part of
  /// JSON as the text from which it is put in order.
  package func path(_ path: FieldPath, extremeIn dialect: any Dialect) throws(QueryError) -> FieldPath {
    guard !dialect.choosesAmongClasses, path.part == nil || path.part == .ordered else { return path }
    return try self.path(path, askedOf: .json)
  }

  /// What an order goes by at a path, of what `Select.Output.keys` gave for it.
  package func key(_ value: Value, of path: FieldPath, in dialect: any Dialect) throws(QueryError) -> Value {
    guard !dialect.choosesAmongClasses, path.part == nil, try field(at: path).isPartOfJSON
    else { return value }
    return value.member(at: [])
  }
}
