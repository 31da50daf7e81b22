import Schema

/// One column against the one that is there, and the columns that are new.
extension TableComparison {
  /// The new column's checks and the old one's, in today's names.
  func checks(
    _ new: [TableDescription.Check], _ old: [TableDescription.Check]
  ) -> (new: Set<TableDescription.Check>, old: Set<TableDescription.Check>) {
    (Set(new), Set(old.map { renamed($0) }))
  }

  func renamed(_ rule: TableDescription.Check) -> TableDescription.Check {
    rule.map { token in renames.first { $0.old.lowercased() == token }?.new.lowercased() ?? token }
  }

  mutating func compare(_ column: TableDescription.Column, with present: TableDescription.Column) {
    let labels = dialect.altersTables ? MissingLabels(of: column, in: present) : nil
    if let labels, !labels.canBeAdded { return problems.append("\(wanted.word(for: column.name)): \(labels.problem)") }
    var found = Differences()
    let column = labels.map { withType(of: present, column, adding: $0, &found) } ?? column
    compareTypes(column, present, &found)
    if column.isGenerated || present.isGenerated { compareGenerations(column, present, &found) }
    // What refers to a key compares as that does, whatever it says itself.
    let isReference = isForeign && existing.hasKey(like: wanted.description, with: column.name)
    // The order of texts that another program gave stays where nothing is declared.
    let (collation, formerCollation) = (column.nature.collation, present.nature.collation)
    if collation != formerCollation, !isReference,
      collation.joinsTexts || !isForeign && formerCollation.joinsTexts
    {
      found.words.append("collation \(collation.word)")
    }
    // A key is one, whether its columns are said to be required or not.
    if column.isRequired != present.isRequired, column.keyPosition == nil || present.keyPosition == nil {
      found.words.append(column.isRequired ? "is required" : "may be NULL")
      if column.isRequired, isComputed(column) { fill(column) }
      alterRequired(column)
    }
    compareDefaults(column, present, &found)
    compareUnique(column, &found)
    // What is noted is the present relation's: another one may have the former name later.
    if let relation = column.linkedBy, let former = present.linkedBy, relation != former {
      found.words.append("links of \(relation), which was \(former)")
      alterNote(column, present)
    }
    compareChecks(column, present, &found)
    if !found.words.isEmpty, !dialect.altersTables { needsRebuild = true }
    note(found.words, found.others, of: column.name)
  }

  /// What differs, in words.
  struct Differences {
    var words: [String] = []
    /// What is only said in other words.
    var others: [String] = []
  }

  private mutating func compareTypes(
    _ column: TableDescription.Column, _ present: TableDescription.Column, _ found: inout Differences
  ) {
    let (type, former) = (column.kind, present.kind)
    if type != former {
      let change = "\(former.isEmpty ? "no type" : former) becomes \(type)"
      if column.declaredType == "ANY" { untyped[column.name] = change }
      let isKey = existing.hasKey(like: wanted.description, with: column.name)
      // A declared key of integers numbers the rows; one of another program, `INT PRIMARY KEY`, need not.
      let isWidened = dialect.altersTables && wanted.widenedColumns.contains(column.name)
      let isSame = isForeign && (isKey || present.kindAsRead(dialect) == type && !isWidened)
      if isSame { found.others.append(change) } else { found.words.append(change) }
      // Decimals are converted as they are copied.
      let isDecimal = [column, present].contains { StoredType($0.declaredType, saying: $0.remark).scale != nil }
      // The texts that another program has in a column of any class are those of another type, too.
      let isOfTexts = isForeign && dialect.choosesAmongClasses && column.remark != nil && column.storage == .text
      if !isSame, !isDecimal, column.declaredType == present.declaredType || isOfTexts { retyped.append(column.name) }
      if losesDigits(column, present), !isAgreed(column) { cut.append(column.name) }
      if !isSame, column.isGenerated {
        needsRebuild = true
      } else if !isSame {
        alterType(column, present)
        alterNote(column, present)
      }
    }
  }

  /// A column of a type of others that takes more words: it stays of that type, which gets them.
  private mutating func withType(
    of present: TableDescription.Column, _ column: TableDescription.Column, adding labels: MissingLabels,
    _ found: inout Differences
  ) -> TableDescription.Column {
    for (word, place) in labels.additions {
      alter(.addLabel(type: present.declaredType, label: word + place))
    }
    found.words.append("the type \(present.declaredType) gets \(labels.words.joined(separator: ", "))")
    var column = column
    (column.declaredType, column.spelledType, column.remark) = (
      present.declaredType, present.spelledType, present.remark
    )
    (column.nature, column.labels) = (present.nature, present.labels)
    (column.checks, column.checkTexts) = (present.checks, present.checkTexts)
    return column
  }

  private mutating func compareDefaults(
    _ column: TableDescription.Column, _ present: TableDescription.Column, _ found: inout Differences
  ) {
    guard column.defaultSQL != present.defaultSQL, !keepsDefault(of: column, present) else { return }
    let change = column.defaultSQL.map { "default \($0)" } ?? "has no default"
    // No field can declare CURRENT_TIMESTAMP, nor an integer 'x'.
    let field = Reflection.field(present.name, present)
    let isBeyondUs = column.defaultSQL == nil && !(present.defaultValue.map(field.takes) ?? false)
    // `5.0` is 5 in a column of integers.
    let isSame =
      column.defaultValue != nil
      && column.defaultValue?.key(by: .binary) == present.defaultValue?.key(by: .binary)
    if isForeign, isBeyondUs || isSame { return found.others.append(change) }
    found.words.append(change)
    alterDefault(column)
  }

