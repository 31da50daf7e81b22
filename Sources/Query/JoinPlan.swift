import Schema

/// The tables that a statement reads beside its own, each under an alias.
///
///     team.league.name  →  LEFT JOIN "team" AS "team" ON … LEFT JOIN "league" AS "team.league" ON …
struct JoinPlan {
  let resolver: FieldResolver
  /// The name of the statement's own table.
  let base: String
  private var aliases: [[String]: String] = [:]
  private(set) var joins: [SQL] = []
  /// The names of the tables around the statement, in lower case.
  private let outer: Set<String>

  init(resolver: FieldResolver) {
    self.resolver = resolver
    base = resolver.entity.table
    outer = []
  }

  /// The tables of a statement inside of another one, whose names stay free for that one's rows.
  init(resolver: FieldResolver, inside plan: JoinPlan) {
    self.resolver = resolver
    outer = plan.taken
    base = Self.unused(resolver.entity.table, outer)
  }

  /// The statement's own table, under its name.
  var source: SQL {
    let table = resolver.entity.table
    return base == table ? .name(table) : "\(name: table) AS \(name: base)"
  }

  private var taken: Set<String> { outer.union(aliases.values.map { $0.lowercased() }).union([base.lowercased()]) }

  /// The alias of the table that a path of relations leads to; joins it where that was not yet done.
  mutating func alias(for relations: [String], path: FieldPath) throws(QueryError) -> String {
    if relations.isEmpty { return base }
    if let alias = aliases[relations] { return alias }
    let parent = try alias(for: relations.dropLast(), path: path)
    let owner = try entity(at: relations.dropLast(), path: path)
    let relation = try resolver.relation(relations[relations.count - 1], of: owner, path: path)
    guard let target = resolver.catalog[relation.target] else { throw .unknownEntity(relation.target) }
    if relations.count == 1, let column = relation.columns.first(where: resolver.missing.contains) {
      throw .missingInRows(entity: owner.name, column: column)
    }
    let alias = Self.unused(relations.joined(separator: "."), taken)
    aliases[relations] = alias
    joins.append(join(relation, owner: owner, parent: parent, target: target, alias: alias))
    return alias
  }

  private func entity(at relations: ArraySlice<String>, path: FieldPath) throws(QueryError) -> Entity {
    var owner = resolver.entity
    for name in relations {
      let relation = try resolver.relation(name, of: owner, path: path)
      guard let next = resolver.catalog[relation.target] else { throw .unknownEntity(relation.target) }
      owner = next
    }
    return owner
  }

  private mutating func alias(for relations: ArraySlice<String>, path: FieldPath) throws(QueryError) -> String {
    try alias(for: Array(relations), path: path)
  }

  private static func unused(_ name: String, _ taken: Set<String>) -> String {
    var result = name
    while taken.contains(result.lowercased()) { result += "_" }
    return result
  }

  private func join(_ relation: Relation, owner: Entity, parent: String, target: Entity, alias: String) -> SQL {
    let keys = relation.columnPairs(owner: owner, target: target)
    var conditions = keys.map { pair -> SQL in
      "\(.column(pair.target, of: alias)) = \(.column(pair.owner, of: parent))"
    }
    if let kind = target.kindCondition(of: alias) { conditions.append(kind) }
    return " LEFT JOIN \(name: target.table) AS \(name: alias) ON \(conditions.joined(by: " AND "))"
  }
}

extension Relation {
  /// The columns of the owner's and the target's table that are equal for related rows.
  package func columnPairs(owner: Entity, target: Entity) -> [(owner: String, target: String)] {
    let keyed = kind == .belongsTo ? target : owner
    let keys = targetColumns.isEmpty ? keyed.keySlots.map { keyed.fields[$0].column } : targetColumns
    return zip(columns, keys).map { kind == .belongsTo ? ($0, $1) : ($1, $0) }
  }
}
