import Query
import Schema

/// What is made of numbers of related rows, or the first or last of strings.
extension Operations {
  /// - Parameters:
  ///   - kind: what the values are: numbers, texts or bytes.
  ///   - areWhole: whether they are integers, as far as their function says.
  func reckoned(
    _ function: Aggregation.Function, _ related: Related, of value: Expression, _ rows: MemberReader,
    as kind: KeyReading.Kind, areWhole: Bool = false
  ) -> Outcome {
    let made = related.reckoned(function, of: value)
    let isSum = function == .sum
    let term = Term(
      kind: kind == .text ? .text : kind == .bytes ? .bytes : function == .avg ? .real : .number, expression: made,
      isNullable: !isSum, mayRaise: isSum)
    guard isSum || function == .avg, !areWhole, rows.mayBeInfinite(value, in: related) else {
      return .value(.term(term))
    }
    // Infinities of both signs make no number, which is NULL to a database, as the mean of nothing is.
    let noNumber = Outcome.value(.constant(.number(bits: Double.nan.bitPattern)))
    if isSum { return .fork(term.isNull, noNumber, .value(.term(term))) }
    let count = related.reckoned(.count, of: value)
    return .fork(
      term.isNull, .fork(.comparison(.equal, count, .literal(.integer(0))), .nil, noNumber), .value(.term(term.present))
    )
  }
}

extension MemberReader {
  /// Whether a value of related rows may be infinite.
  fileprivate func mayBeInfinite(_ value: Expression, in related: Related) -> Bool {
    guard let target = catalog[related.target] else { return true }
    if case .field(let path) = value, path.relations.isEmpty, target.isReflected, let field = target.field(path.field),
      let classes = host?.classes(of: field, in: target)
    {
      return classes.contains(.real)
    }
    return FieldResolver(catalog: catalog, entity: target).mayBeInfinite(value)
  }
}
