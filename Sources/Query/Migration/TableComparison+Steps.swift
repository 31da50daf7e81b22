import Schema

/// The steps from the table that is there to the declared one: columns that are added, or the table made anew.
extension TableComparison {
  mutating func alter(
    _ added: [TableDescription.Column], _ gone: [TableDescription.Column], _ droppedIndexes: [String],
    _ plan: inout SchemaPlan
  ) {
    for column in added where completed.contains(column.name) { addProvisionally(column, &plan) }
    let (early, late) = alterationSteps
    plan.early += early
    for column in added where !completed.contains(column.name) {
      let definition = definition(column)
      let reference = wanted.description.reference(of: column.name, dialect).map { " " + $0 } ?? ""
      plan.early.append(.addColumn(table: table, column.name, definition: definition + reference))
    }
    plan.late += droppedIndexes.map { .dropIndex($0) }
    plan.late += late
    plan.late += gone.map { .dropColumn(table: table, $0.name) }
    plan.late += missingIndexes.map { .createIndex($0) }
  }

  /// Whether rows are read as objects before the table is made anew: all their columns must be there.
  private var isReadBetween: Bool {
    hasNamedSteps || !fillings.isEmpty || rowCount > 0 && (renewsDocuments || !retyped.isEmpty)
  }

  func addProvisionally(_ added: [TableDescription.Column], _ plan: inout SchemaPlan) {
    guard isReadBetween else { return }
    for column in added { addProvisionally(column, &plan) }
  }

  private func addProvisionally(_ column: TableDescription.Column, _ plan: inout SchemaPlan) {
    // What the database computes it computes when the values are copied.
    let isLeftOut = column.hasComputedDefault && !dialect.altersTables
    let value = isLeftOut ? "" : column.defaultSQL.map { " DEFAULT \($0)" } ?? ""
    let type = definition(column).hasPrefix(column.declaredType) ? column.declaredType : ""
    plan.early.append(.addColumn(table: table, column.name, definition: type + value))
  }

  func rebuild(_ added: [TableDescription.Column], _ droppedIndexes: [String]) -> SchemaStep.Rebuild {
    let temporary = "moonshell_new_" + table
    let kept = wanted.description.columns.filter { column in
      !column.isGenerated
        && (existing.column(column.name) != nil || isReadBetween && added.contains { $0.name == column.name })
    }
    // What does the work of a declared index under another name would be there twice.
    let replaced = existing.madeIndexes.filter { index in
      index.isOurs && wanted.description.madeIndexes.contains { $0.isLike(index) }
    }
    let rewritten = existing.writtenIndexes.filter { $0.isOurs && wanted.description.has($0) }
    let copies =
      kept.map { SchemaStep.Copy(column: $0.name, source: source(of: $0)) }
      + undeclaredColumns.filter { !$0.isGenerated }.map { SchemaStep.Copy(column: $0.name, source: .name($0.name)) }
    var rebuild = SchemaStep.Rebuild(
      table: table, temporaryName: temporary,
      statement: wanted.statements.first ?? "", keptColumns: undeclaredColumns, columns: copies,
      indexes: wanted.statements.dropFirst().filter { !isDoneByOthers($0) },
      droppedIndexes: droppedIndexes + replaced.map(\.name) + rewritten.map(\.name))
    rebuild.keepsRules = isForeign
    rebuild.schema = existing.schema
    return rebuild
  }

  /// Whether an index of another program, which stays, or what its table itself says is unique, does the work of a
  /// declared one.
  private func isDoneByOthers(_ statement: String) -> Bool {
    let written = wanted.description.writtenIndexes.first { statement.contains(dialect.quoted($0.name)) }
    if let written { return existing.writtenIndexes.contains { !$0.isOurs && $0.isLike(written) } }
    guard let index = wanted.description.madeIndexes.first(where: { statement.contains(dialect.quoted($0.name)) })
    else { return false }
    return existing.indexes.contains { !$0.isOurs && does($0, theWorkOf: index) }
  }

  /// What a column of the new table gets: the old value, in the new type, the default in the place of a NULL that is
  /// no longer taken.
  private func source(of column: TableDescription.Column) -> SQL {
    var result = SQL.name(column.name)
    if let present = existing.column(column.name) {
      let former = StoredType(present.declaredType, saying: present.remark)
      result = dialect.converted(result, from: former, to: StoredType(column.declaredType, saying: column.remark))
    }
    let isNew = existing.column(column.name) == nil && column.hasComputedDefault
    guard column.isRequired || isNew, let value = column.defaultSQL else { return result }
    return "coalesce(\(result), \(.written(value)))"
  }

  /// Rows that are there need a value for what is new and required.
  func checkFilling(_ added: [TableDescription.Column], _ plan: inout SchemaPlan) {
    guard rowCount > 0, !hasNamedSteps else { return }
    for column in added
    where column.isRequired && column.defaultSQL == nil && !isComputed(column) && !column.isGenerated {
      plan.problems.append(
        "\(wanted.word(for: column.name)) is required, and the rows that are there have no value for it: give it a"
          + " default, or fill it in a migration(\"name\", function(db) … end)")
    }
  }
}
