import Schema

extension TableDescription {
  /// Whether an entity says all that matters: a table made of it has the same rules, defaults, indexes and order.
  package var isSaidByEntity: Bool {
    !primaryKey.isEmpty && !saysMore && writtenIndexes.isEmpty && making.triggers.isEmpty
      && indexes.allSatisfy { $0.isConstraint || $0.isPlain && Set($0.columns).count == $0.columns.count }
      && foreignKeys.allSatisfy { $0.onDelete != "SET DEFAULT" } && columns.allSatisfy(\.isSaidByField)
  }
}

extension TableDescription.Column {
  /// Whether a field says all that matters of it.
  fileprivate var isSaidByField: Bool {
    guard !isGenerated, checks.isEmpty, !name.isEmpty else { return false }
    guard defaultSQL != nil else { return true }
    return defaultValue.map(Reflection.field(name, self).takes) ?? false
  }
}
