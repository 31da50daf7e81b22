extension Catalog {
  /// The catalog without the relations of existing tables that lead nowhere any more.
  ///
  /// No script wrote these: when a script defines one of the two entities anew without the relation, the other one's goes
  /// without a word.
  func withoutLooseEnds() -> Catalog { leadingToSuccessors().pruned() }

  private func pruned() -> Catalog {
    Catalog(
      entities.map { entity in
        guard entity.isReflected else { return entity }
        var result = entity
        result.relations.removeAll { !leadsSomewhere($0, from: entity) }
        return result
      })
  }

  private func leadsSomewhere(_ relation: Relation, from entity: Entity) -> Bool {
    guard let target = self[relation.target] else { return false }
    switch relation.kind {
    case .belongsTo:
      if relation.targetColumns.isEmpty { return target.keySlots.count == relation.columns.count }
      return relation.targetColumns.allSatisfy { column in
        target.fields.contains { FoldedName($0.column) == FoldedName(column) }
      }
    case .manyToMany:
      guard let link = relation.link, let between = self[link.entity] else { return relation.link == nil }
      return between.relation(link.near)?.target == entity.name && between.relation(link.far)?.target == target.name
    case .hasMany, .hasOne:
      return target.relations.contains {
        $0.kind == .belongsTo && $0.target == entity.name && $0.name == relation.inverse
      }
    }
  }
}
