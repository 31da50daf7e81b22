import Schema

/// Compares the tables that are declared with those that are there.
///
/// Tables that no entity has are left alone, unless they are named as what may go.
package struct SchemaComparison {
  package var wanted: [WantedTable]
  package var existing: [TableDescription]
  /// How many rows the existing tables have, by name.
  package var rowCounts: [String: Int] = [:]
  /// What may go: `Book.pages`, `old_table`.
  package var destructive: Set<String> = []
  /// The named steps that will run, which may fill what is new.
  package var namedSteps: [String] = []
  /// The entities that are of another version now, whose documents are read and written again.
  package var versions: [SchemaPlan.Version] = []
  /// The views and triggers of the database, and the columns that it computes.
  package var dependents: [SchemaDependent] = []
  /// The tables of links that a relation has left behind.
  package var formerLinks: [FormerLinkTable] = []
  /// The tables that may be declared ones under other names.
  package var likelyTables: [LikelyTable] = []
  /// Whether the table that a rebuild makes holds values of the declared types alone.
  package var becomesStrict: (SchemaStep.Rebuild) -> Bool = { _ in true }
  package var dialect: any Dialect

  package init(wanted: [WantedTable], existing: [TableDescription], dialect: any Dialect) {
    self.wanted = wanted
    self.existing = existing
    self.dialect = dialect
  }

  /// What is to be done.
  package func plan() -> SchemaPlan {
    var plan = SchemaPlan()
    var gone: [GoneColumns] = []
    plan.namedSteps = namedSteps
    plan.versions = versions
    plan.agreed = destructive.sorted()
    var present = existing
    for table in wanted { renameTable(table, in: &present, &plan) }
    for table in wanted {
      guard let place = present.place(ofTable: table.description.name) else {
        create(table, &plan)
        continue
      }
      guard !present[place].isView else {
        plan.problems.append("\(table.entity): \(table.description.name) is a view: give the entity another table")
        continue
      }
      if present[place].isVirtual {
        refuseChange(of: present[place], to: table, &plan)
        continue
      }
      var comparison = TableComparison(
        wanted: table, existing: present[place], rowCount: rowCount(present[place].name, table),
        destructive: destructive, namedSteps: namedSteps, dialect: dialect)
      comparison.becomesStrict = becomesStrict
      comparison.renewsDocuments = !versions.isEmpty
      comparison.compare(into: &plan)
      let names = [table.description.name] + table.formerTables
      if !comparison.gone.isEmpty {
        gone.append(
          GoneColumns(tables: Set(names.map { FoldedName($0) }), columns: Set(comparison.gone.map { FoldedName($0) })))
        refuseLooseKeys(to: table, comparison.gone, present, &plan)
      }
    }
    dropTables(present, &plan)
    dropDependents(on: gone, &plan)
    plan.remarks = linkRemarks + tableRemarks
    return plan
  }

  /// What a module keeps is never made anew: an entity over it is to fit what is there.
  private func refuseChange(
    of existing: TableDescription, to table: WantedTable, _ plan: inout SchemaPlan
  ) {
    let missing = table.description.columns.filter { column in
      existing.column(column.name) == nil && !existing.hiddenNames.contains(FoldedName(column.name))
    }
    guard !missing.isEmpty else { return }
    let names = missing.map { table.fields[$0.name] ?? $0.name }.joined(separator: ", ")
    plan.problems.append(
      "\(table.entity): \(existing.name) is a virtual table, which no migration changes, and it has no \(names)")
  }

  private func rowCount(_ name: String, _ table: WantedTable) -> Int {
    let names = [name] + table.formerTables
    return rowCounts.first { count in names.contains { FoldedName($0) == FoldedName(count.key) } }?.value ?? 0
  }

  private func create(_ table: WantedTable, _ plan: inout SchemaPlan) {
    plan.early.append(.create(table.statements))
    plan.tables.append(.init(heading: "\(table.description.name) (\(table.entity)) is made"))
  }

  /// A table that still has its former name gets the new one, here and in the keys that refer to it.
  private func renameTable(_ table: WantedTable, in present: inout [TableDescription], _ plan: inout SchemaPlan) {
    let name = table.description.name
    func place(_ name: String) -> Int? { present.place(ofTable: name) }
    guard place(name) == nil, let former = table.formerTables.first(where: { place($0) != nil }),
      let found = place(former)
    else { return }
    let old = present[found].name
    plan.early.append(.renameTable(old, to: name))
    plan.tables.append(.init(heading: "\(old) becomes \(name) (\(table.entity))"))
    present[found].name = name
    for index in present.indices {
      for key in present[index].foreignKeys.indices
      where FoldedName(present[index].foreignKeys[key].table) == FoldedName(old) {
        present[index].foreignKeys[key].table = name
      }
    }
  }

  /// Undeclared tables go only when they are named.
  private func dropTables(_ present: [TableDescription], _ plan: inout SchemaPlan) {
    let declared = Set(wanted.map { FoldedName($0.description.name) })
    for table in present where !table.isView && !declared.contains(FoldedName(table.name)) {
      guard destructive.contains(table.name) else { continue }
      plan.late.append(.dropTable(table.name))
      plan.tables.append(.init(heading: "\(table.name) goes\(Self.rows(rowCounts[table.name] ?? 0, ", with its "))"))
    }
  }

  /// `, 1,234 rows`; nothing where there are none.
  static func rows(_ count: Int, _ before: String = ", ") -> String {
    if count == 0 { return "" }
    var digits = String(count)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return "\(before)\(digits) row\(count == 1 ? "" : "s")"
  }
}
