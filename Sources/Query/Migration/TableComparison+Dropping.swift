import Encodings
import Schema

/// What goes, and what others made that goes with it: each is a loss that a person must agree to.
extension TableComparison {
  mutating func drop(_ column: TableDescription.Column, _ plan: inout SchemaPlan) {
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
    // A database that can do so takes what is said of a column along with it, but for the key.
    if isBound, !dialect.altersTables || column.keyPosition != nil { needsRebuild = true }
    if !isAgreed(column) { plan.losses.append(.init(name: name, table: table, column: column.name)) }
  }

  /// The rules of another program that use a column which goes.
  mutating func dropRules(about column: TableDescription.Column, _ plan: inout SchemaPlan) {
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

  static func words(_ check: TableDescription.Check) -> String {
    check.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")").replacing(" ,", with: ",")
  }

  /// Notes what others made as lost, unless that is agreed to.
  func agree(_ name: String, _ isOurs: Bool, _ plan: inout SchemaPlan) {
    guard !isOurs, !destructive.contains(name), !plan.losses.contains(where: { $0.name == name }) else { return }
    plan.losses.append(.init(name: name, table: table, column: nil))
  }

  /// Whether what a column would lose was named.
  func isAgreed(_ column: TableDescription.Column) -> Bool {
    // A key goes by the name of its column or of its relation.
    let names = [column.name] + (column.name.hasSuffix("_id") ? [String(column.name.dropLast(3))] : [])
    return destructive.contains(wanted.word(for: column.name))
      || names.contains { destructive.contains("\(wanted.entity).\($0)") || destructive.contains("\(table).\($0)") }
  }
}
