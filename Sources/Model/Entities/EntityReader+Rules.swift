import LuaRuntime
import Query
import Schema

extension EntityReader {
  /// Reads `check`: a predicate or `sql "…"`, or a list of them.
  func readRules(_ value: LuaValue) throws -> [RowRule] {
    guard case .table(let list) = value else { return [try rule(value)] }
    return try list.elements.map { try rule($0) }
  }

  private func rule(_ value: LuaValue) throws -> RowRule {
    if let sql = value.userdata?.object(as: WrittenSQL.self) { return RowRule(sql.text, isSQL: true) }
    guard let text = value.text, !text.isEmpty else { throw mistake(.checkIsNoText(found: value.described)) }
    return RowRule(text)
  }

  /// The rules of an entity with what they mean, now that its fields are known.
  func understood(_ rules: [RowRule], of entity: Entity) throws -> [RowRule] {
    try rules.map { rule in
      if rule.isSQL { return rule }
      var result = rule
      result.meaning = try meaning(of: rule.text, entity, .check)
      return result
    }
  }

  /// An index with what its expressions mean, now that the fields are known.
  func understood(_ index: Entity.Index, of entity: Entity, at place: SourcePosition?) throws -> Entity.Index {
    var result = index
    for (number, name) in index.fields.enumerated() where result.expressions[number]?.isSQL != true {
      if entity.field(name) != nil || entity.relation(name)?.kind == .belongsTo { continue }
      // What is a name alone is a misspelt one.
      guard name.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }) else {
        throw mistake(.indexHasNoField(field: name, known: entity.memberNames), place)
      }
      var rule = RowRule(name)
      rule.meaning = try meaning(of: name, entity, .indexed, at: place)
      result.expressions[number] = rule
    }
    if let condition = index.condition, !condition.isSQL {
      result.condition?.meaning = try meaning(of: condition.text, entity, .indexWhere, at: place)
    }
    return result
  }

  /// Notes what the fields mean that the database computes, now that the others are known.
  mutating func understandGenerations() throws {
    for slot in entity.fields.indices {
      let field = entity.fields[slot]
      guard let rule = field.generation, !rule.isSQL else { continue }
      let meaning = try meaning(of: rule.text, entity, .generated, at: field.position) {
        try checkFit($0, of: field, rule)
      }
      entity.fields[slot].generation?.meaning = meaning
    }
  }

  /// A column holds values of one kind: what is computed must be of it, as nothing converts it.
  private func checkFit(_ value: Field, of field: Field, _ rule: RowRule) throws {
    let isSame = field.storage == value.storage || field.storage == .any
    let isWidened = field.storage == .real && value.storage == .integer && value.type != .decimal
    let isDecimal = field.type == .decimal || value.type == .decimal
    let isLike = isDecimal ? field.isLikeDecimal(value) : field.precision == value.precision || value.type == .text
    if isSame && isLike || isWidened { return }
    let (found, type) = (withArticle(value.kindOfValue), withArticle(field.kindOfValue))
    throw mistake(.generatedUnfit(rule: rule.text, found: found, type: type), field.position)
  }

  /// What a predicate, or a value, of one row means; only what every program of the engine can say.
  private func meaning(
    of text: String, _ entity: Entity, _ use: DeclarationError.RuleUse, at place: SourcePosition? = nil,
    fitting: (Field) throws -> Void = { _ in }
  ) throws -> Expression {
    var catalog = session.entities.catalog
    catalog.define(entity)
    let tests = PredicateTests(named: session.state(NamedTests.self).all.compactMapValues(\.test)) { kind, arguments in
      try kind.test(with: arguments)
    }
    var meaning: Expression
    var value: Field?
    do {
      let resolver = FieldResolver(catalog: catalog, entity: entity)
      if use == .indexed || use == .generated {
        let computed = try PredicateMeaning.value(text, resolver: resolver, tests: tests)
        (meaning, value) = (computed.expression, computed.field)
      } else {
        meaning = try PredicateMeaning.expression(text, resolver: resolver, tests: tests)
      }
    } catch {
      throw mistake(.ruleUnfit(use, rule: text, reason: String(describing: error)), place)
    }
    meaning = meaning.withoutReading
    let resolver = FieldResolver(catalog: catalog, entity: entity)
    var readsParts = false
    do {
      meaning = try meaning.rewritten { part in
        guard case .field(let path) = part else { return nil }
        let settled = try resolver.settled(path)
        if !settled.inside.isEmpty {
          let field = try resolver.field(at: settled)
          // Exact numbers and bytes in documents are read by functions that other programs do not have.
          readsParts = readsParts || field.type.reading == .decimal || field.storage == .data
        }
        return .field(settled)
      }
    } catch {
      throw mistake(.ruleUnfit(use, rule: text, reason: String(describing: error)), place)
    }
    if readsParts || meaning.containsClosure || meaning.needsEngine {
      throw mistake(.ruleNeedsMore(use, rule: text), place)
    }
    guard meaning.fieldsOfRow != nil else { throw mistake(.ruleLeadsOut(use, rule: text), place) }
    if let value { try fitting(value) }
    return meaning
  }
}

extension Field {
  /// Whether decimals of both have as many digits, and are stored alike.
  fileprivate func isLikeDecimal(_ other: Field) -> Bool {
    type == other.type && scale == other.scale && isStoredAsNumber == other.isStoredAsNumber
      && keepsScale == other.keepsScale
  }

  /// Of which kind its values are, for messages: `decimal of scale 2`.
  fileprivate var kindOfValue: String {
    if type == .decimal { return "decimal of scale \(scale)" }
    return precision > 0 ? "\(type.name) of precision \(precision)" : type.name
  }
}

extension Expression {
  /// The same as other programs of the engine reckon: what reads texts as Lua does they have not.
  fileprivate var withoutReading: Expression {
    rewritten { part in
      guard case .kernel(.number, let operands) = part, let operand = operands.first else { return nil }
      return operand.withoutReading
    }
  }
}
