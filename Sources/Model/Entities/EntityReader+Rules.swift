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
      result.meaning = try meaning(of: rule.text, entity)
      return result
    }
  }

  /// What a predicate about one row means; only what every program of the engine can say.
  private func meaning(of text: String, _ entity: Entity) throws -> Expression {
    var catalog = session.entities.catalog
    catalog.define(entity)
    let tests = PredicateTests(named: session.state(NamedTests.self).all.compactMapValues(\.test)) { kind, arguments in
      try kind.test(with: arguments)
    }
    let meaning: Expression
    do {
      meaning = try PredicateMeaning.expression(
        text, resolver: FieldResolver(catalog: catalog, entity: entity), tests: tests)
    } catch {
      throw mistake(.checkUnfit(rule: text, reason: String(describing: error)))
    }
    if meaning.containsClosure || meaning.needsEngine { throw mistake(.checkNeedsMore(rule: text)) }
    guard meaning.fieldsOfRow != nil else { throw mistake(.checkLeadsOut(rule: text)) }
    return meaning
  }
}
