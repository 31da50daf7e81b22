import Schema

/// Keys of orders, and where NULL stands in them.
extension ExpressionWriter {
  /// A key as it stands behind ORDER BY.
  ///
  ///     directed(#""age""#, isDescending: true, nulls: .last)   // "age" DESC NULLS LAST
  ///
  /// - Parameters:
  ///   - nulls: where they were said to come; nil where a database without orders of its own has them: first ascending.
  ///   - mayBeNull: false spares saying where they come.
  func directed(_ key: SQL, isDescending: Bool, nulls: Sort.Nulls?, mayBeNull: Bool = true) -> SQL {
    var result = key
    if isDescending { result += " DESC" }
    switch nulls {
    case .first: result += " NULLS FIRST"
    case .last: result += " NULLS LAST"
    case nil: if mayBeNull { result += .keyword(dialect.nulls(isDescending: isDescending)) }
    }
    return result
  }
}

extension FieldResolver {
  /// Whether a value may be NULL, as far as the schema tells.
  func canBeNull(_ value: Expression) throws(QueryError) -> Bool {
    guard case .field(let path) = value, path.relations.isEmpty, path.inside.isEmpty, computed(at: path) == nil else {
      return true
    }
    let field = try field(at: path)
    return field.mayBeNaN || !field.isRequired && !field.isPrimaryKey
  }

  /// Whether a value is a decimal of any size to the database, or what is reckoned with one: no text, whatever an order
  /// makes of texts.
  func isDecimal(_ value: Expression) -> Bool {
    switch value {
    case .field(let path):
      if let computed = computed(at: path) { return isDecimal(computed.expression) }
      return (try? field(at: path))?.isNumeric ?? false
    case .arithmetic(let word, let left, let right):
      return word != .concatenate && (isDecimal(left) || isDecimal(right))
    case .choose(_, let value, let other): return isDecimal(value) && isDecimal(other)
    case .call(.round, let arguments), .call(.settle, let arguments): return arguments.first.map(isDecimal) ?? false
    case .call(.coalesce, let arguments): return arguments.allSatisfy(isDecimal)
    default: return false
    }
  }
}
