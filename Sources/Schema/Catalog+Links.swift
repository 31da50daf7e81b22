extension Catalog {
  /// The catalog in which each `many_to_many` knows its links: those of the entity that it names, or of a table that
  /// is made for it.
  ///
  ///     Player.tags = many_to_many "Tag"     // player_tag (player_id, tag_id), also for Tag.players
  func linked() throws(SchemaError) -> Catalog {
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
    try LinkMaker(self).makeAll(in: &result)
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

/// Makes the entities of links that no script wrote.
private struct LinkMaker {
  private let catalog: Catalog

  init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  /// Adds the links of all relations that have none yet; two sides of one relation share theirs.
  func makeAll(in result: inout Catalog) throws(SchemaError) {
    var made: Set<[String]> = []
    var tables: [FoldedName: [String]] = [:]
    // In an order that does not depend on which side was defined first, as the tables' names do not.
    let sides = catalog.entities.filter(\.hasTable).sorted { ($0.table, $0.name) < ($1.table, $1.name) }
    for entity in sides {
      for relation in entity.relations
      where Self.needsLink(relation) && !made.contains([entity.name, relation.name]) && !isShared(relation, entity) {
        guard let target = catalog[relation.target] else { continue }
        let inverse = try inverse(of: relation, in: entity, target)
        var link = try link(relation, of: entity, to: target, inverse)
        if relation.table == nil, inverse?.table == nil, tables[FoldedName(link.table)] != nil {
          link.table += "_" + relation.name
        }
        try check(link.table, entity, relation, tables)
        tables[FoldedName(link.table)] = [entity.name, relation.name]
        // What was only made of this very table is not needed.
        result.entities.removeAll { $0.isReflected && FoldedName($0.table) == FoldedName(link.table) }
        result.entities.append(link)
        let ends = (link.relations[0].name, link.relations[1].name)
        result.change(entity.name, relation.name) {
          $0.link = Relation.Link(entity: link.name, near: ends.0, far: ends.1)
          if !$0.isSymmetric { $0.inverse = inverse?.name }
        }
        made.insert([entity.name, relation.name])
        guard let inverse else { continue }
        result.change(target.name, inverse.name) {
          $0.link = Relation.Link(entity: link.name, near: ends.1, far: ends.0)
          $0.inverse = relation.name
        }
        made.insert([target.name, inverse.name])
      }
    }
    share(in: &result)
  }

  /// Whether a relation is that of an entity in the same table.
  private func isShared(_ relation: Relation, _ entity: Entity) -> Bool {
    relation.isInherited && entity.sharing?.parent != nil
  }

  /// Gives those that share a table the links of the one that they have their relations of.
  private func share(in result: inout Catalog) {
    for entity in catalog.entities {
      for relation in entity.relations where Self.needsLink(relation) && isShared(relation, entity) {
        let known = catalog.lineage(of: entity.name).compactMap { result[$0]?.relation(relation.name) }
          .first { $0.link != nil }
        guard let known else { continue }
        result.change(entity.name, relation.name) { ($0.link, $0.inverse) = (known.link, known.inverse) }
      }
    }
  }

  private static func needsLink(_ relation: Relation) -> Bool {
    relation.kind == .manyToMany && relation.through == nil && relation.link == nil
  }

  private func check(
    _ table: String, _ entity: Entity, _ relation: Relation, _ tables: [FoldedName: [String]]
  ) throws(SchemaError) {
    let name = FoldedName(table)
    let owner = catalog.entities.first { $0.hasTable && !$0.isReflected && FoldedName($0.table) == name }?.name
    guard let owner = owner ?? tables[name]?.joined(separator: ".") else { return }
    throw .linkTable(entity: entity.name, relation: relation.name, table: table, owner: owner)
  }

  // MARK: The other side

  private func candidates(from entity: Entity, to target: Entity) -> [Relation] {
    entity.relations.filter { Self.needsLink($0) && $0.target == target.name }
  }

  /// The relation on the other side that has the same links, if there is one.
  private func inverse(of relation: Relation, in entity: Entity, _ target: Entity) throws(SchemaError) -> Relation? {
    let others = candidates(from: target, to: entity).filter { entity.name != target.name || $0.name != relation.name }
    if let name = relation.inverse {
      // A symmetric one has a link in each direction, and is its own other side.
      if relation.isInherited || relation.isSymmetric && entity.name == target.name { return nil }
      try relation.checkIsNotOwnInverse(in: entity)
      guard let inverse = others.first(where: { $0.name == name }), [nil, relation.name].contains(inverse.inverse)
      else {
        throw .unknownInverse(
          entity: entity.name, relation: relation.name, inverse: name, target: target.name,
          candidates: others.map(\.name))
      }
      return inverse
    }
    if let naming = others.first(where: { $0.inverse == relation.name }) { return naming }
    // Two relations of an entity to itself are two relations, unless one is said to be the other's inverse.
    if entity.name == target.name { return nil }
    let siblings = candidates(from: entity, to: target)
    let free = unnamed(others, by: siblings)
    if free.isEmpty { return nil }
    let own = unnamed(siblings, by: others)
    if free.count == 1, own.count == 1 { return free[0] }
    guard free.count == 1 else {
      throw .ambiguousInverse(
        entity: entity.name, relation: relation.name, target: target.name, candidates: free.map(\.name))
    }
    throw .ambiguousInverse(
      entity: target.name, relation: free[0].name, target: entity.name, candidates: own.map(\.name))
  }

  /// The relations that neither name their other side nor are named by it.
  private func unnamed(_ relations: [Relation], by others: [Relation]) -> [Relation] {
    relations.filter { relation in
      relation.inverse == nil && !others.contains { $0.inverse == relation.name }
    }
  }

  // MARK: The link

  /// The entity between two sides: a required key of each, which together are its own.
  private func link(
    _ relation: Relation, of entity: Entity, to target: Entity, _ inverse: Relation?
  ) throws(SchemaError) -> Entity {
    if let first = relation.table, let inverse, let second = inverse.table, FoldedName(first) != FoldedName(second) {
      throw .otherLink(entity: entity.name, relation: relation.name, inverse: inverse.name)
    }
    let isSelf = entity.name == target.name
    let sides = [entity.table, isSelf ? relation.name : target.table]
    // What a child has of its parent is another relation, in a table of its own.
    let said = relation.isInherited ? nil : relation.table ?? inverse?.table
    let table = said ?? (isSelf ? sides : sides.sorted()).joined(separator: "_")
    var link = Entity(name: "\(entity.name).\(relation.name)", table: table, fields: [])
    link.isLink = true
    link.position = relation.position
    try add(sides[0], to: entity, of: &link, relation, entity)
    // The two columns must differ.
    try add(sides[1] == sides[0] ? sides[1] + "_2" : sides[1], to: target, of: &link, relation, entity)
    return link
  }

  /// Adds one end: a `belongs_to` with its columns, in the manner of those that people write.
  private func add(
    _ name: String, to side: Entity, of link: inout Entity, _ relation: Relation, _ entity: Entity
  ) throws(SchemaError) {
    let keys = side.keySlots.map { side.fields[$0] }
    guard !keys.isEmpty else {
      throw .targetWithoutKey(entity: entity.name, relation: relation.name, target: side.name)
    }
    var end = Relation(name: name, kind: .belongsTo, target: side.name)
    end.isRequired = true
    end.onDelete = .cascade
    end.columns = keys.map { keys.count == 1 ? "\(name)_id" : "\(name)_\($0.column)" }
    for column in end.columns {
      var field = Field(name: column, type: .integer)
      field.isPrimaryKey = true
      field.isRequired = true
      field.relation = name
      link.fields.append(field)
    }
    link.relations.append(end)
  }
}
