import Schema

extension Expression {
  static let always = Expression.and([])
  static let never = Expression.or([])

  /// All of them, without nesting.
  static func conjunction(_ parts: [Expression]) -> Expression {
    let flat = parts.flatMap { part -> [Expression] in
      if case .and(let parts) = part { parts } else { [part] }
    }
    if flat.contains(never) { return never }
    return flat.count == 1 ? flat[0] : .and(flat)
  }

  /// Any of them, without nesting.
  static func disjunction(_ parts: [Expression]) -> Expression {
    let flat = parts.flatMap { part -> [Expression] in
      if case .or(let parts) = part { parts } else { [part] }
    }
    if flat.contains(always) { return always }
    return flat.count == 1 ? flat[0] : .or(flat)
  }

  /// The opposite of a condition that is true or false.
  package var negated: Expression {
    switch self {
    case .comparison(let comparison, let left, let right): .comparison(comparison.negated, left, right)
    case .not(let operand): operand
    case .and(let parts): .disjunction(parts.map(\.negated))
    case .or(let parts): .conjunction(parts.map(\.negated))
    case .choose(let condition, let yes, let no): .choose(condition, yes.negated, no.negated)
    default: .not(self)
    }
  }

  /// How many single conditions it is made of.
  var atomCount: Int {
    switch self {
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.atomCount }
    case .not(let operand): operand.atomCount
    case .choose(let condition, let yes, let no): condition.atomCount + yes.atomCount + no.atomCount
    default: 1
    }
  }

  // MARK: Guards

  /// `x IS NOT NULL AND x < 5` as `x < 5`, which is not true of NULL either.
  ///
  /// For conditions of which only the truth counts.
  package var absorbingGuards: Expression { absorbingGuards { _ in } }

  /// The same, where each look at a part is counted.
  func absorbingGuards(_ spend: (Int) throws -> Void) rethrows -> Expression {
    switch self {
    case .and(let parts):
      let inner = try parts.map { try $0.absorbingGuards(spend) }
      var kept = inner
      var nodes: Int?
      for part in inner {
        guard case .not(.isNull(let value)) = part, let place = kept.firstIndex(of: part) else { continue }
        let all = nodes ?? kept.reduce(0) { $0 + $1.nodeCount }
        nodes = all
        try spend(all / 4)
        var rest = kept
        rest.remove(at: place)
        if rest.contains(where: { $0.isNotTrue(whenNull: value) }) { kept = rest }
      }
      return .conjunction(kept)
    case .or(let parts): return .disjunction(try parts.map { try $0.absorbingGuards(spend) })
    case .choose(let condition, let yes, let no):
      return .choose(
        try condition.absorbingGuards(spend), try yes.absorbingGuards(spend), try no.absorbingGuards(spend))
    default: return self
    }
  }

  /// Whether it is surely not true where `value` is NULL.
  func isNotTrue(whenNull value: Expression) -> Bool {
    switch self {
    case .comparison(_, let left, let right): left.isNull(whenNull: value) || right.isNull(whenNull: value)
    case .oneOf(let operand, _), .not(.oneOf(let operand, _)), .not(.isNull(let operand)):
      operand.isNull(whenNull: value)
    case .kernel(_, let operands): operands.contains { $0.isNull(whenNull: value) }
    case .and(let parts): parts.contains { $0.isNotTrue(whenNull: value) }
    case .or(let parts): !parts.isEmpty && parts.allSatisfy { $0.isNotTrue(whenNull: value) }
    default: false
    }
  }

  /// Whether it is surely NULL where `value` is: every kernel and operator is strict.
  func isNull(whenNull value: Expression) -> Bool {
    if self == value { return true }
    switch self {
    case .arithmetic(_, let left, let right): return left.isNull(whenNull: value) || right.isNull(whenNull: value)
    case .kernel(let kernel, let operands):
      return !kernel.isQuestion && operands.contains { $0.isNull(whenNull: value) }
    case .call(.position, let operands): return operands.contains { $0.isNull(whenNull: value) }
    default: return false
    }
  }

  // MARK: Reading

  /// The same with `20 <= age` as `age >= 20`.
  var withReadableComparisons: Expression {
    switch self {
    case .comparison(let comparison, .literal(let value), let right):
      if case .literal = right { return self }
      return .comparison(comparison.mirrored, right, .literal(value))
    case .and(let parts): return .and(parts.map(\.withReadableComparisons))
    case .or(let parts): return .or(parts.map(\.withReadableComparisons))
    case .not(let operand): return .not(operand.withReadableComparisons)
    case .choose(let condition, let yes, let no):
      return .choose(condition.withReadableComparisons, yes.withReadableComparisons, no.withReadableComparisons)
    default: return self
    }
  }
}

extension Kernel {
  /// Whether it says something of its operand's class, which is never NULL.
  fileprivate var isQuestion: Bool {
    switch self {
    case .isInteger, .isReal, .isText, .isData: true
    default: false
    }
  }
}

extension Expression.Comparison {
  fileprivate var negated: Expression.Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .atLeast
    case .atMost: .greater
    case .greater: .atMost
    case .atLeast: .less
    }
  }
}
