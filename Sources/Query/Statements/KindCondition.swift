import Schema

extension Entity {
  /// The condition that a row of a shared table is one of the entity's; nil where every row is.
  ///
  ///     "kind" = ?1        "kind" IN (?1, ?2)
  package func kindCondition(of table: String? = nil) -> SQL? {
    guard let sharing, sharing.isPart else { return nil }
    let column = table.map { SQL.column(Sharing.field, of: $0) } ?? .name(Sharing.field)
    let values = sharing.kinds.map { kind -> SQL in "\(.text(kind))" }
    if values.isEmpty { return .truth(false) }
    return values.count == 1 ? "\(column) = \(values[0])" : "\(column) IN (\(values.joined(by: ", ")))"
  }
}
