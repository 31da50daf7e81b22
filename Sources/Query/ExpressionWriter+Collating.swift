import Schema

/// How texts compare where neither side would say so by itself.
///
/// A column says it, the left one before the right; what is made of columns does not, and compares by its bytes. A
/// database may see it otherwise: it may take what a part says for what the whole does, or have another order of bytes.
extension ExpressionWriter {
  /// What follows a value that is compared with others, or put in order; nothing where all is well without.
  func collation(
    of value: Expression, beside others: [Expression], isOrder: Bool
  ) throws(QueryError) -> SQL {
    var (found, isSaidInside): (Collation?, Bool) = (nil, false)
    for side in [value] + others {
      if found == nil { found = try collation(of: side) }
      if !isSaidInside { isSaidInside = try saysCollation(inside: side) }
    }
    if isSaidInside { return dialect.clause(ofWhole: found ?? .binary) }
    guard isOrder, found ?? .binary == .binary, others.isEmpty || !others.allSatisfy(\.isNumber) else { return SQL() }
    return try areOrderedByLanguage([value] + others) ? dialect.orderWithoutLanguage : dialect.orderOfBytes
  }

  /// Whether they are texts of which a part is a column that a language orders.
  private func areOrderedByLanguage(_ values: [Expression]) throws(QueryError) -> Bool {
    if dialect.orderWithoutLanguage.isEmpty { return false }
    for value in values where resolver.valueClass(of: value) == .text {
      if value.containsOfRow({ isOrderedByLanguage($0) }) { return true }
    }
    return false
  }

  private func isOrderedByLanguage(_ part: Expression) -> Bool {
    guard case .field(let path) = part else { return false }
    if let computed = resolver.computed(at: path) {
      return computed.expression.containsOfRow { isOrderedByLanguage($0) }
    }
    return (try? resolver.field(at: resolver.settled(path)))?.nature.ordersByLanguage == true
  }

  /// Nil of what is no column: a part of a document says nothing by itself.
  private func collation(of expression: Expression) throws(QueryError) -> Collation? {
    switch expression {
    case .field(let path):
      if let computed = resolver.computed(at: path) { return try collation(of: computed.expression) }
      let path = try resolver.settled(path)
      let collation = try resolver.field(at: path).nature.collation
      return path.inside.isEmpty || collation != .binary ? collation : nil
    case .kernel(let kernel, _): return kernel.collation
    default: return nil
    }
  }

  /// What an order makes keys of begins with what is equal to its column: letters without case, texts without blanks.
  func folded(_ arguments: [Expression], for function: Expression.Function) throws(QueryError) -> [Expression] {
    guard [.caseKey, .digitKey].contains(function), arguments.count == 1, case .field(let path) = arguments[0],
      let collation = try collation(of: arguments[0]), collation.joinsTexts
    else { return arguments }
    let field = try resolver.field(at: path)
    return [arguments[0].folded(by: collation, isText: field.storage == .text && !field.isLoose)]
  }

  /// Whether a part of a value is written with a collation, which is not that of all of it.
  private func saysCollation(inside expression: Expression) throws(QueryError) -> Bool {
    switch expression {
    case .literal: return false
    case .field(let path):
      guard let computed = resolver.computed(at: path) else { return false }
      return try saysCollation(inside: computed.expression)
    case .kernel(let kernel, _) where kernel.collation != nil: return false
    default: return expression.containsOfRow { saysCollation($0) }
    }
  }

  /// Whether a part is written with one itself, or compared with one.
  private func saysCollation(_ part: Expression) -> Bool {
    switch part {
    case .kernel(let kernel, _): return kernel.collation != nil
    case .field(let path):
      if let computed = resolver.computed(at: path) { return computed.expression.containsOfRow { saysCollation($0) } }
      return (try? resolver.field(at: resolver.settled(path)))?.nature.collation == .unknown
    case .comparison, .between: return !dialect.orderOfBytes.isEmpty
    default: return false
    }
  }
}

extension Expression.Comparison {
  /// Whether it asks which comes first.
  var isOrder: Bool { self != .equal && self != .notEqual }
}

extension Expression {
  /// The same where texts that a collation takes for equal are one.
  func folded(by collation: Collation, isText: Bool) -> Expression {
    switch collation {
    case .binary, .unknown, .decimal, .numeric, .json, .moment: return self
    case .rtrim: return .kernel(.trimEnd, [self])
    case .nocase:
      let small = Expression.call(.lowercase, [self])
      return isText ? small : .choose(.kernel(.isText, [self]), small, self)
    }
  }

  /// Whether it is a number that is written down: what compares with it is no text.
  fileprivate var isNumber: Bool {
    switch self {
    case .literal(.integer), .literal(.real): true
    default: false
    }
  }
}
