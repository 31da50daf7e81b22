import Query
import Schema

/// What a request computes of its rows (`annotate`) is read by functions as a field is.
extension MemberReader {
  func read(_ computed: ComputedField, _ name: String, of row: Row, _ entity: Entity) throws -> Outcome {
    let expression = computed.expression
    if computed.asksScript { throw Untranslatable(.givenByFunction(member: name)) }
    // The second row of a comparator would need the expression said of other names.
    guard row.argument == 0 else { throw Untranslatable(.computedMember(name)) }
    if case .reckoned(let aggregation, _) = expression, aggregation.function == .count {
      return .term(.integer, expression)
    }
    if case .reckoned(let aggregation, let rows) = expression, let term = term(aggregation, of: rows, computed) {
      return .value(.term(term))
    }
    // What is made of other rows would be made again for each question about its class.
    guard computed.field.type.reading == .asStored, !expression.contains(\.looksElsewhere) else {
      throw Untranslatable(.computedMember(name))
    }
    let other = Outcome.fork(.isNull(expression), .nil, .unknown(.scalar, .computedMember(name)))
    return kinds(of: computed.field, entity).reversed().reduce(other) { rest, kind in
      .fork(.kernel(kind.test, [expression]), .term(kind.kind, expression), rest)
    }
  }

  /// What is made of a field of related rows, of which it is known of what class it is; nil for anything else.
  private func term(_ aggregation: Aggregation, of rows: RelatedRows, _ computed: ComputedField) -> Term? {
    guard aggregation.list == nil, aggregation.fold == nil, case .field(let path)? = aggregation.value,
      path.relations.isEmpty, path.inside.isEmpty, let field = rows.entity.field(path.field), field.decoder == nil,
      field.fallback == nil, let kind = kind(aggregation.function, of: field, rows.entity, computed.field)
    else { return nil }
    let isSum = aggregation.function == .sum
    return Term(kind: kind, expression: computed.expression, isNullable: !isSum, mayRaise: isSum)
  }

  private func kind(
    _ function: Aggregation.Function, of field: Field, _ entity: Entity, _ made: Field
  ) -> Term.Kind? {
    let isExtreme = [.min, .max].contains(function)
    if field.type == .decimal, !field.isStoredAsNumber, !entity.isReflected, isExtreme || function == .sum {
      return made.type == .decimal && made.scale == field.scale ? .decimal(scale: field.scale) : nil
    }
    guard made.type.reading == .asStored, field.type.reading == .asStored, field.type != .duration else { return nil }
    if isExtreme, holdsTexts(field, of: entity) { return .text }
    guard holdsNumbers(field, of: entity) else { return nil }
    return [.avg, .median].contains(function) ? .real : .number
  }

  /// What a member may be by its expression, and what asks whether it is; texts of others may compare without case.
  private func kinds(of field: Field, _ entity: Entity) -> [(test: Kernel, kind: Term.Kind)] {
    let texts: [(Kernel, Term.Kind)] = entity.isReflected || entity.hasCollations ? [] : [(.isText, .text)]
    return switch field.storage {
    case .integer: [(.isInteger, .integer)]
    case .real: [(.isReal, .real)]
    case .text: texts
    case .data: []
    case .any: [(.isInteger, .integer), (.isReal, .real)] + texts
    }
  }
}

extension Entity {
  fileprivate var hasCollations: Bool { fields.contains { $0.nature.collation != .binary } }
}

extension Expression {
  /// Whether it says something of other rows than the one that it is asked of, or in words that cannot be looked into.
  fileprivate var looksElsewhere: Bool {
    switch self {
    case .among, .reckoned, .requested, .written, .closure, .partly, .tested: true
    case .field(let path): !path.relations.isEmpty
    default: false
    }
  }
}
