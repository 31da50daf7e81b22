import Schema

/// Compares one declared table with the one that is there.
struct TableComparison {
  let wanted: WantedTable
  /// The table under its new name; columns are renamed here as the comparison goes on.
  var existing: TableDescription
  let rowCount: Int
  let destructive: Set<String>
  let hasNamedSteps: Bool
  let dialect: any Dialect

  /// The columns that a function of the script fills where rows have nothing.
  private(set) var fillings: [String] = []
  /// The same, but that there are no rows to fill.
  private var spared: [String] = []
  /// The columns whose text gets another meaning.
  private(set) var retyped: [String] = []
  /// Whether documents in its rows may be written again.
  var renewsDocuments = false

  /// The columns whose moments would lose digits, to which nobody has agreed.
  private var cut: [String] = []

  private var lines: [SchemaPlan.Line] = []
  /// The lines, by their places, that hold only if the table is rebuilt for another reason.
  private var incidental: Set<Int> = []
  /// The columns that go.
  private(set) var gone: [String] = []
  /// Whether the table that a rebuild makes holds values of the declared types alone.
  var becomesStrict: (SchemaStep.Rebuild) -> Bool = { _ in true }
  private var renames: [(old: String, new: String)] = []
  /// What only a new table can say.
  private(set) var needsRebuild = false

  init(
    wanted: WantedTable, existing: TableDescription, rowCount: Int, destructive: Set<String>, namedSteps: [String],
    dialect: any Dialect
  ) {
    self.wanted = wanted
    self.existing = existing
    self.rowCount = rowCount
    self.destructive = destructive
    hasNamedSteps = !namedSteps.isEmpty
    self.dialect = dialect
  }

  var table: String { wanted.description.name }

  /// Whether another program made the table: what says the same as the declaration in other words stays as it is there.
  var isForeign: Bool { !existing.isOwn }

  mutating func compare(into plan: inout SchemaPlan) {
    renameColumns(&plan)
    let added = wanted.description.columns.filter { existing.column($0.name) == nil }
    let gone = existing.columns.filter { !$0.isGenerated && wanted.description.column($0.name) == nil }
    for column in wanted.description.columns {
      if let present = existing.column(column.name) { compare(column, with: present) }
    }
    plan.losses += cut.map { .init(name: wanted.word(for: $0), table: table, column: $0) }
    compareWhole()
    self.gone = gone.map(\.name)
    for column in added { add(column, gone) }
    plan.fillings += fillings.map { .init(table: table, column: $0, way: .byDefault) }
    plan.sparedFillings += spared.map { .init(table: table, column: $0, way: .byDefault) }
    let rewritings = retyped.map { SchemaPlan.Filling(table: table, column: $0, way: .byType) }
    if rowCount > 0 { plan.fillings += rewritings } else { plan.sparedFillings += rewritings }
    for column in gone { drop(column, &plan) }
    let droppedIndexes = compareIndexes(gone)
    for index in droppedIndexes { agree(index.name, index.isOurs, &plan) }
    if needsRebuild {
      addProvisionally(added, &plan)
      let step = rebuild(added, droppedIndexes.map(\.name))
      if !becomesStrict(step) { lines.removeAll { $0.name.isEmpty && $0.words == Self.strictness } }
      plan.late.append(.rebuild(step))
    } else {
      alter(added, gone, droppedIndexes.map(\.name), &plan)
    }
    checkFilling(added, &plan)
    if !needsRebuild { lines = lines.indices.filter { !incidental.contains($0) }.map { lines[$0] } }
    guard !lines.isEmpty else { return }
    let words = needsRebuild ? ", rebuilt" : ""
    plan.tables.append(
      .init(heading: "\(table) (\(wanted.entity)\(SchemaComparison.rows(rowCount)))\(words)", lines: lines))
  }

  // MARK: Columns

