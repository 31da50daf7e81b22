import Schema

/// A column of a table, and what holds of its values: for every row, or for the rows of some entities that share it.
struct TableColumn {
  struct Rule {
    /// The kinds of the rows that it is about; nil = every row.
    var kinds: [String]?
    var field: Field
  }

  /// The column as a field, whose name is unambiguous in the table.
  var field: Field
  var rules: [Rule]

  /// The columns of an entity's table, also those of the entities that share it.
  static func all(of owner: Entity, in catalog: Catalog) -> [TableColumn] {
    guard let sharing = owner.sharing else {
      return (owner.fields + owner.hiddenFields).map { TableColumn(field: $0, rules: [Rule(kinds: nil, field: $0)]) }
    }
    var result: [TableColumn] = []
    var places: [FoldedName: Int] = [:]
    for entity in [owner] + catalog.sharers(of: owner).filter({ $0.name != owner.name }) {
      for field in entity.fields {
        let place = places[FoldedName(field.column)] ?? result.count
        if place == result.count {
          places[FoldedName(field.column)] = place
          var column = field
          column.name = field.column
          result.append(TableColumn(field: column, rules: []))
        }
        // The field that says whose a row is, is the owner's: it knows them all.
        let isKind = field.name == Sharing.field
        if isKind ? entity.name == owner.name : !entity.isAbstract {
          result[place].add(field, of: isKind ? sharing.kinds : [entity.name])
        }
      }
    }
    for place in result.indices { result[place].settle(sharing.kinds) }
    for field in catalog.sharers(of: owner).flatMap(\.hiddenFields)
    where places.updateValue(result.count, forKey: FoldedName(field.column)) == nil {
      result.append(TableColumn(field: field, rules: []))
    }
    return result
  }

  private mutating func add(_ field: Field, of kinds: [String]) {
    if let place = rules.firstIndex(where: { FieldRules($0.field) == FieldRules(field) }) {
      rules[place].kinds? += kinds
    } else {
      rules.append(Rule(kinds: kinds, field: field))
    }
  }

  /// What holds of all kinds holds of every row.
  private mutating func settle(_ kinds: [String]) {
    if rules.count == 1, rules[0].kinds.map(Set.init) == Set(kinds) { rules[0].kinds = nil }
    // A default of some would be one of all. A row that does not say what it is, is what the table's owner is.
    let isCommon = rules.count == 1 && rules[0].kinds == nil
    if !isCommon { (field.defaultValue, field.defaultSQL) = (nil, nil) }
  }

  /// Whether no row may go without a value.
  var isRequired: Bool { rules.contains { $0.kinds == nil && $0.field.isRequired } }

  /// The conditions that the table checks.
  var checks: [Expression] {
    let path = Expression.field(FieldPath(field: field.name))
    return rules.flatMap { rule in
      var result: [Expression] = []
      if rule.kinds != nil, rule.field.isRequired { result.append(.not(.isNull(path))) }
      // A type of the database's own checks its values itself.
      let isChecked = rule.field.nature.typeName != nil
      if !isChecked, let check = rule.field.type.check(path, rule.field) { result.append(check) }
      // Tests are about what scripts see, which is not what such a field stores.
      if rule.field.encoder != nil { return result.map { rule.guarded($0) } }
      // A table must stay writable by every program: what needs Moonshell's functions, Moonshell alone enforces.
      result += rule.field.tests.compactMap { $0.expression(over: path).portable }
      return result.map { rule.guarded($0) }
    }
  }
}

extension TableColumn.Rule {
  /// The condition, for rows of its kinds only: `lives IS NOT NULL OR kind <> 'Cat'`.
  ///
  /// The column comes first, as databases name a condition that does not hold by its beginning.
  fileprivate func guarded(_ condition: Expression) -> Expression {
    guard let kinds else { return condition }
    let kind = Expression.field(FieldPath(field: Sharing.field))
    let isOther: Expression =
      kinds.count == 1
      ? .comparison(.notEqual, kind, .literal(.text(kinds[0]))) : .not(.oneOf(kind, kinds.map { .text($0) }))
    return .or([condition, isOther])
  }
}

/// What a field says of the values in its column.
private struct FieldRules: Hashable {
  private let type: ColumnType
  private let isRequired: Bool
  private let bits: Int
  private let choices: [Field.Choice]
  private let tests: [Test]
  private let defaultValue: Field.Default?
  private let defaultSQL: String?
  private let generation: String?

  init(_ field: Field) {
    type = field.type
    isRequired = field.isRequired
    bits = field.bits
    choices = field.choices
    tests = field.tests
    defaultValue = field.defaultValue
    defaultSQL = field.defaultSQL
    generation = field.generation?.text
  }
}
