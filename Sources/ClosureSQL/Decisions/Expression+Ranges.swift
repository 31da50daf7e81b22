import Schema

/// A planner that has an index for each part of an OR uses them all, and then reads most of the table by way of them
/// where the parts are wide: that takes several times as long as to read the table once.
///
/// Of a range nothing is known. So where it stands in an OR, no index is used for it, unless its branch also has an
/// equality, a list or a beginning of a text, by which an index finds few rows: `n IS NULL OR +n > 5`. (To call it likely
/// would do the same, and costs an eighth of the time of a scan.)
extension Expression {
  var withLikelyRanges: Expression {
    switch self {
    case .and(let parts): .and(parts.map(\.withLikelyRanges))
    case .or(let parts): .or(parts.map { $0.isNarrow ? $0 : $0.markingRanges })
    default: self
    }
  }

  private var isNarrow: Bool {
    switch self {
    case .comparison(.equal, .field, .literal), .oneOf(.field, _), .isNull(.field): true
    case .and(let parts): parts.contains(where: \.isNarrow) || parts.haveTextRange
    case .or(let parts): parts.allSatisfy(\.isNarrow)
    default: false
    }
  }

  private var markingRanges: Expression {
    switch self {
    case .comparison(let comparison, .field(let path), let bound) where comparison != .equal && comparison != .notEqual:
      .comparison(comparison, .kernel(.plain, [.field(path)]), bound)
    case .and(let parts): .and(parts.map(\.markingRanges))
    case .or(let parts): .or(parts.map(\.markingRanges))
    default: self
    }
  }
}

extension [Expression] {
  /// Whether some text is within two bounds.
  fileprivate var haveTextRange: Bool {
    contains { lower in
      guard case .comparison(.atLeast, .field(let path), .literal(.text)) = lower else { return false }
      return contains {
        guard case .comparison(.less, .field(path), .literal(.text)) = $0 else { return false }
        return true
      }
    }
  }
}