  private mutating func renameColumns(_ plan: inout SchemaPlan) {
    let circles = columnsInCircles
    if !circles.isEmpty {
      plan.problems.append(
        "\(circles.map { wanted.word(for: $0) }.joined(separator: ", ")) are renamed from each other, and no later"
          + " migration could tell that it was done: move the values in a migration(\"name\", function(db) … end)")
    }
    // Each may make room for one more: `b` was `a`, and `c` was `b`.
    while let (column, old) = nextRename(except: circles) {
      existing.rename(old, to: column)
      renames.append((old, column))
      plan.early.append(.renameColumn(table: table, old, to: column))
      lines.append(.init(sign: ">", name: column, words: "was \(old)"))
    }
  }

  /// A declared column that is not there, and the one that has its values under a former name.
  private func nextRename(except circles: [String]) -> (column: String, old: String)? {
    for column in wanted.description.columns where existing.column(column.name) == nil {
      if circles.contains(column.name) { continue }
      let present = (wanted.formerColumns[column.name] ?? []).compactMap { existing.column($0)?.name }
      // The name may be that of another column by now, which was not there before.
      let unclaimed = present.first { wanted.description.column($0) == nil }
      if let old = unclaimed ?? (present.count == 1 ? present[0] : nil) { return (column.name, old) }
    }
    return nil
  }

  /// The columns whose former names lead back to themselves.
  private var columnsInCircles: [String] {
    func former(_ column: String) -> String? {
      (wanted.formerColumns[column] ?? []).lazy.compactMap { wanted.description.column($0)?.name }.first {
        $0 != column
      }
    }
    return wanted.description.columns.map(\.name).filter { column in
      var seen: Set<String> = []
      var next = former(column)
      while let name = next, name != column, seen.insert(name).inserted { next = former(name) }
      return next == column
    }
  }

  /// The new column's checks and the old one's, in today's names.
  private func checks(
    _ new: [TableDescription.Check], _ old: [TableDescription.Check]
  ) -> (new: Set<TableDescription.Check>, old: Set<TableDescription.Check>) {
    (Set(new), Set(old.map { renamed($0) }))
  }

  private func renamed(_ rule: TableDescription.Check) -> TableDescription.Check {
    rule.map { token in renames.first { $0.old.lowercased() == token }?.new.lowercased() ?? token }
  }

  private mutating func compare(_ column: TableDescription.Column, with present: TableDescription.Column) {
    var words: [String] = []
    // What is only said in other words.
    var others: [String] = []
    let (type, former) = (column.kind, present.kind)
    if type != former {
      let change = "\(former.isEmpty ? "no type" : former) becomes \(type)"
      let isKey = existing.hasKey(like: wanted.description, over: [column.name])
      // A declared key of integers numbers the rows; one of another program, `INT PRIMARY KEY`, need not.
      let isSame = isForeign && (isKey || present.kindAsRead(dialect) == type)
      if isSame { others.append(change) } else { words.append(change) }
      // Decimals are converted as they are copied.
      let isDecimal = [column, present].contains { $0.remark?.hasPrefix("decimal") == true }
      if !isSame, !isDecimal, column.declaredType == present.declaredType { retyped.append(column.name) }
      if losesDigits(column, present), !isAgreed(column) { cut.append(column.name) }
    }
    // The order of texts that another program gave stays where nothing is declared.
    let (collation, formerCollation) = (column.nature.collation, present.nature.collation)
    if collation != formerCollation, collation.joinsTexts || !isForeign && formerCollation.joinsTexts {
      words.append("collation \(collation.word)")
    }
    // A key is one, whether its columns are said to be required or not.
    if column.isRequired != present.isRequired, column.keyPosition == nil || present.keyPosition == nil {
      words.append(column.isRequired ? "is required" : "may be NULL")
      if column.isRequired, isComputed(column) { fill(column) }
    }
    if column.defaultSQL != present.defaultSQL {
      let change = column.defaultSQL.map { "default \($0)" } ?? "has no default"
      // No field can declare CURRENT_TIMESTAMP, nor an integer 'x'.
      let field = Reflection.field(present.name, present)
      let isBeyondUs = column.defaultSQL == nil && !(present.defaultValue.map(field.takes) ?? false)
      // `5.0` is 5 in a column of integers.
      let isSame =
        column.defaultValue != nil
        && column.defaultValue?.key(by: .binary) == present.defaultValue?.key(by: .binary)
      // Nor can a relation declare what its key is without one.
      let isKey = column.defaultSQL == nil && existing.hasKey(like: wanted.description, over: [column.name])
      if isForeign, isBeyondUs || isSame || isKey { others.append(change) } else { words.append(change) }
    }
    let isIndexed =
      isForeign && wanted.description.isConstrained(column.name) && existing.hasUniqueIndex(on: column.name)
    if !isIndexed, wanted.description.isConstrained(column.name) != existing.isConstrained(column.name) {
      words.append(wanted.description.isConstrained(column.name) ? "is unique" : "need not be unique")
    }
    note(checks(column.checks, present.checks), &words, &others)
    if !words.isEmpty { needsRebuild = true }
    note(words, others, of: column.name)
  }

