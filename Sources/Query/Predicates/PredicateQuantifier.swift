import Schema

/// What is said of all rows that a relation leads to: `any(games, score > 3 and won)`.
enum PredicateQuantifier: String, CaseIterable {
  /// That one of them fits.
  case any
  /// That the condition is true for each of them, also where there are none.
  case all
  /// That none fits.
  case none
}

extension PredicateMeaning {
  func quantified(_ call: PredicateCall, _ node: PredicateNode) throws -> Expression {
    guard let quantifier = PredicateQuantifier(rawValue: call.name) else { return try truth(node) }
    let range = quantifier == .all ? 2...2 : 1...2
    guard range.contains(call.arguments.count), case .name(let names) = call.arguments[0].syntax else {
      throw failure(.quantifierOfNothing(call.name), call.nameRange)
    }
    let path = try path(names, call.arguments[0])
    let condition = call.arguments.dropFirst().first
    do {
      return try some(path.relations + [path.field]) { resolver in
        guard let condition else { return nil }
        let inner = PredicateMeaning(resolver: resolver, parameters: parameters, tests: tests, text: text)
        let truth = try inner.truth(condition)
        guard !truth.containsFunction else {
          throw failure(.functionOfRelatedRows, condition)
        }
        // Where it is not true it does not hold, NULL or not.
        return quantifier == .all ? .choose(truth, .or([]), .and([])) : truth
      }.negated(quantifier != .any)
    } catch let error as QueryError {
      throw failure(saying: error, call.arguments[0].range)
    }
  }

  /// That one of the rows fits that relations lead to, the condition being said of the rows of the last one.
  private func some(
    _ names: [String], in resolver: FieldResolver? = nil, fits condition: (FieldResolver) throws -> Expression?
  ) throws -> Expression {
    let resolver = resolver ?? self.resolver
    let (tie, before, rest) = try resolver.firstStep(along: names)
    var rows = tie.rows(from: before)
    let inner = FieldResolver(catalog: resolver.catalog, entity: tie.target)
    rows.condition = rest.isEmpty ? try condition(inner) : try some(rest, in: inner, fits: condition)
    if tie.relation.kind == .manyToMany, rows.condition != nil { rows.condition = .among(tie.farRows(rows.condition)) }
    rows.standsAlone = true
    // A row that leads nowhere has none: that is no secret, as the truth of NULL would be.
    if tie.relation.kind != .belongsTo, before.isEmpty { return .among(rows) }
    return .and(rows.pairs.map { .not(.isNull($0.value)) } + [.among(rows)])
  }
}

extension Expression {
  fileprivate func negated(_ isNegated: Bool) -> Expression { isNegated ? .not(self) : self }

  /// Whether a function of the script is asked, as requests are not.
  package var containsFunction: Bool {
    contains { part in
      switch part {
      case .closure, .tested, .partly: true
      default: false
      }
    }
  }
}

extension FieldResolver {
  /// The first relation of some names that has no single value, or else the last: what is before it, and behind it.
  func firstStep(along names: [String]) throws(QueryError) -> (Association, before: [String], rest: [String]) {
    var owner = entity
    let path = names.joined(separator: ".")
    for (place, name) in names.enumerated() {
      guard let relation = owner.relation(name) else {
        if owner.field(name) != nil { throw .fieldIsNoRelation(entity: owner.name, name: name, path: path) }
        throw .unknownRelation(
          entity: owner.name, name: name, path: path, candidates: owner.relations.map(\.name))
      }
      if relation.kind.isToMany || place == names.count - 1 {
        let tie = try Association(relation, of: owner, in: catalog)
        return (tie, Array(names[..<place]), Array(names[(place + 1)...]))
      }
      guard let next = catalog[relation.target] else { throw .unknownEntity(relation.target) }
      owner = next
    }
    throw .unknownField(entity: entity.name, name: path, candidates: entity.memberNames)
  }

  /// The rows that the relations to many in some names lead to, and what follows the last of these: the name of a field
  /// of theirs, or nothing.
  ///
  /// Nil where none of them has many.
  func reach(along names: [String]) throws(QueryError) -> (rows: RelatedRows, rest: [String])? {
    var (owner, rows, before, behind) = (entity, RelatedRows?.none, [String](), 0)
    for (place, name) in names.enumerated() {
      if owner.field(names[place...].joined(separator: ".")) != nil { break }
      guard let relation = owner.relation(name) else { break }
      if relation.kind.isToMany || relation.kind == .hasOne && place == names.count - 1 {
        let tie = try Association(relation, of: owner, in: catalog)
        rows = tie.targets(from: before, between: rows)
        (owner, before, behind) = (tie.target, [], place + 1)
        continue
      }
      guard let next = catalog[relation.target] else { throw .unknownEntity(relation.target) }
      before.append(name)
      owner = next
    }
    return rows.map { ($0, Array(names[behind...])) }
  }
}
