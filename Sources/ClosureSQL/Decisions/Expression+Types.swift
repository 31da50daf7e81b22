import Schema

/// What a part of a document is, is one thing alone: `type = 'table' AND type <> 'text'` says something twice.
///
/// For conditions of which only the truth counts.
extension Expression {
  var withoutRepeatedTypes: Expression { assuming([:]) }

  private func assuming(_ known: [Expression: Value]) -> Expression {
    switch self {
    case .and(let parts):
      var types = known
      for part in parts { if let (asked, type) = part.typeAsked { types[asked] = types[asked] ?? type } }
      var kept: [Expression] = []
      for part in parts {
        // What is said here stays said; what was said around this does not.
        if let (asked, type) = part.typeAsked, known[asked] == nil, types[asked] == type {
          if !kept.contains(part) { kept.append(part) }
        } else {
          kept.append(part.assuming(types))
        }
      }
      return Expression.conjunction(kept).joiningExclusions
    case .or(let parts): return .disjunction(parts.map { $0.assuming(known) })
    case .comparison(let comparison, let asked, .literal(let type)):
      guard let found = known[asked] else { return self }
      switch comparison {
      case .equal: return found == type ? .always : .never
      case .notEqual: return found == type ? .never : .always
      default: return self
      }
    default: return self
    }
  }

  /// What is asked for its type, and the type that it has where this holds.
  private var typeAsked: (asked: Expression, type: Value)? {
    guard case .comparison(.equal, let asked, .literal(let type)) = self, case .kernel(.partType, _) = asked else {
      return nil
    }
    return (asked, type)
  }

  /// `type <> 'a' AND type <> 'b'` as `NOT type IN ('a', 'b')`.
  private var joiningExclusions: Expression {
    guard case .and(let parts) = self else { return self }
    var excluded: [Expression: [Value]] = [:]
    for case .comparison(.notEqual, let asked, .literal(let type)) in parts {
      if case .kernel(.partType, _) = asked { excluded[asked, default: []].append(type) }
    }
    var kept: [Expression] = []
    for part in parts {
      guard case .comparison(.notEqual, let asked, .literal) = part, let types = excluded[asked], types.count > 1 else {
        kept.append(part)
        continue
      }
      let all = Expression.not(.oneOf(asked, types))
      if !kept.contains(all) { kept.append(all) }
    }
    return .conjunction(kept)
  }
}
