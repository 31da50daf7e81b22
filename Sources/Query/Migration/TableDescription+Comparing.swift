import Schema

extension TableDescription {
  /// Whether the database numbers the rows by this column.
  func numbersRows(by column: String) -> Bool { numbersRows && primaryKey == [column] }

  /// The foreign key over just this column, as the column's own definition says it: `REFERENCES …`.
  func reference(of column: String, _ dialect: any Dialect) -> String? {
    guard let key = foreignKeys.first(where: { $0.columns.map(FoldedName.init) == [FoldedName(column)] }) else {
      return nil
    }
    let columns = key.referencedColumns.map(dialect.quoted).joined(separator: ", ")
    return "REFERENCES \(dialect.quoted(key.table))(\(columns)) \(key.rules)"
  }

  func column(_ name: String) -> Column? { columns.first { FoldedName($0.name) == FoldedName(name) } }

  /// Gives a column another name wherever it stands.
  mutating func rename(_ old: String, to new: String) {
    func renamed(_ name: String) -> String { FoldedName(name) == FoldedName(old) ? new : name }
    for index in columns.indices { columns[index].name = renamed(columns[index].name) }
    for index in foreignKeys.indices { foreignKeys[index].columns = foreignKeys[index].columns.map(renamed) }
    for index in indexes.indices { indexes[index].columns = indexes[index].columns.map(renamed) }
    for index in namedRules.indices { namedRules[index].columns = namedRules[index].columns.map(renamed) }
    for index in writtenIndexes.indices {
      writtenIndexes[index].tokens = writtenIndexes[index].tokens.map { renamed($0).lowercased() }
    }
  }

  /// Whether a column of its own is said to be unique.
  func isConstrained(_ column: String) -> Bool {
    indexes.contains { $0.isConstraint && $0.columns.map(FoldedName.init) == [FoldedName(column)] }
      && primaryKey.map(FoldedName.init) != [FoldedName(column)]
  }

  /// Whether an index of all rows says that no two have the same in a column.
  func hasUniqueIndex(on column: String) -> Bool {
    indexes.contains { $0.isUnique && $0.isPlain && $0.columns.map(FoldedName.init) == [FoldedName(column)] }
  }

  /// The groups of columns that the table itself says are unique together.
  var groupConstraints: Set<[FoldedName]> {
    let key = primaryKey.map(FoldedName.init)
    return Set(indexes.filter { $0.isConstraint && $0.columns.count > 1 }.map { $0.columns.map(FoldedName.init) })
      .subtracting([key])
  }

  /// The indexes that were made by statements of their own.
  var madeIndexes: [Index] { indexes.filter { !$0.isConstraint } }

  /// Those of them that are of columns, and of all rows.
  var plainIndexes: [Index] { madeIndexes.filter(\.isPlain) }

  /// Whether it has an index of expressions, or of some rows, that does the work of this one.
  func has(_ index: WrittenIndex) -> Bool { writtenIndexes.contains { $0.isLike(index) } }

  /// A foreign key so that two spellings of one are equal.
  struct ComparableKey: Hashable {
    var columns: [String]
    var table: String
    var referenced: [FoldedName]
    var rule: String
    var update: String

    /// What is done, as a plan says it: `on delete cascade, on update cascade`.
    var rules: String { "on delete \(rule)" + (update == "restrict" ? "" : ", on update \(update)") }

    /// Whether it says what a key of another program does, as far as a relation can: what is required is never set to
    /// nothing, and the columns of a primary key need not be named.
    func says(_ other: ComparableKey, isRequired: Bool) -> Bool {
      guard columns == other.columns, table == other.table else { return false }
      guard other.referenced.isEmpty || referenced == other.referenced else { return false }
      // A relation that says nothing of changes leaves what another program said of them.
      guard update == other.update || update == "restrict" else { return false }
      return rule == other.rule || isRequired && other.rule.hasPrefix("set ") || other.rule == "set default"
    }
  }

  /// Whether both have a foreign key of these columns to the same table.
  func hasKey(like other: TableDescription, over columns: [String]) -> Bool {
    let folded = columns.map(FoldedName.init)
    func target(_ table: TableDescription) -> FoldedName? {
      table.foreignKeys.first { $0.columns.map(FoldedName.init) == folded }.map { FoldedName($0.table) }
    }
    return target(self) != nil && target(self) == target(other)
  }

  /// Whether both have a foreign key of the same columns to the same table, among which is this one.
  func hasKey(like other: TableDescription, with column: String) -> Bool {
    foreignKeys.contains { key in
      key.columns.contains { FoldedName($0) == FoldedName(column) } && hasKey(like: other, over: key.columns)
    }
  }

  /// The keys in their order, each once, where NO ACTION is RESTRICT: both refuse.
  var comparableKeys: [ComparableKey] {
    var known: Set<ComparableKey> = []
    return foreignKeys.map {
      ComparableKey(
        columns: $0.columns.map { $0.lowercased() }, table: $0.table.lowercased(),
        referenced: $0.referencedColumns.map(FoldedName.init),
        rule: Self.comparable($0.onDelete), update: Self.comparable($0.onUpdate))
    }.filter { known.insert($0).inserted }
  }
}

extension TableDescription {
  private static func comparable(_ rule: String) -> String { rule == "NO ACTION" ? "restrict" : rule.lowercased() }
}

extension TableDescription.Index {
  /// Whether it does the same work.
  func isLike(_ other: TableDescription.Index) -> Bool {
    isPlain && other.isPlain && isUnique == other.isUnique
      && columns.map(FoldedName.init) == other.columns.map(FoldedName.init)
  }
}

extension TableDescription.WrittenIndex {
  /// Whether it does the same work.
  func isLike(_ other: Self) -> Bool {
    !tokens.isEmpty && isUnique == other.isUnique
      && tokens.map { $0.lowercased() } == other.tokens.map { $0.lowercased() }
  }
}

extension TableDescription.Column {
  /// Whether only the database can tell what a row without a value gets.
  var hasComputedDefault: Bool { defaultSQL != nil && defaultValue == nil }

  /// The type with its meaning: `INTEGER (decimal(2))`.
  ///
  /// Decimals that are the numbers themselves are as good in a column that does not note it.
  var kind: String {
    let isNumber = StoredType(declaredType, saying: remark).isNumber
    return declaredType.uppercased() + (isNumber ? "" : remark.map { " (\($0))" } ?? "")
  }

  /// Whether its type holds just the words that a CHECK allows.
  func hasLabels(of check: TableDescription.Check?) -> Bool {
    guard !labels.isEmpty, let check else { return false }
    return Set(labels.map { Value.text($0).description }) == Set(check.filter { $0.hasPrefix("'") })
  }

  /// The type with its meaning that an entity made of the table would declare: TEXT for `NVARCHAR(40)`.
  func kindAsRead(_ dialect: any Dialect) -> String {
    let field = Reflection.field(name, self)
    var column = TableDescription.Column(name: name, declaredType: dialect.typeName(field.storage))
    column.remark = field.remark
    return column.kind
  }
}