  /// The rules of another program stay.
  private func note(
    _ checks: (new: Set<TableDescription.Check>, old: Set<TableDescription.Check>), _ words: inout [String],
    _ others: inout [String]
  ) {
    guard checks.new != checks.old else { return }
    // They are kept where the table is made anew, too.
    if isForeign, checks.new.isSubset(of: checks.old) { return }
    words.append("other checks")
  }

  private mutating func note(_ words: [String], _ others: [String], of name: String) {
    guard !words.isEmpty || !others.isEmpty else { return }
    if words.isEmpty { incidental.insert(lines.count) }
    lines.append(.init(sign: "~", name: name, words: (words + others).joined(separator: ", ")))
  }

  /// What is not of a single column.
  private mutating func compareWhole() {
    let wantedTable = wanted.description
    var words: [String] = []
    var others: [String] = []
    if wantedTable.isStrict, !existing.isStrict { others.append(Self.strictness) }
    if wantedTable.primaryKey.map(FoldedName.init) != existing.primaryKey.map(FoldedName.init) {
      words.append("key (\(wantedTable.primaryKey.joined(separator: ", ")))")
    }
    let (keys, former) = (wantedTable.comparableKeys, existing.comparableKeys)
    // A key of a column that is new comes with the column.
    for key in keys where !former.contains(key) && key.columns.allSatisfy({ existing.column($0) != nil }) {
      if isForeign, former.contains(where: { key.says($0, isRequired: isRequired(key.columns)) }) { continue }
      words.append("key \(key.columns.joined(separator: ", ")) refers to \(key.table), \(key.rules)")
    }
    for key in former where !keys.contains(key) && key.columns.allSatisfy({ wantedTable.column($0) != nil }) {
      // Where a new key takes the old one's place it was told.
      if keys.contains(where: { $0.columns == key.columns }) { continue }
      // What others declared stays.
      if !isForeign { words.append("key \(key.columns.joined(separator: ", ")) refers to nothing") }
    }
    note(checks(wantedTable.checks, existing.checks), &words, &others)
    let groups = (wanted: wantedTable.groupConstraints, existing: existing.groupConstraints)
    // What others said is unique stays so.
    if groups.wanted != groups.existing, !isForeign || !groups.wanted.isSubset(of: groups.existing) {
      words.append("other unique columns")
    }
    if !words.isEmpty { needsRebuild = true }
    for word in words { note([word], [], of: "") }
    for word in others { note([], [word], of: "") }
  }

  private static let strictness = "becomes strict"

  private func isRequired(_ columns: [String]) -> Bool {
    columns.contains { name in wanted.description.column(name).map { $0.isRequired || $0.keyPosition != nil } ?? false }
  }

  func isComputed(_ column: TableDescription.Column) -> Bool {
    wanted.computedColumns.contains(column.name)
  }

  private mutating func fill(_ column: TableDescription.Column) {
    if rowCount > 0 { fillings.append(column.name) } else { spared.append(column.name) }
  }

