extension Expression {
  /// The same expression with parts exchanged: `change` gives what takes the place of a part, or nil where it stays and
  /// its own parts are looked at.
  ///
  /// Of related rows the values that tie them to this row are parts, and so are fields of this row that are named there;
  /// what is said of the rows themselves is not.
  package func rewritten(_ change: (Expression) throws -> Expression?) rethrows -> Expression {
    if let changed = try change(self) { return changed }
    switch self {
    case .literal, .field, .closure, .written: return self
    case .comparison(let comparison, let left, let right):
      return .comparison(comparison, try left.rewritten(change), try right.rewritten(change))
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try left.rewritten(change), try right.rewritten(change))
    case .between(let value, let low, let high):
      return .between(try value.rewritten(change), try low.rewritten(change), try high.rewritten(change))
    case .choose(let condition, let yes, let no):
      return .choose(try condition.rewritten(change), try yes.rewritten(change), try no.rewritten(change))
    case .oneOf(let value, let values): return .oneOf(try value.rewritten(change), values)
    case .requested(let values, let rows): return .requested(try values.map { try $0.rewritten(change) }, rows)
    case .isNull(let value): return .isNull(try value.rewritten(change))
    case .not(let value): return .not(try value.rewritten(change))
    case .and(let parts): return .and(try parts.map { try $0.rewritten(change) })
    case .or(let parts): return .or(try parts.map { try $0.rewritten(change) })
    case .call(let function, let parts): return .call(function, try parts.map { try $0.rewritten(change) })
    case .kernel(let kernel, let parts): return .kernel(kernel, try parts.map { try $0.rewritten(change) })
    case .among(let rows): return .among(try rows.rewritten(change))
    case .reckoned(let aggregation, let rows):
      return .reckoned(try aggregation.rewrittenOutward(change), try rows.rewritten(change))
    case .tested(let value, let hook): return .tested(try value.rewritten(change), hook)
    case .partly(let hook, let yes, let ask):
      return .partly(hook, yes: try yes.rewritten(change), ask: try ask.rewritten(change))
    }
  }

  /// Whether it is, or holds, something for which this is true, also in what is said of related rows.
  package func contains(_ isWanted: (Expression) -> Bool) -> Bool {
    if isWanted(self) { return true }
    switch self {
    case .among(let rows): return rows.contains(isWanted)
    case .reckoned(let aggregation, let rows):
      return rows.contains(isWanted) || aggregation.value?.contains(isWanted) ?? false
    default: return parts.contains { $0.contains(isWanted) }
    }
  }
}

extension Expression {
  /// Whether some part of it is wanted that speaks of the same row: what is said of related rows does not.
  package func containsOfRow(_ isWanted: (Expression) -> Bool) -> Bool {
    switch self {
    case .among(let rows), .reckoned(_, let rows):
      return isWanted(self) || rows.outerValues.contains { $0.containsOfRow(isWanted) }
    default: return isWanted(self) || parts.contains { $0.containsOfRow(isWanted) }
    }
  }

  /// How deep what is said of related rows stands in what is said of others.
  package var rowsDepth: Int {
    switch self {
    case .among(let rows), .reckoned(_, let rows): 1 + (rows.condition?.rowsDepth ?? 0)
    default: parts.lazy.map(\.rowsDepth).max() ?? 0
    }
  }

  /// What it is made of.
  private var parts: [Expression] {
    switch self {
    case .literal, .field, .closure, .written, .among, .reckoned: []
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right): [left, right]
    case .between(let first, let second, let third), .choose(let first, let second, let third): [first, second, third]
    case .oneOf(let value, _), .isNull(let value), .not(let value), .tested(let value, _): [value]
    case .and(let parts), .or(let parts), .call(_, let parts), .kernel(_, let parts), .requested(let parts, _): parts
    case .partly(_, let yes, let ask): [yes, ask]
    }
  }
}

extension RelatedRows {
  /// The values of the row asked for that tie the rows to it.
  fileprivate var outerValues: [Expression] { ties.map(\.value) }

  /// The values of the row asked for that tie the rows to it, and the columns of those next to it.
  package var ties: [Pair] { between?.ties ?? pairs }

  /// The same rows, tied to other values of the row asked for.
  package func rewritten(_ change: (Expression) throws -> Expression?) rethrows -> RelatedRows {
    var result = try rewrittenOutward(change)
    if let between {
      result.between = try between.rewritten(change)
    } else {
      for place in pairs.indices { result.pairs[place].value = try pairs[place].value.rewritten(change) }
    }
    return result
  }

  /// The same rows with what is said of them exchanged, down to those between.
  package func saying(_ change: (Expression) throws -> Expression) rethrows -> RelatedRows {
    var result = self
    result.condition = try condition.map(change)
    result.between = try between?.saying(change)
    return result
  }

  fileprivate func contains(_ isWanted: (Expression) -> Bool) -> Bool {
    condition?.contains(isWanted) ?? false || between?.contains(isWanted) ?? false
      || pairs.contains { $0.value.contains(isWanted) }
      || cut?.keys.contains { $0.value.contains(isWanted) } ?? false
  }
}

extension Expression {
  /// All of them, where those that speak of the same related rows speak of one row.
  ///
  ///     games.score > 3 AND games.won    // one game that was won with more than 3
  package static func ofOneRow(_ parts: [Expression]) -> Expression {
    var result: [Expression] = []
    for part in parts.flatMap(\.conjuncts) {
      guard case .among(let rows) = part, rows.mayShare,
        let place = result.firstIndex(where: { rows.shares($0) }), case .among(var known) = result[place]
      else {
        result.append(part)
        continue
      }
      let conditions = [known.condition, rows.condition].compactMap(\.self)
      known.isCertain = known.isCertain || rows.isCertain
      known.condition = conditions.count < 2 ? conditions.first : ofOneRow(conditions)
      result[place] = .among(known)
    }
    return result.count == 1 ? result[0] : .and(result)
  }

  fileprivate var conjuncts: [Expression] {
    guard case .and(let parts) = self, !parts.isEmpty else { return [self] }
    return parts.flatMap(\.conjuncts)
  }
}

extension RelatedRows {
  /// Rows of a request that was cut are what they are.
  fileprivate var mayShare: Bool { !standsAlone && cut == nil && between == nil }

  fileprivate func shares(_ other: Expression) -> Bool {
    guard case .among(let rows) = other else { return false }
    return rows.mayShare && rows.entity.name == entity.name && rows.pairs == pairs
  }
}
