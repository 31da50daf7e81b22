import Schema

/// The tables that a statement reads beside its own, each under an alias.
///
///     team.league.name  →  LEFT JOIN "team" AS "team" ON … LEFT JOIN "league" AS "team.league" ON …
struct JoinPlan {
  let resolver: FieldResolver
  private let dialect: any Dialect
  /// The name of the statement's own table.
  let base: String
  private var aliases: [[String]: String] = [:]
  private(set) var joins: [SQL] = []
  /// The names of the tables around the statement, in lower case.
  private let outer: Set<String>

  init(resolver: FieldResolver, dialect: any Dialect) {
    self.resolver = resolver
    self.dialect = dialect
    base = resolver.entity.table
    outer = []
  }

  /// The tables of a statement inside of another one, whose names stay free for that one's rows.
  init(resolver: FieldResolver, inside plan: JoinPlan) {
    self.resolver = resolver
    dialect = plan.dialect
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
    let readings = relation.readings(owner: owner, target: target)
    var conditions = zip(keys, readings).map { pair, reading -> SQL in
      let (own, other) = (SQL.column(pair.owner, of: parent), SQL.column(pair.target, of: alias))
      // The key stands on the left: there a column says how texts compare.
      return relation.kind == .belongsTo || reading.kernels.isEmpty
        ? "\(other) = \(reading.kernels.isEmpty ? own : reading.sql(own, in: dialect))"
        : "\(own) = \(reading.sql(other, in: dialect))"
    }
    if relation.kind == .belongsTo, !target.isUnique(keys.map(\.target)) {
      conditions.append(isFirst(of: target, alias, sharing: keys.map(\.target)))
    }
    if let kind = target.kindCondition(of: alias) { conditions.append(kind) }
    return " LEFT JOIN \(name: target.table) AS \(name: alias) ON \(conditions.joined(by: " AND "))"
  }

  /// That no row with the same values in these columns has a lesser key: a reference leads to one row, though a file may
  /// let it refer to columns that several share.
  private func isFirst(of target: Entity, _ alias: String, sharing columns: [String]) -> SQL {
    let other = Self.unused(alias + " before", taken)
    let same = columns.map { "\(.column($0, of: other)) = \(.column($0, of: alias))" as SQL }
    let key = target.keySlots.map { target.fields[$0].column }
    let (left, right) = (key.map { SQL.column($0, of: other) }, key.map { SQL.column($0, of: alias) })
    let isBefore: SQL = "(\(left.joined(by: ", "))) < (\(right.joined(by: ", ")))"
    return
      "NOT EXISTS (SELECT 1 FROM \(name: target.table) AS \(name: other) WHERE \(same.joined(by: " AND ")) AND \(isBefore))"
  }
}

extension Entity {
  /// Whether at most one row has some values in these columns, as far as the table says so; also where its rows have no
  /// key by which one could be chosen.
  package func isUnique(_ columns: [String]) -> Bool {
    if keySlots.isEmpty || Set(keySlots.map { fields[$0].column }) == Set(columns) { return true }
    let members = columns.compactMap { column in fields.first { $0.column == column } }
    if members.count == 1, members[0].isUnique { return true }
    return indexes.contains { $0.isUnique && Set($0.fields) == Set(members.map(\.name)) }
  }
}
