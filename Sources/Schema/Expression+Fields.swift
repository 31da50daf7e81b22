extension Expression {
  /// The names of the fields that it looks at; nil where it leads to other rows.
  package var fieldsOfRow: Set<String>? {
    switch self {
    case .literal: return []
    case .field(let path): return path.relations.isEmpty ? [path.field] : nil
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      return Self.fields(of: [left, right])
    case .between(let value, let low, let high), .choose(let value, let low, let high):
      return Self.fields(of: [value, low, high])
    case .oneOf(let value, _), .isNull(let value), .not(let value): return value.fieldsOfRow
    case .and(let parts), .or(let parts), .call(_, let parts): return Self.fields(of: parts)
    case .among, .reckoned, .requested, .kernel, .written, .closure, .tested, .partly: return nil
    }
  }

  private static func fields(of parts: [Expression]) -> Set<String>? {
    var result: Set<String> = []
    for part in parts {
      guard let names = part.fieldsOfRow else { return nil }
      result.formUnion(names)
    }
    return result
  }
}
