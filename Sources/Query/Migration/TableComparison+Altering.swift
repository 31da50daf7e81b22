import Schema

/// The changes of a table that stays, where the database can change columns and rules one by one.
extension TableComparison {
  mutating func alter(_ alteration: Alteration) {
    if dialect.altersTables, !alterations.contains(alteration) { alterations.append(alteration) }
  }

  /// Gives a column its declared type, and takes away what the former one alone understands meanwhile.
  mutating func alterType(_ column: TableDescription.Column, _ present: TableDescription.Column) {
    guard dialect.altersTables else { return }
    let value = dialect.altered(present, to: column)
    // Decimals with more digits are other integers.
    if column.fullType == present.fullType, value == .name(column.name) { return }
    // What refers to it, or it refers to, would be of another type for a while.
    if isInKey(column.name) { needsRebuild = true }
    if present.defaultSQL != nil { alter(.dropDefault(column: column.name)) }
    alter(.setType(column: column.name, to: column.fullType, using: value))
    if let text = column.defaultSQL ?? (keepsDefault(of: column, present) ? present.defaultSQL : nil),
      present.defaultSQL != nil
    {
      alter(.setDefault(column: column.name, text))
    }
    // Functions of the script, and the types of its fields, read what Moonshell has there, not what the server has.
    if present.nature.native != nil, column.nature.native == nil, column.remark != nil, !retyped.contains(column.name) {
      retyped.append(column.name)
    }
  }

  private func isInKey(_ column: String) -> Bool {
    let name = FoldedName(column)
    return [existing, wanted.description].contains { table in
      table.primaryKey.contains { FoldedName($0) == name }
        || table.foreignKeys.contains { $0.columns.contains { FoldedName($0) == name } }
    }
  }

  /// What is noted of a column, where its type does not say it.
  mutating func alterNote(_ column: TableDescription.Column, _ present: TableDescription.Column) {
    guard dialect.altersTables, column.nature.native == nil, !column.holdsTruths else { return }
    let isNumber = StoredType(column.declaredType, saying: column.remark).isNumber
    let wasSaid = present.nature.native != nil || present.holdsTruths
    guard !isNumber, column.note != (wasSaid ? nil : present.note) else { return }
    alter(.note(column: column.name, noting(column, beside: present.comment)))
  }

  private func noting(_ column: TableDescription.Column, beside comment: String?) -> SQL {
    .written(dialect.noting(column.note, beside: comment, on: column.name, of: table).literal(for: dialect))
  }

  mutating func alterRequired(_ column: TableDescription.Column) {
    guard column.isRequired else { return alter(.allowNull(column: column.name)) }
    if let value = column.defaultSQL { alter(.fill(column: column.name, with: value)) }
    alter(.setRequired(column: column.name))
  }

  mutating func alterDefault(_ column: TableDescription.Column) {
    alter(column.defaultSQL.map { .setDefault(column: column.name, $0) } ?? .dropDefault(column: column.name))
  }

  // MARK: Rules

  mutating func alterUnique(_ folded: [FoldedName], isUnique: Bool) {
    let rules = (isUnique ? wanted.description : existing).namedRules.filter {
      $0.kind == .unique && $0.columns.map(FoldedName.init) == folded
    }
    for rule in rules { alter(isUnique ? .addRule(named(rule)) : .dropRule(name: rule.name)) }
  }

  mutating func alterChecks(_ checks: (new: Set<TableDescription.Check>, old: Set<TableDescription.Check>)) {
    guard dialect.altersTables else { return }
    let (new, old) = (checks.new.subtracting(checks.old), checks.old.subtracting(checks.new))
    for rule in wantedChecks where new.contains(rule.check) { alter(.addRule(named(rule))) }
    if isForeign { return }
    for rule in existing.namedRules where rule.kind == .check && old.contains(renamed(rule.check)) {
      alter(.dropRule(name: rule.name))
    }
  }

  /// The CHECKs as they are declared: what the database says of one, it says in yet other words once it is told that.
  private var wantedChecks: [TableDescription.NamedRule] {
    var rules = wanted.description.namedRules.filter { $0.kind == .check }
    let texts = CheckTexts.all(in: wanted.statements.first ?? "", dialect.syntax)
    // Some may not fit the columns that there are, and were left out.
    if texts.count == rules.count { for place in rules.indices { rules[place].text = texts[place] } }
    return rules
  }

