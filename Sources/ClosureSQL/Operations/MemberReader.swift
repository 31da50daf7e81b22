import Query
import Schema

/// What reading a member of a row gives: a field as scripts see it, a related row, a method of the script.
struct MemberReader {
  let catalog: Catalog
  let host: (any ClosureHost)?

  func read(_ name: String, of row: Row) throws -> Outcome {
    guard let entity = catalog[row.entity] else { throw Untranslatable("it reads a row of an entity that is missing") }
    if let field = entity.field(name) { return try read(field, of: row, entity) }
    // What else a row has depends on whose it is.
    if entity.isMixed { throw Untranslatable("'\(name)' is not what all rows of the table have") }
    if entity.transients.contains(where: { $0.name == name }) {
      return .unknown(.value, "field '\(name)' is not stored")
    }
    if let method = host?.method(name, of: entity.name), !method.isNil { return .value(.constant(Constant(method))) }
    if let relation = entity.relation(name) { return try follow(relation, of: row, entity) }
    // The row's own methods, and mistakes.
    throw Untranslatable("'\(name)' is no field of \(entity.name)")
  }

  func column(_ field: Field, of row: Row) -> Expression {
    .field(FieldPath(relations: row.path(row.relations), field: field.name))
  }

  private func traits(of entity: Entity) -> TableTraits { host?.traits(of: entity) ?? .asDeclared }

  // MARK: Fields

  private func read(_ field: Field, of row: Row, _ entity: Entity) throws -> Outcome {
    let column = column(field, of: row)
    if field.decoder != nil { throw Untranslatable("field '\(field.name)' is read by a function") }
    if field.fallback != nil { return .unknown(.value, "field '\(field.name)' has a fallback") }
    let traits = traits(of: entity)
    let isRowNumber = entity.automaticKeySlot.map { entity.fields[$0] == field } ?? false
    let isNullable = !isRowNumber && !traits.fills(field)
    func term(_ kind: Term.Kind) -> Outcome {
      .value(.term(Term(kind: kind, expression: column, isNullable: isNullable)))
    }
    switch field.type.reading {
    case .json, .document:
      return .fork(.isNull(column), .nil, .unknown(.value, "field '\(field.name)' is a document"))
    case .decimal:
      guard field.isStoredAsNumber else { return term(.decimal(scale: field.scale)) }
      let isNumber = Expression.or([.kernel(.isInteger, [column]), .kernel(.isReal, [column])])
      let other = Outcome.unknown(.value, "field '\(field.name)' may hold what is no number")
      return .fork(isNumber, .term(.decimal(scale: nil), column), .fork(.isNull(column), .nil, other))
    case .label:
      let isPlain = field.choices.allSatisfy { $0.stored == .text($0.label) }
      return term(isPlain ? .text : .word(field.choices))
    case .boolean: return term(.boolean)
    case .asStored: break
    }
    // What an entity declares it demands of each value that is read; one that was made of the table takes all.
    if entity.isReflected, !traits.isStrict, !isRowNumber { return loose(field, column, entity) }
    switch field.storage {
    case .integer: return term(.integer)
    case .real: return term(.real)
    case .text:
      return .value(.term(Term(kind: .text, expression: text(column, entity), isNullable: isNullable)))
    case .data: return term(.bytes)
    case .any: return loose(field, column, entity)
    }
  }

  /// A column that may hold values of any class, as tables of others have them.
  private func loose(_ field: Field, _ column: Expression, _ entity: Entity) -> Outcome {
    let other = Outcome.fork(
      .isNull(column), .nil,
      .unknown(.scalar, "field '\(field.name)' may hold values of another type than its column says"))
    func number() -> Outcome { .term(.number, column) }
    let isNumber = Expression.or([.kernel(.isInteger, [column]), .kernel(.isReal, [column])])
    switch field.storage {
    case .integer, .real: return .fork(isNumber, number(), other)
    case .text: return .fork(.kernel(.isText, [column]), .term(.text, text(column, entity)), other)
    case .data: return .fork(.kernel(.isData, [column]), .term(.bytes, column), other)
    case .any:
      // The column would turn a text that it is compared with into a number.
      let text = Outcome.fork(
        .kernel(.isText, [column]), .term(.text, .kernel(.binary, [.kernel(.plain, [column])])), other)
      return .fork(isNumber, number(), text)
    }
  }

  /// A column of text that compares by its bytes.
  private func text(_ column: Expression, _ entity: Entity) -> Expression {
    traits(of: entity).hasCollations ? .kernel(.binary, [column]) : column
  }

  // MARK: Relations

  private func follow(_ relation: Relation, of row: Row, _ entity: Entity) throws -> Outcome {
    guard relation.kind == .belongsTo, relation.columns.count == 1,
      let target = catalog[relation.target],
      let own = entity.fields.first(where: { $0.column == relation.columns[0] })
    else {
      throw Untranslatable("it follows the relation '\(relation.name)', which is no belongs_to of a single column")
    }
    if host?.watchesReading(of: target.name) == true {
      throw Untranslatable("it reads objects of \(target.name), which has an after_load")
    }
    // A row may be there that is not one of the target's.
    guard target.sharing?.isPart != true else {
      throw Untranslatable("it follows the relation '\(relation.name)', whose rows share a table with others")
    }
    let keys = target.keySlots.map { target.fields[$0] }
    guard keys.count == 1, relation.targetColumns.isEmpty || relation.targetColumns == [keys[0].column] else {
      throw Untranslatable("it follows the relation '\(relation.name)', which leads to no single key")
    }
    let reference = column(own, of: row)
    let relations = row.relations + [relation.name]
    // In a table of others a key may lead to no row.
    let traits = traits(of: entity)
    let isTrusted = !entity.isReflected && traits.hasKeys
    let found = Expression.field(FieldPath(relations: row.path(relations), field: keys[0].name))
    let key = isTrusted ? (traits.fills(own) ? nil : reference) : found
    return .value(
      .row(Row(argument: row.argument, relations: relations, entity: target.name, key: key, identity: reference)))
  }
}
