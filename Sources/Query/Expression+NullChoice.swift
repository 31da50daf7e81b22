import Schema

/// Whether what is chosen among values is NULL, said of each of these: where a column has one class alone, a choice among
/// values of several cannot be written.
///
///     coalesce(j.n, 0) == nil      // j.n IS NULL and false
extension Expression {
  var isChoice: Bool {
    switch self {
    case .choose, .call(.coalesce, _): true
    default: false
    }
  }

  /// The same condition as `.isNull`, of a choice or of one of its values.
  var isNullChoice: Expression {
    switch self {
    case .literal(let value): value == .null ? .and([]) : .or([])
    case .call(.coalesce, let values): .and(values.map(\.isNullChoice))
    case .choose(let condition, let value, let other): .choose(condition, value.isNullChoice, other.isNullChoice)
    default: .isNull(self)
    }
  }
}