  /// Makes a key to another table, in the place of one of the same columns, or takes that away.
  mutating func alterKey(_ columns: [String], isWanted: Bool) {
    guard dialect.altersTables else { return }
    func isKey(_ rule: TableDescription.NamedRule) -> Bool {
      rule.kind == .key && rule.columns.map(FoldedName.init) == columns.map(FoldedName.init)
    }
    for rule in existing.namedRules.filter(isKey) { alter(.dropRule(name: rule.name)) }
    guard isWanted else { return }
    for rule in wanted.description.namedRules.filter(isKey) { alter(.addRule(named(rule))) }
  }

  /// The rule under the name that people gave it; the database finds one for others.
  private func named(_ rule: TableDescription.NamedRule) -> TableDescription.NamedRule {
    var rule = rule
    let isFound = rule.name.hasPrefix(table.prefix(20)) && rule.kind != .check || rule.name.hasPrefix("\(table)_")
    if isFound || existing.namedRules.contains(where: { $0.name == rule.name }) { rule.name = "" }
    return rule
  }

  // MARK: Columns

  /// What a column that was added without it is to hold to once it is filled.
  mutating func complete(_ column: TableDescription.Column) {
    if column.isRequired { alter(.setRequired(column: column.name)) }
    let isUnique = wanted.description.isConstrained(column.name)
    if isUnique { alterUnique([FoldedName(column.name)], isUnique: true) }
    alterChecks((Set(column.checks), []))
    if wanted.description.reference(of: column.name, dialect) != nil { alterKey([column.name], isWanted: true) }
  }

  /// The same table whose rules and columns were changed: the steps that come before what fills it, and those after.
  var alterationSteps: (early: [SchemaStep], late: [SchemaStep]) {
    let sorted = alterations.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    // What reads as a text is one before functions of the script, and what has another type, put texts there.
    let readable = Set(existing.columns.filter { $0.nature.native != nil }.map(\.name))
    let early = sorted.filter { $0.comesEarly(of: readable) }
    let late = sorted.filter { !$0.comesEarly(of: readable) }
    func steps(_ alterations: [Alteration]) -> [SchemaStep] { alterations.map { .alter(table: table, $0) } }
    return (steps(early), steps(late))
  }

  /// A table of another program whose columns are all of Moonshell's own types then would be taken for its own.
  mutating func noteForeign() {
    guard isForeign, !existing.isStrict, !alterations.isEmpty || !gone.isEmpty else { return }
    let own = Set([Storage.integer, .real, .text, .data].map { dialect.typeName($0) })
    let types = existing.columns.filter { !gone.contains($0.name) }.map { column in
      alterations.lazy.compactMap { if case .setType(column.name, let type, _) = $0 { type } else { nil } }.first
        ?? column.fullType
    }
    if types.allSatisfy({ own.contains($0) }) {
      let note = dialect.notingForeign(table, beside: existing.comment).literal(for: dialect)
      alter(.noteForeign(.written(note)))
    }
  }

  /// What only a new table could say of one that another program made: who made it knows how to make it anew.
  mutating func refuseRebuild(_ plan: inout SchemaPlan) {
    let key = wanted.description.primaryKey
    var statements: [SQL] = []
    if key.map(FoldedName.init) != existing.primaryKey.map(FoldedName.init) {
      let names = key.map { SQL.name($0) }.joined(by: ", ")
      statements.append(
        "ALTER TABLE \(name: table) DROP CONSTRAINT \(name: existing.namedRules.first { $0.kind == .primary }?.name ?? "\(table)_pkey")"
      )
      statements.append("ALTER TABLE \(name: table) ADD PRIMARY KEY (\(names))")
    }
    statements += alterations.compactMap { alteration in
      if case .setType = alteration { alteration.statement(of: table) } else { nil }
    }
    let others = existing.columns.filter { present in
      wanted.description.column(present.name).map { $0.isGenerated && needsAnother(present, $0) } ?? false
    }
    if !others.isEmpty {
      let names = others.map { wanted.word(for: $0.name) }.joined(separator: ", ")
      plan.problems.append(
        "\(names): another program made \(table), and what it computes stays as it is: declare it so, or drop the column"
      )
      if statements.isEmpty { return }
    }
    let words = statements.map { $0.literal(for: dialect) }.joined(separator: "; ")
    plan.problems.append(
      "\(wanted.entity): another program made \(table), and its keys stay as they are: declare them so, or run \(words)"
    )
  }
}

extension Alteration {
  fileprivate func comesEarly(of columns: Set<String>) -> Bool {
    switch self {
    case .setType(let column, _, _), .dropDefault(let column): columns.contains(column)
    default: false
    }
  }
}

extension TableDescription.Column {
  /// The type as a statement says it.
  var fullType: String { spelledType ?? declaredType }
}
