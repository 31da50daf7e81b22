import Schema

/// Columns of numbers of four bytes, which read as the shortest decimal that tells them apart: SQL reckons with that
/// number, where the database's own reckoning would go on with digits that nobody has seen.
///
///     r * 10       // ("r")::text::float8 * 10
///     r = 0.1      // "r" = 0.1, which an index serves: the column's type writes just this number
extension ExpressionWriter {
  /// Writes what compares such a column with values: as it is, where all are numbers that it can hold.
  mutating func write(
    _ column: Expression, beside values: [Value], _ write: (inout ExpressionWriter) throws(QueryError) -> SQL
  ) throws(QueryError) -> SQL? {
    guard !showsSingles, isSingle(column), values.allSatisfy(\.isSingle) else { return nil }
    showsSingles = true
    defer { showsSingles = false }
    return try write(&self)
  }

  /// Whether it is a column of such numbers, which are in the order and as equal as what is read of them.
  func isSingle(_ column: Expression) -> Bool {
    guard case .field(let path) = column, !isOutward(path), resolver.computed(at: path) == nil,
      let settled = try? resolver.settled(path), settled.inside.isEmpty
    else { return false }
    return (try? resolver.field(at: settled))?.nature.isSingle == true
  }
}

extension Value {
  /// Whether a number of four bytes reads as just this one.
  fileprivate var isSingle: Bool {
    switch self {
    case .real(let number): Double("\(Float(number))") == number
    case .integer(let number): Double(exactly: number).map { Double("\(Float($0))") == $0 } ?? false
    default: true
    }
  }
}
