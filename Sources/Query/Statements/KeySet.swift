import Schema

/// The keys by which a statement asks for the rows of many objects at once.
package enum KeySet: Equatable {
  /// All whole numbers from the first to the last: two values say it, and the database walks its index once.
  case range(ClosedRange<Int64>)
  /// Each key has as many values as there are columns.
  case values([[Value]])

  /// The condition on the columns.
  func condition(_ columns: [SQL]) -> SQL {
    switch self {
    case .range(let range):
      "\(columns[0]) >= \(.integer(range.lowerBound)) AND \(columns[0]) <= \(.integer(range.upperBound))"
    case .values(let keys) where columns.count == 1:
      "\(columns[0]) IN (\(keys.map { key -> SQL in "\(key[0])" }.joined(by: ", ")))"
    case .values(let keys):
      keys.map { key -> SQL in
        "(\(zip(columns, key).map { column, value -> SQL in "\(column) = \(value)" }.joined(by: " AND ")))"
      }.joined(by: " OR ")
    }
  }

  /// The same as an expression.
  package func condition(on columns: [Expression]) -> Expression {
    switch self {
    case .range(let range):
      .and([
        .comparison(.atLeast, columns[0], .literal(.integer(range.lowerBound))),
        .comparison(.atMost, columns[0], .literal(.integer(range.upperBound))),
      ])
    case .values(let keys) where columns.count == 1: .oneOf(columns[0], keys.map { $0[0] })
    case .values(let keys):
      .or(keys.map { key in .and(zip(columns, key).map { .comparison(.equal, $0, .literal($1)) }) })
    }
  }
}
