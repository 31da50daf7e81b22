import Encodings
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
  var fillings: [String] = []
  /// The same, but that there are no rows to fill.
  var spared: [String] = []
  /// The columns whose text gets another meaning.
  var retyped: [String] = []
  /// Whether documents in its rows may be written again.
  var renewsDocuments = false

  /// The columns whose moments would lose digits, or that would be computed no more, to which nobody has agreed.
  var cut: [String] = []

  var lines: [SchemaPlan.Line] = []
  /// That columns would be of no checked type, by their names.
  var untyped: [String: String] = [:]
  /// The lines, by their places, that hold only if the table is rebuilt for another reason.
  var incidental: Set<Int> = []
  /// The columns that go.
  var gone: [String] = []
  /// Whether the table that a rebuild makes holds values of the declared types alone.
  var becomesStrict: (SchemaStep.Rebuild) -> Bool = { _ in true }
  var renames: [(old: String, new: String)] = []
  /// What only a new table can say.
  var needsRebuild = false
  /// What stands in the way, a sentence each.
  var problems: [String] = []
  /// The columns that are added first, and get their rules once they are filled.
  var completed: [String] = []
  /// What changes in the table that stays.
  var alterations: [Alteration] = []

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
    let gone = existing.columns.filter { column in
      wanted.description.column(column.name) == nil && !undeclaredColumns.contains { $0.name == column.name }
    }
    for column in wanted.description.columns {
      if let present = existing.column(column.name) { compare(column, with: present) }
    }
    plan.problems += problems
    plan.losses += cut.map { .init(name: wanted.word(for: $0), table: table, column: $0) }
    compareWhole()
    self.gone = gone.map(\.name)
    for column in added { add(column, gone) }
    plan.fillings += fillings.map { .init(table: table, column: $0, way: .byDefault) }
    plan.sparedFillings += spared.map { .init(table: table, column: $0, way: .byDefault) }
    let rewritings = retyped.map {
      SchemaPlan.Filling(table: table, column: $0, way: .byType, isOfOthers: isForeign)
    }
    if rowCount > 0 { plan.fillings += rewritings } else { plan.sparedFillings += rewritings }
    for column in gone { drop(column, &plan) }
    let droppedIndexes = compareIndexes(gone)
    for index in droppedIndexes { agree(index.name, index.isOurs, &plan) }
    if needsRebuild, isForeign, dialect.altersTables {
      refuseRebuild(&plan)
    } else if needsRebuild {
      addProvisionally(added, &plan)
      let step = rebuild(added, droppedIndexes.map(\.name))
      if !becomesStrict(step) {
        lines.removeAll { $0.name.isEmpty && $0.words == Self.strictness }
        nameWhatIsWritten()
      }
      plan.late.append(.rebuild(step))
    } else {
      if isForeign { plan.keptTables.insert(table) }
      noteForeign()
      alter(added, gone, droppedIndexes.map(\.name), &plan)
    }
    checkFilling(added, &plan)
    if !needsRebuild {
      lines = lines.indices.filter { !incidental.contains($0) }.map { lines[$0] }
      if !existing.isStrict { nameWhatIsWritten() }
    }
    guard !lines.isEmpty else { return }
    let words = needsRebuild && !(isForeign && dialect.altersTables) ? ", rebuilt" : ""
    plan.tables.append(
      .init(heading: "\(table) (\(wanted.entity)\(SchemaComparison.rows(rowCount)))\(words)", lines: lines))
  }

  /// Where no types are checked a column of any values keeps the type that it has, and a new one has none.
  private mutating func nameWhatIsWritten() {
    for place in lines.indices {
      let words = lines[place].words
      if lines[place].sign == "+", let column = wanted.description.column(lines[place].name),
        let declared = column.definition, words.hasPrefix(declared), case let written = definition(column),
        written != declared
      {
        lines[place].words = (written.isEmpty ? "no type" : written) + words.dropFirst(declared.count)
      }
      guard let change = untyped[lines[place].name], lines[place].sign == "~" else { continue }
      lines[place].words = words.replacing(change + ", ", with: "").replacing(", " + change, with: "")
        .replacing(change, with: "")
    }
    lines.removeAll { $0.sign == "~" && $0.words.isEmpty }
  }

  /// What follows a column's name where it is added to the table that is there.
  func definition(_ column: TableDescription.Column) -> String {
    let definition = column.definition ?? column.declaredType
    // Where no types are checked such a column would make numbers of texts.
    guard isForeign, !existing.isStrict, dialect.choosesAmongClasses, definition.hasPrefix("ANY") else {
      return definition
    }
    return String(definition.dropFirst(3).drop { $0 == " " })
  }

  /// What is not of a single column.
  private mutating func compareWhole() {
    let wantedTable = wanted.description
    var words: [String] = []
    var others: [String] = []
    if wantedTable.isStrict, !existing.isStrict { others.append(Self.strictness) }
    let (key, formerKey) = (wantedTable.primaryKey.map(FoldedName.init), existing.primaryKey.map(FoldedName.init))
    // The order in which another program named the columns of its key says no more of the rows.
    if key != formerKey, !isForeign || Set(key) != Set(formerKey) {
      words.append("key (\(wantedTable.primaryKey.joined(separator: ", ")))")
      needsRebuild = true
    }
    let (keys, former) = (wantedTable.comparableKeys, existing.comparableKeys)
    for key in keys where key.columns.count > 1 && !key.columns.allSatisfy({ existing.column($0) != nil }) {
      alterKey(key.columns, isWanted: true)
    }
    // A key of a column that is new comes with the column.
    for key in keys where !former.contains(key) && key.columns.allSatisfy({ existing.column($0) != nil }) {
      if isForeign, former.contains(where: { key.says($0, isRequired: isRequired(key.columns)) }) { continue }
      words.append("key \(key.columns.joined(separator: ", ")) refers to \(key.table), \(key.rules)")
      alterKey(key.columns, isWanted: true)
    }
    for key in former where !keys.contains(key) && key.columns.allSatisfy({ wantedTable.column($0) != nil }) {
      // Where a new key takes the old one's place it was told.
      if keys.contains(where: { $0.columns == key.columns }) { continue }
      // What others declared stays.
      if !isForeign {
        words.append("key \(key.columns.joined(separator: ", ")) refers to nothing")
        alterKey(key.columns, isWanted: false)
      }
    }
    var rules = checks(wantedTable.checks, existing.checks)
    // What a column says already need not be said again.
    rules.new.subtract(Set(existing.columns.flatMap(\.checks).map { renamed($0) }).subtracting(rules.old))
    note(rules, &words, &others)
    let groups = (wanted: wantedTable.groupConstraints, existing: existing.groupConstraints)
    // What others said is unique stays so.
    if groups.wanted != groups.existing, !isForeign || !groups.wanted.isSubset(of: groups.existing) {
      words.append("other unique columns")
      for group in groups.wanted.subtracting(groups.existing) { alterUnique(group, isUnique: true) }
      for group in groups.existing.subtracting(groups.wanted) where !isForeign {
        alterUnique(group, isUnique: false)
      }
    }
    if !words.isEmpty, !dialect.altersTables { needsRebuild = true }
    for word in words { note([word], [], of: "") }
    for word in others { note([], [word], of: "") }
  }

  private static let strictness = "becomes strict"

  private func isRequired(_ columns: [String]) -> Bool {
    columns.contains { name in wanted.description.column(name).map { $0.isRequired || $0.keyPosition != nil } ?? false }
  }
}
