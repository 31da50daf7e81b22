import Schema

/// Where a relation to other rows is kept: the table that holds the keys of both sides, and its columns.
///
///     Team.players   // table player: near ["team_id"], far ["id"]
///     Player.tags    // table player_tag: near ["player_id"], far ["tag_id"]
package final class Association: Sendable {
  package let relation: Relation
  package let owner: Entity
  package let target: Entity
  /// The entity whose table holds the keys: the target, or the links between the two.
  package let table: Entity
  /// The columns of the owner that `near` refers to.
  package let ownColumns: [String]
  /// The columns of the table that say to which row of the owner a row belongs.
  package let near: [String]
  /// The fields of the table that say to which row of the owner a row belongs.
  private let nearPaths: [FieldPath]
  /// The slots of the owner that `near` refers to.
  package let ownSlots: [Int]
  /// The columns of the table that say which row of the target it is.
  package let far: [String]
  /// The columns of the target that `far` refers to.
  package let targetColumns: [String]
  /// How the owner's key sees each of `near`.
  package let nearReadings: [ReferenceReading]
  /// How the target's key sees each of `far`.
  package let farReadings: [ReferenceReading]

  /// - Throws: `QueryError.unknownEntity`; relations that are tied to their columns have all that is needed.
  package init(_ relation: Relation, of owner: Entity, in catalog: Catalog) throws(QueryError) {
    guard let target = catalog[relation.target] else { throw .unknownEntity(relation.target) }
    self.relation = relation
    self.owner = owner
    self.target = target
    if relation.kind == .manyToMany {
      guard let link = relation.link, let table = catalog[link.entity], let nearEnd = table.relation(link.near),
        let farEnd = table.relation(link.far)
      else { throw .unknownEntity(relation.through ?? relation.name) }
      let nearPairs = nearEnd.columnPairs(owner: table, target: owner)
      let farPairs = farEnd.columnPairs(owner: table, target: target)
      self.table = table
      ownColumns = nearPairs.map(\.target)
      near = nearPairs.map(\.owner)
      far = farPairs.map(\.owner)
      targetColumns = farPairs.map(\.target)
      nearReadings = nearEnd.readings(owner: table, target: owner)
      farReadings = farEnd.readings(owner: table, target: target)
    } else {
      let pairs = relation.columnPairs(owner: owner, target: target)
      table = target
      ownColumns = pairs.map(\.owner)
      near = pairs.map(\.target)
      far = target.keySlots.map { target.fields[$0].column }
      targetColumns = far
      nearReadings = relation.readings(owner: owner, target: target)
      farReadings = far.map { _ in .plain }
    }
    let table = table
    nearPaths = near.map { Self.path($0, in: table) }
    ownSlots = ownColumns.compactMap { column in owner.fields.firstIndex { $0.column == column } }
  }

  /// Whether the table holds nothing but the two keys, so that its rows are made without asking anyone.
  package var isBare: Bool {
    relation.kind == .manyToMany && table.fields.allSatisfy { near.contains($0.column) || far.contains($0.column) }
  }

  /// Which rows of the target belong to the row of the owner with this key.
  package func condition(key: [Value]) -> Expression {
    guard relation.kind == .manyToMany else { return membership(key: key) }
    return .among(links(key: key))
  }

  /// The order in which those rows come by themselves.
  package func sorts(key: [Value]) -> [Sort] {
    guard let position = relation.positionColumn else { return [] }
    let isLinked = relation.kind == .manyToMany
    let place =
      isLinked
      ? Expression.reckoned(Aggregation(.min, of: .field(Self.path(position, in: table))), links(key: key))
      : .field(FieldPath(field: position))
    var sort = Sort(.value(place), nulls: .last)
    sort.isImplicit = true
    return [sort]
  }

  /// The rows of the table that belong to the row of the owner with this key.
  package func membership(key: [Value]) -> Expression {
    if nearReadings.contains(where: \.isJudged) {
      return Self.isJudged(nearPaths.map { .field($0) }, to: owner, ownColumns, key: key)
    }
    if nearPaths.count == 1 {
      return .comparison(.equal, nearReadings[0].expression(.field(nearPaths[0])), .literal(key[0]))
    }
    return .and(
      zip(nearPaths, nearReadings).enumerated().map { place, near in
        .comparison(.equal, near.1.expression(.field(near.0)), .literal(key[place]))
      })
  }

  /// That references are equal, to the database itself, to those of the row that has this key.
  package static func isJudged(
    _ references: [Expression], to keyed: Entity, _ columns: [String], key: [Value]
  ) -> Expression {
    let parts = zip(columns, key).map { Expression.comparison(.equal, .field(path($0, in: keyed)), .literal($1)) }
    let pairs = zip(references, columns).map { RelatedRows.Pair($0, column: $1) }
    return .among(RelatedRows(entity: keyed, pairs: pairs, condition: parts.count == 1 ? parts[0] : .and(parts)))
  }

  /// That a row of the table leads to the row of the target with this key.
  package func leads(to member: [Value]) -> Expression {
    let parts = zip(farValues, member).map { Expression.comparison(.equal, $0, .literal($1)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  /// What a row of the table has for each column of the target's key.
  package var farValues: [Expression] {
    zip(far, farReadings).map { column, reading in reading.expression(.field(Self.path(column, in: table))) }
  }

  private func links(key: [Value]) -> RelatedRows {
    let pairs = far.indices.map { place in
      RelatedRows.Pair(
        .field(Self.path(targetColumns[place], in: target)), column: far[place], as: farReadings[place])
    }
    return RelatedRows(entity: table, pairs: pairs, condition: membership(key: key))
  }

  /// The rows of the table as a condition on the owner's rows, which `prefix` leads to.
  package func rows(from prefix: [String]) -> RelatedRows {
    let pairs = near.indices.map { place in
      let own = Expression.field(Self.path(ownColumns[place], in: owner, from: prefix))
      // The key sees the reference, on whichever side that stands.
      return relation.kind == .belongsTo
        ? RelatedRows.Pair(nearReadings[place].expression(own), column: near[place])
        : RelatedRows.Pair(own, column: near[place], as: nearReadings[place])
    }
    var rows = RelatedRows(entity: table, pairs: pairs)
    rows.position = relation.positionColumn
    return rows
  }

  /// That a `belongs_to` leads to no row: its key is NULL, or refers to what is not there.
  package func leadsNowhere(from prefix: [String]) -> Expression {
    let keys = ownColumns.map { Expression.field(Self.path($0, in: owner, from: prefix)) }
    guard relation.mayDangle else { return .leadsNowhere(keys) }
    return .or([.leadsNowhere(keys), .not(.among(rows(from: prefix)))])
  }

  /// The rows of the target that belong to a row of the owner, which `prefix` leads to.
  package func targets(from prefix: [String], between: RelatedRows? = nil) -> RelatedRows {
    var rows = rows(from: prefix)
    rows.between = between
    guard relation.kind == .manyToMany else { return rows }
    let pairs = zip(farValues, targetColumns).map { RelatedRows.Pair($0, column: $1) }
    return RelatedRows(entity: target, pairs: pairs, between: rows)
  }

  /// The rows of the target that a row of the table means, where these are two.
  package func farRows(_ condition: Expression?) -> RelatedRows {
    let pairs = zip(farValues, targetColumns).map { RelatedRows.Pair($0, column: $1) }
    return RelatedRows(entity: target, pairs: pairs, condition: condition)
  }

  package static func path(_ column: String, in entity: Entity, from prefix: [String] = []) -> FieldPath {
    FieldPath(relations: prefix, field: entity.fields.first { $0.column == column }?.name ?? column)
  }
}
