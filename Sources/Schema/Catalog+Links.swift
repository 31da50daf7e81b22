extension Catalog {
  /// The catalog in which each `many_to_many` knows its links: those of the entity that it names, or of a table that
  /// is made for it.
  ///
  ///     Player.tags = many_to_many "Tag"     // player_tag (player_id, tag_id), also for Tag.players
  ///
  /// - Parameter tables: those of links that the database has: a relation finds its own again.
  func linked(in tables: [LinkTable]) throws(SchemaError) -> Catalog {
    guard entities.contains(where: { $0.relations.contains { $0.kind == .manyToMany } }) else { return self }
    var result = self
    for entity in entities where entity.hasTable {
      for relation in entity.relations where relation.kind == .manyToMany {
        if let target = self[relation.target], !target.hasTable {
          throw .abstractTarget(entity: entity.name, relation: relation.name, target: target.name)
        }
        guard let through = relation.through, relation.link == nil else { continue }
        let link = try linkOrNone(of: relation, through: through, in: entity)
        result.change(entity.name, relation.name) { $0.link = link }
      }
    }
    try LinkMaker(self, tables).makeAll(in: &result)
    return result.withoutLooseEnds()
  }

  /// Changes one relation of one entity.
  mutating func change(_ entity: String, _ relation: String, _ change: (inout Relation) -> Void) {
    guard let index = entities.firstIndex(where: { $0.name == entity }),
      let place = entities[index].relations.firstIndex(where: { $0.name == relation })
    else { return }
    change(&entities[index].relations[place])
  }

  // MARK: Links of an entity

  /// What a parent's relation goes through need not know of the children: they go without it.
  private func linkOrNone(
    of relation: Relation, through: String, in entity: Entity
  ) throws(SchemaError) -> Relation.Link? {
    do throws(SchemaError) {
      return try link(of: relation, through: through, in: entity)
    } catch {
      if relation.isInherited { return nil }
      throw error
    }
  }

  private func link(
    of relation: Relation, through: String, in entity: Entity
  ) throws(SchemaError) -> Relation.Link {
    let keys = (self[through]?.relations ?? []).filter { $0.kind == .belongsTo }
    let (sources, targets) = (lineage(of: entity.name), lineage(of: relation.target))
    let near = keys.filter { sources.contains($0.target) }.map(\.name)
    let far = keys.filter { targets.contains($0.target) }.map(\.name)
    for (names, target) in [(near, entity.name), (far, relation.target)] where names.isEmpty {
      throw .throughWithoutKey(entity: entity.name, relation: relation.name, through: through, target: target)
    }
    if entity.name == relation.target {
      guard near.count == 2 else {
        throw near.count == 1
          ? .throughWithoutKey(entity: entity.name, relation: relation.name, through: through, target: entity.name)
          : .ambiguousThrough(
            entity: entity.name, relation: relation.name, through: through, target: entity.name, candidates: near)
      }
      // The first leads back, the second on; on the other side it is the other way around.
      let isTurned = relation.inverse != nil
      return Relation.Link(entity: through, near: near[isTurned ? 1 : 0], far: near[isTurned ? 0 : 1])
    }
    for (names, target) in [(near, entity.name), (far, relation.target)] where names.count > 1 {
      throw .ambiguousThrough(
        entity: entity.name, relation: relation.name, through: through, target: target, candidates: names)
    }
    return Relation.Link(entity: through, near: near[0], far: far[0])
  }
}
