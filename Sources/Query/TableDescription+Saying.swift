import Schema

extension TableDescription {
  /// Whether an entity says all that matters: a table made of it has the same rules, defaults, indexes and order.
  ///
  /// Other programs know their indexes by their names, which no entity says.
  package var isSaidByEntity: Bool {
    !primaryKey.isEmpty && !saysMore && hasDistinctColumns && writtenIndexes.isEmpty && making.triggers.isEmpty
      && indexes.allSatisfy { $0.isConstraint || $0.isOurs && $0.isPlain && Set($0.columns).count == $0.columns.count }
      && Set(indexes.map { "\($0.isUnique) \($0.columns)" }).count == indexes.count
      && foreignKeys.allSatisfy(isSaidByRelation) && columns.allSatisfy(\.isSaidByField)
  }

  /// Whether no two columns have names that differ in nothing but case, which fields do not tell apart.
  package var hasDistinctColumns: Bool { Set(columns.map { FoldedName($0.name) }).count == columns.count }

  /// Whether a relation says all that matters of a key: it declares no default, and of several columns only some keys.
  private func isSaidByRelation(_ key: ForeignKey) -> Bool {
    key.onDelete != "SET DEFAULT" && (isOwn || key.columns.count == 1)
      && key.columns.allSatisfy { column($0)?.defaultSQL == nil }
  }

  /// Whether each key refers to the primary key of its table, and compares as that does, as relations make it.
  package func refersToKeys(among tables: [FoldedName: TableDescription]) -> Bool {
    foreignKeys.allSatisfy { key in
      guard let target = tables[FoldedName(key.table)] else { return false }
      let names = target.primaryKey.map(FoldedName.init)
      guard key.referencedColumns.isEmpty || key.referencedColumns.map(FoldedName.init) == names else { return false }
      return zip(key.columns, target.primaryKey).allSatisfy { own, other in
        column(own)?.nature.collation == target.column(other)?.nature.collation
      }
    }
  }
}

extension TableDescription.Column {
  /// The CHECKs of a column that Moonshell made, without that of its type: truths are 0 and 1.
  package var rulesBeyondType: [String] {
    zip(checks, checkTexts).filter { check, _ in !isOfTruths(check) }.map(\.1)
  }

  private func isOfTruths(_ check: TableDescription.Check) -> Bool {
    check.map { $0.lowercased() } == [name.lowercased(), "in", "(", "0", ",", "1", ")"]
  }

  /// Whether a CHECK says more of it than that its values are truths, where it is noted that they are.
  package var isCheckedBeyondType: Bool {
    !checks.allSatisfy { remark == ColumnType.boolean.name && isOfTruths($0) }
  }

  /// Whether a field says all that matters of it.
  fileprivate var isSaidByField: Bool {
    guard !isGenerated, checks.isEmpty, !name.isEmpty else { return false }
    guard defaultSQL != nil else { return true }
    return defaultValue.map(Reflection.field(name, self).takes) ?? false
  }
}

extension Collection where Element == TableDescription {
  /// Where the table of a name is: the one that is spelled so, since a server has others that differ in nothing but case.
  package func place(ofTable name: String) -> Index? {
    firstIndex { SpelledName($0.name) == SpelledName(name) } ?? firstIndex { FoldedName($0.name) == FoldedName(name) }
  }

  /// Whether their names differ from that of a table in more than case, but for its own.
  package func areDistinct(from table: TableDescription) -> Bool {
    !contains { SpelledName($0.name) != SpelledName(table.name) && FoldedName($0.name) == FoldedName(table.name) }
  }

  package func table(named name: String) -> TableDescription? { place(ofTable: name).map { self[$0] } }
}