  private mutating func add(_ column: TableDescription.Column, _ gone: [TableDescription.Column]) {
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
    if isShared || isTestedEarly
      || !dialect.canAddColumn(column, isUnique: wanted.description.isConstrained(column.name))
    {
      needsRebuild = true
    }
  }

  /// Whether a CHECK of a column asks for a value of some rows, which a named step may give them.
  private func asksForValue(_ column: TableDescription.Column) -> Bool {
    column.defaultSQL == nil
      && column.checks.contains { $0.dropFirst().prefix(3).map { $0.lowercased() } == ["is", "not", "null"] }
  }

  /// Asks whether a new column is one that would go with its values, and has its shape.
  private func question(about column: TableDescription.Column, _ gone: [TableDescription.Column]) -> String {
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

  /// Notes what others made as lost, unless that is agreed to.
  private func agree(_ name: String, _ isOurs: Bool, _ plan: inout SchemaPlan) {
    guard !isOurs, !destructive.contains(name), !plan.losses.contains(where: { $0.name == name }) else { return }
    plan.losses.append(.init(name: name, table: table, column: nil))
  }

  /// The rules of another program that use a column which goes.
  private mutating func dropRules(about column: TableDescription.Column, _ plan: inout SchemaPlan) {
    guard isForeign else { return }
    var rules = (existing.checks + existing.columns.flatMap(\.checks)).filter {
      $0.contains(column.name.lowercased())
    }.map { "check(\(Self.words($0)))" }
    let name = FoldedName(column.name)
    rules += existing.indexes.filter { index in
      index.isConstraint && index.columns.count > 1 && index.columns.contains { FoldedName($0) == name }
        && index.columns.map { FoldedName($0) } != existing.primaryKey.map { FoldedName($0) }
    }.map { "unique(\($0.columns.joined(separator: ", ")))" }
    for rule in rules {
      let line = SchemaPlan.Line(sign: "-", name: rule, words: "which uses what goes")
      if !lines.contains(line) { lines.append(line) }
      agree("\(wanted.entity).\(rule)", false, &plan)
    }
  }

  private static func words(_ check: TableDescription.Check) -> String {
    check.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")").replacing(" ,", with: ",")
  }

  private mutating func drop(_ column: TableDescription.Column, _ plan: inout SchemaPlan) {
    let name = wanted.word(for: column.name)
    lines.append(.init(sign: "-", name: column.name, words: "goes with its values"))
    dropRules(about: column, &plan)
    let others = existing.columns.filter { $0.name != column.name }.flatMap(\.checks)
    let isBound =
      column.keyPosition != nil || existing.isConstrained(column.name)
      || existing.foreignKeys.contains { key in key.columns.contains { FoldedName($0) == FoldedName(column.name) } }
      || !existing.checks.isEmpty || others.contains { $0.contains(column.name.lowercased()) }
      || existing.indexes.contains { index in
        index.isConstraint && index.columns.contains { FoldedName($0) == FoldedName(column.name) }
      }
    if isBound { needsRebuild = true }
    if !isAgreed(column) { plan.losses.append(.init(name: name, table: table, column: column.name)) }
  }

  /// Whether what a column would lose was named.
  private func isAgreed(_ column: TableDescription.Column) -> Bool {
    // A key goes by the name of its column or of its relation.
    let names = [column.name] + (column.name.hasSuffix("_id") ? [String(column.name.dropLast(3))] : [])
    return destructive.contains(wanted.word(for: column.name))
      || names.contains { destructive.contains("\(wanted.entity).\($0)") || destructive.contains("\(table).\($0)") }
  }

  /// Whether moments would lose digits of a second.
  private func losesDigits(_ column: TableDescription.Column, _ present: TableDescription.Column) -> Bool {
    let old = StoredType(present.declaredType, present.remark).precision ?? 0
    let new = StoredType(column.declaredType, column.remark).precision ?? old
    return rowCount > 0 && new < old
  }

