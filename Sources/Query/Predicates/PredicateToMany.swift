import Encodings
import Schema

/// The rows behind a relation to many that a part of a predicate is said of.
///
///     games.score > 3   // in the games: prefix ["games"], so that `games.score` is their field `score`
struct PredicateScope {
  /// The names with which everything that is asked of those rows begins.
  var prefix: [String] = []
  /// What leads on from those rows to what the prefix means: the far end of a link.
  var inner: [String] = []
  /// What leads back to the rows around these, the nearest first: `games.score > level` is also said of the player.
  var outer: [(prefix: [String], way: [String])] = []

  /// The relations and the field that a dotted name means here; nil where it is of no row that can be seen from here.
  func way(_ names: [String]) -> [String]? {
    let rows = [(prefix: prefix, way: inner)] + outer
    return rows.first { names.starts(with: $0.prefix) }.map { $0.way + names[$0.prefix.count...] }
  }

  /// The scope of the rows that a relation leads to from here.
  func rows(of found: PredicateToMany) -> PredicateScope {
    let seen = found.step.back.map { back in
      ([(prefix: prefix, way: inner)] + outer).map { (prefix: $0.prefix, way: [back] + $0.way) }
    }
    return PredicateScope(prefix: found.prefix, inner: found.step.inner, outer: seen ?? [])
  }
}

/// A relation to many in a part of a predicate.
struct PredicateToMany {
  let step: ToManyStep
  /// The name that leads there, as it was written.
  let node: PredicateNode
  let prefix: [String]

  var name: String { prefix.joined(separator: ".") }
}

extension PredicateMeaning {
  /// The field or relation that a dotted name means here.
  func path(_ names: [String], _ node: PredicateNode) throws -> FieldPath {
    guard let way = scope.way(names) else {
      let (name, rows) = (names.joined(separator: "."), scope.prefix.joined(separator: "."))
      throw failure(.notOfRows(name, rows: rows, isField: resolver.entity.field(name) != nil), node)
    }
    return FieldPath(relations: Array(way.dropLast()), field: way[way.count - 1])
  }

  /// The first relation to many that the values of some parts are behind.
  func toMany(in parts: [PredicateNode]) throws -> PredicateToMany? {
    for part in parts {
      if let found = try toMany(in: part) { return found }
    }
    return nil
  }

  func toMany(in node: PredicateNode) throws -> PredicateToMany? {
    switch node.syntax {
    case .arithmetic(_, let left, let right): return try toMany(in: [left, right])
    case .negative(let operand): return try toMany(in: operand)
    case .name(let names):
      if names.count == 1, parameters[names[0]] != nil { return nil }
      guard let step = try resolver.toManyStep(of: try path(names, node)) else { return nil }
      let rest = step.rest.map { $0.relations.count + 1 } ?? 0
      return PredicateToMany(step: step, node: node, prefix: Array(names.dropLast(rest)))
    // A truth among the values says for itself what it is about.
    default: return nil
    }
  }

  /// That one of the rows fits: `"id" IN (SELECT "player_id" FROM "game" WHERE "score" > 3)`.
  func some(_ found: PredicateToMany, fits truth: (PredicateMeaning) throws -> Expression) throws -> Expression {
    var rows = found.step.rows
    let resolver = FieldResolver(catalog: resolver.catalog, entity: rows.entity)
    let inner = PredicateMeaning(
      resolver: resolver, parameters: parameters, tests: tests, text: text, scope: scope.rows(of: found))
    let condition = try truth(inner)
    guard !condition.containsFunction else {
      throw failure(.functionOfRelatedRows, found.node)
    }
    rows.condition = condition
    return .among(rows)
  }

  /// A comparison of the relation itself: with nil, which asks whether there are rows, or with the key of one.
  func compared(
    _ comparison: Expression.Comparison, _ found: PredicateToMany, with other: PredicateNode
  ) throws -> Expression {
    guard comparison == .equal || comparison == .notEqual else {
      throw failure(.orderOfRows(example: found.example), found.node)
    }
    let operand = try self.operand(other)
    if operand.kind == .null { return comparison == .equal ? .not(.among(found.step.rows)) : .among(found.step.rows) }
    let rows = try self.rows(of: found, thatAre: operand, other)
    return comparison == .equal ? .among(rows) : .not(.among(rows))
  }

  private func rows(
    of found: PredicateToMany, thatAre operand: PredicateOperand, _ node: PredicateNode
  ) throws -> RelatedRows {
    let tie = found.step.tie
    let key = tie.targetColumns.compactMap { column in tie.target.fields.first { $0.column == column } }
    guard let value = operand.constant, key.count == 1 else {
      throw failure(
        .rowsComparedWithValue(found.name, hasSingleKey: key.count == 1, example: found.example), node)
    }
    var rows = found.step.rows
    do {
      let isEncoded = key[0].encoder != nil && !operand.isKey
      let encoded = isEncoded ? try tests.encoder?(value, false, key[0]) : nil
      let stored = try encoded ?? key[0].operand(value)
      rows.condition = tie.leads(to: [stored])
    } catch let error as SchemaError {
      throw failure(saying: error, node.range)
    }
    return rows
  }

  /// Whether there are rows, or some are among them, which is all that a test can ask of the relation itself.
  func tested(_ found: PredicateToMany, _ asked: PredicateTest) throws -> Expression {
    switch asked.name {
    case "present": return .among(found.step.rows)
    case "absent": return .not(.among(found.step.rows))
    default:
      if TestKind.named(asked.name)?.comparesKeys == true,
        let condition = try tests.rows?(test(asked), found.step)
      {
        return condition
      }
      throw failure(.testNotForRows(found.name, example: found.example), found.node)
    }
  }
}

extension PredicateToMany {
  fileprivate var example: String {
    let fields = step.tie.target.fields
    let field = fields.first { !$0.isPrimaryKey && $0.relation == nil } ?? fields.first
    return (prefix + [field?.name ?? "…"]).joined(separator: ".")
  }
}

extension TestKind {
  /// Whether it is about being one of some values.
  fileprivate var comparesKeys: Bool {
    [.equal, .notEqual, .oneOf, .noneOf].contains(self)
  }
}