  /// A relation cannot declare what its key is without one, and no field what only the database can tell: that stays,
  /// where the table is made anew, too.
  func keepsDefault(of column: TableDescription.Column, _ present: TableDescription.Column) -> Bool {
    column.defaultSQL == nil && isForeign
      && (present.hasComputedDefault || existing.hasKey(like: wanted.description, with: column.name))
  }

  private mutating func compareUnique(_ column: TableDescription.Column, _ found: inout Differences) {
    let isIndexed =
      isForeign && wanted.description.isConstrained(column.name) && existing.hasUniqueIndex(on: column.name)
    let isUnique = wanted.description.isConstrained(column.name)
    // What others said is unique stays so.
    if !isIndexed, isUnique != existing.isConstrained(column.name), isUnique || !isForeign {
      found.words.append(isUnique ? "is unique" : "need not be unique")
      alterUnique([FoldedName(column.name)], isUnique: isUnique)
    }
  }

  private mutating func compareChecks(
    _ column: TableDescription.Column, _ present: TableDescription.Column, _ found: inout Differences
  ) {
    // What the declared type asks for comes first; a column of truths, or of just these words, has it by its own.
    let isOfType =
      isForeign && !dialect.altersTables && column.kind == present.kindAsRead(dialect)
      && (present.holdsTruths || present.hasLabels(of: column.checks.first))
    var rules = checks(isOfType ? Array(column.checks.dropFirst()) : column.checks, present.checks)
    // The same may be said of the row.
    rules.old.subtract(Set(wanted.description.checks).subtracting(rules.new))
    note(rules, &found.words, &found.others)
  }

  /// The rules of another program stay.
  mutating func note(
    _ checks: (new: Set<TableDescription.Check>, old: Set<TableDescription.Check>), _ words: inout [String],
    _ others: inout [String]
  ) {
    guard checks.new != checks.old else { return }
    // They are kept where the table is made anew, too.
    if isForeign, checks.new.isSubset(of: checks.old) { return }
    words.append("other checks")
    alterChecks(checks)
  }

  mutating func note(_ words: [String], _ others: [String], of name: String) {
    guard !words.isEmpty || !others.isEmpty else { return }
    if words.isEmpty { incidental.insert(lines.count) }
    lines.append(.init(sign: "~", name: name, words: (words + others).joined(separator: ", ")))
  }

  /// Whether moments would lose digits of a second.
  func losesDigits(_ column: TableDescription.Column, _ present: TableDescription.Column) -> Bool {
    let old = StoredType(present.declaredType, saying: present.remark).precision ?? 0
    let new = StoredType(column.declaredType, saying: column.remark).precision ?? old
    return rowCount > 0 && new < old
  }

  mutating func add(_ column: TableDescription.Column, _ gone: [TableDescription.Column]) {
    let definition = column.definition ?? column.declaredType
    if isComputed(column) { fill(column) }
    let words = definition + (fillings.contains(column.name) ? ", each row takes its default" : "")
    lines.append(.init(sign: "+", name: column.name, words: words + question(about: column, gone)))
    // A key of several columns belongs to the table.
    let isShared = wanted.description.foreignKeys.contains { key in
      key.columns.count > 1 && key.columns.contains { FoldedName($0) == FoldedName(column.name) }
    }
    // What is filled later must not be tested before.
    let isTestedEarly =
      fillings.contains(column.name) && !column.checks.isEmpty || hasNamedSteps && rowCount > 0 && asksForValue(column)
    guard
      isShared || isTestedEarly
        || !dialect.canAddColumn(column, isUnique: wanted.description.isConstrained(column.name))
    else { return }
    if dialect.altersTables, column.keyPosition == nil {
      completed.append(column.name)
      complete(column)
    } else {
      needsRebuild = true
    }
  }

  /// Whether a CHECK of a column asks for a value of some rows, which a named step may give them.
  func asksForValue(_ column: TableDescription.Column) -> Bool {
    column.defaultSQL == nil
      && column.checks.contains { $0.dropFirst().prefix(3).map { $0.lowercased() } == ["is", "not", "null"] }
  }

  /// Asks whether a new column is one that would go with its values, and has its shape.
  func question(about column: TableDescription.Column, _ gone: [TableDescription.Column]) -> String {
    func isKey(_ column: TableDescription.Column, _ table: TableDescription) -> Bool {
      column.keyPosition != nil
        || table.foreignKeys.contains { $0.columns.contains { FoldedName($0) == FoldedName(column.name) } }
    }
    guard !isKey(column, wanted.description) else { return "" }
    let likely = gone.filter { former in
      (former.kind == column.kind || isForeign && former.kindAsRead(dialect) == column.kind)
        && !isKey(former, existing) && !isAgreed(former)
    }
    if likely.isEmpty { return "" }
    return ", renamed_from = " + likely.map { "\"\($0.name)\"" }.joined(separator: " or ") + "?"
  }

  mutating func fill(_ column: TableDescription.Column) {
    if rowCount > 0 { fillings.append(column.name) } else { spared.append(column.name) }
  }

  func isComputed(_ column: TableDescription.Column) -> Bool {
    wanted.computedColumns.contains(column.name)
  }
}
