import Schema

/// Sums of infinities of both signs, which are no number and not the sum of nothing: a database has NULL for both.
///
///     sum(kids.r)    // CASE WHEN count("r") = 0 THEN 0 ELSE sum("r") END
extension FieldResolver {
  /// Whether a sum of such values may be no number.
  func mayAddUpToNoNumber(_ aggregation: Aggregation) -> Bool {
    guard aggregation.digits == nil, let value = aggregation.value else { return false }
    return mayBeInfinite(value)
  }

  /// Whether a value may be an infinite number, as far as its columns say.
  package func mayBeInfinite(_ value: Expression) -> Bool {
    switch valueClass(of: value) {
    case .null, .truth, .integer, .wide, .text, .data: false
    case .real, .mixed, .several: true
    case .unknown: !isDecimal(value)
    }
  }
}

extension Field {
  /// Whether a sum of its values, which are of this class, may be no number.
  func mayHoldInfinities(_ valueClass: ValueClass) -> Bool {
    type != .decimal && [.real, .mixed, .several, .unknown].contains(valueClass)
  }
}

extension Dialect {
  /// A sum that is 0 of nothing, and NULL where what is added up is no number.
  func sum(_ made: SQL, of value: SQL) -> SQL {
    "CASE WHEN count(\(value)) = 0 THEN 0 ELSE \(made) END"
  }
}
