import Schema

/// Declared fields over the columns that are there: as the type of a column says the same, it stays, and so do the words in
/// which the database has its rules and defaults.
extension Field {
  /// The field as the column that is there has it; itself where that is to be another one.
  package func standing(over present: TableDescription.Column, _ dialect: any Dialect) -> Field {
    var field = settled(over: present, dialect)
    if !isGenerated, let type = dialect.decimalType(present.declaredType, holding: field) {
      field.nature.presentType = type
    }
    return field
  }

  private func settled(over present: TableDescription.Column, _ dialect: any Dialect) -> Field {
    if isPrimaryKey, storage == .integer, !dialect.canNumber(present.declaredType) { return self }
    var own = TableDescription.Column(name: name, declaredType: dialect.typeName(storage))
    own.remark = remark
    if isWidthSaid, bits == 64, type == .integer, dialect.canNumber(present.declaredType) { return self }
    if own.kind == present.kindAsRead(dialect) { return taking(present) }
    if type.reading == .decimal {
      guard present.storage == .any, !isStoredAsNumber else { return self }
      return overNumbers(asTexts: nil).taking(present)
    }
    if precision >= 0, case .moment(let digits, _)? = present.nature.native, readsMoments, digits != precision {
      var field = taking(present)
      let type = dialect.momentType(present.declaredType, digits: precision)
      (field.nature.presentType, field.nature.typeName) = (type, type)
      return field
    }
    let isPlain = present.nature.native == nil && !present.holdsTruths && present.storage != .any
    return isPlain && present.storage == storage ? taking(present) : self
  }

  private var readsMoments: Bool {
    if case .moment? = remark.map({ ColumnRemark($0) }) { true } else { false }
  }

  private func taking(_ present: TableDescription.Column) -> Field {
    var field = self
    field.nature = present.nature
    if nature.collation.joinsTexts { field.nature.collation = nature.collation }
    field.nature.presentType = present.fullType
    if present.holdsTruths { (field.nature.holdsTruths, field.nature.typeName) = (true, present.declaredType) }
    guard type.reading == .label, !present.labels.isEmpty else { return field }
    let labels = Set(present.labels.map { Value.text($0) })
    let words = Set(choices.map(\.stored))
    // Other words than those of its type it could not hold; that it holds fewer, only a CHECK says.
    if !words.isSubset(of: labels) { return self }
    if words != labels { field.nature.typeName = nil }
    return field
  }
}

extension TableDescription {
  /// The column that has, or had, a name.
  package func column(_ name: String, formerly names: [String]) -> Column? {
    column(name) ?? names.lazy.compactMap { column($0) }.first
  }
}