  // MARK: Indexes

  /// Tells of the indexes that come and go; returns those that go.
  private mutating func compareIndexes(_ gone: [TableDescription.Column]) -> [(name: String, isOurs: Bool)] {
    let (declared, present) = (wanted.description.plainIndexes, existing.madeIndexes)
    for index in declared where isMissing(index) && !isLeftOut(index) {
      lines.append(.init(sign: "+", name: "index", words: "(\(index.columns.joined(separator: ", ")))"))
    }
    for index in wanted.description.writtenIndexes where !existing.has(index) {
      lines.append(.init(sign: "+", name: "index", words: index.words))
    }
    let goneNames = Set(gone.map { FoldedName($0.name) })
    var dropped: [(name: String, isOurs: Bool)] = []
    for index in present where !declared.contains(where: { $0.isLike(index) }) {
      // What others made stays, as long as its columns do.
      let usesGone = index.columns.contains { goneNames.contains(FoldedName($0)) }
      guard index.isOurs || usesGone else { continue }
      dropped.append((index.name, index.isOurs))
      let columns = "(\(index.columns.joined(separator: ", ")))"
      let words = index.isOurs ? columns : "\(index.name) \(columns), which uses what goes"
      lines.append(.init(sign: "-", name: "index", words: words))
    }
    for index in existing.writtenIndexes where !dropped.contains(where: { $0.name == index.name }) {
      if index.isOurs, !wanted.description.has(index) {
        dropped.append((index.name, true))
        lines.append(.init(sign: "-", name: "index", words: index.words))
        continue
      }
      // Renamed columns are renamed in it, too, before the others go.
      guard !index.uses.isDisjoint(with: goneNames.subtracting(renames.map { FoldedName($0.old) })) else { continue }
      dropped.append((index.name, false))
      lines.append(.init(sign: "-", name: "index", words: "\(index.name), which uses what goes"))
    }
    return dropped
  }

  var missingIndexes: [String] {
    let declared = wanted.statements.dropFirst()
    let made = wanted.description.madeIndexes
    // A table that is there keeps the parts that it has, or goes on without any.
    let parts = dialect.parts(of: table, by: [])?.statements.map { $0.literal(for: dialect) } ?? []
    return declared.filter { statement in
      if parts.contains(statement) { return false }
      if let column = wanted.description.columns.first(where: { remark(on: $0) == statement }) {
        return existing.column(column.name)?.remark != column.remark
      }
      let written = wanted.description.writtenIndexes.first { statement.contains(dialect.quoted($0.name)) }
      if let written { return !existing.has(written) }
      guard let index = made.first(where: { statement.contains(dialect.quoted($0.name)) }) else { return true }
      return isMissing(index) && !isLeftOut(index)
    }
  }

  /// Whether an index is only there for a key that the table has had without one: what others made is fast enough to
  /// them.
  private func isLeftOut(_ index: TableDescription.Index) -> Bool {
    isForeign && !index.isUnique && existing.hasKey(like: wanted.description, over: index.columns)
  }

  /// The statement that notes what is known of a column, where the table's own text cannot.
  private func remark(on column: TableDescription.Column) -> String? {
    column.remark.flatMap { dialect.remark($0, on: column.name, of: table) }?.literal(for: dialect)
  }

  /// Whether no index that is there, and stays, does the work of a declared one.
  ///
  /// One of more columns does, too: an ordered relation has `(player_id, player_position)`, where one that is not
  /// ordered would have `(player_id)`.
  func isMissing(_ index: TableDescription.Index) -> Bool {
    let columns = index.columns.map(FoldedName.init)
    return !existing.indexes.contains { present in
      if present.isConstraint { return isForeign && present.isLike(index) }
      if present.isLike(index) { return true }
      guard !index.isUnique, present.columns.map(FoldedName.init).starts(with: columns) else { return false }
      return wanted.description.madeIndexes.contains { $0.isLike(present) }
    }
  }
}
