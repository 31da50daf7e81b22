import Schema

/// Comparisons of what stands in a document without a declared class, for a database that compares values of one class
/// only: numbers are compared with numbers, texts with texts, and every number is less than every text.
///
///     Player:where "avatar.n > 2"   // a number above 2, or any text
extension ExpressionWriter {
  /// A comparison with such a member on one of its sides; nil for any other.
  mutating func writeLoosely(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression
  ) throws(QueryError) -> SQL? {
    if let first = try looseMember(left), let second = try looseMember(right),
      let one = dialect.order(of: first.path, in: first.document, first.functions),
      let other = dialect.order(of: second.path, in: second.document, second.functions)
    {
      return "\(one) \(.keyword(comparison.rawValue)) \(other)"
    }
    if let member = try looseMember(left) { return try write(comparison, member, beside: right) }
    if let member = try looseMember(right) { return try write(comparison.mirrored, member, beside: left) }
    return nil
  }

  /// Whether such a member is one of several values.
  mutating func writeLoosely(_ value: Expression, oneOf values: [Value]) throws(QueryError) -> SQL? {
    guard let member = try looseMember(value) else { return nil }
    var parts: [SQL] = []
    for value in values {
      guard let part = try write(.equal, member, beside: .literal(value)) else { return nil }
      parts.append(part)
    }
    return "(\(parts.joined(by: " OR ")))"
  }

  /// A value that rows are put in order by.
  mutating func writeSorted(_ expression: Expression) throws(QueryError) -> SQL {
    if let member = try looseMember(expression),
      let order = dialect.order(of: member.path, in: member.document, member.functions)
    {
      return order
    }
    let key = try writeCompared(expression)
    // What goes beyond 64 bits is in the order of the real numbers that it is read as.
    return resolver.valueClass(of: expression) == .wide ? dialect.stored(wide: key) : key
  }

  /// Whether it is such a member, which is shown otherwise than it is put in order.
  mutating func isLoose(_ expression: Expression) throws(QueryError) -> Bool { try looseMember(expression) != nil }

  /// A member of a document, the document, and what its texts go through.
  private struct LooseMember {
    let path: [String]
    let document: SQL
    var functions: [Expression.Function] = []
  }

  private mutating func looseMember(_ expression: Expression) throws(QueryError) -> LooseMember? {
    if dialect.choosesAmongClasses { return nil }
    if case .call(let function, let arguments) = expression, [.caseKey, .digitKey].contains(function) {
      var member = try arguments.first.flatMap { argument throws(QueryError) in try looseMember(argument) }
      member?.functions.append(function)
      return member
    }
    if try choosesLoosely(expression) { return LooseMember(path: [], document: try write(expression.ofClass(.json))) }
    guard case .field(let written) = expression, resolver.computed(at: written) == nil else { return nil }
    let path = try resolver.settled(written)
    let field = try resolver.field(at: path)
    guard !path.inside.isEmpty || field.isPartOfJSON, DocumentMember(field) == .plain(.any) else { return nil }
    return LooseMember(path: path.inside, document: try document(at: path))
  }

  /// Whether it is chosen among such members and what stands in their place, or is computed so.
  private func choosesLoosely(_ expression: Expression) throws(QueryError) -> Bool {
    switch expression {
    case .choose(_, let value, let other): try choosesLoosely(among: [value, other])
    case .call(.coalesce, let values): try choosesLoosely(among: values)
    case .field(let path):
      path.part == nil && !isOutward(path) && resolver.computed(at: path)?.field.isPartOfJSON == true
    default: false
    }
  }

  private func choosesLoosely(among values: [Expression]) throws(QueryError) -> Bool {
    for value in values {
      if try choosesLoosely(value) { return true }
      if case .field(let path) = value, path.part == nil, !isOutward(path), resolver.computed(at: path) == nil,
        try resolver.field(at: path).isPartOfJSON
      {
        return true
      }
    }
    return false
  }

  private mutating func write(
    _ comparison: Expression.Comparison, _ member: LooseMember, beside other: Expression
  ) throws(QueryError) -> SQL? {
    // It goes through the same functions as the member's texts, and numbers through none.
    var other = other
    while case .call(let function, let arguments) = other, member.functions.contains(function),
      let inner = arguments.first
    { other = inner }
    let isText: Bool
    switch resolver.valueClass(of: other) {
    case .integer, .wide, .real, .mixed: isText = false
    case .text: isText = true
    default: return nil
    }
    let value = try isText ? operand(other) : write(mixed: other)
    return dialect.comparison(
      comparison, of: member.path, in: member.document, member.functions, with: value, isText: isText)
  }
}
