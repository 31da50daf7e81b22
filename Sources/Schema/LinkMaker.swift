/// Makes the entities of links that no script wrote.
struct LinkMaker {
  private let catalog: Catalog
  private let tables: [LinkTable]

  /// - Parameter tables: those of links that the database has.
  init(_ catalog: Catalog, _ tables: [LinkTable]) {
    (self.catalog, self.tables) = (catalog, tables)
  }

  /// Adds the links of all relations that have none yet; two sides of one relation share theirs.
  func makeAll(in result: inout Catalog) throws(SchemaError) {
    let pairs = try pairs()
    let places = LinkPlaces(pairs, in: tables, catalog).found()
    var owners: [FoldedName: [String]] = [:]
    for (pair, place) in zip(pairs, places) {
      let pair = place.isTurned ? pair.turned ?? pair : pair
      try check(place.table, pair.entity, pair.relation, owners)
      owners[FoldedName(place.table)] = [pair.entity.name, pair.relation.name]
      var link = try link(of: pair, table: place.table)
      link.formerName = place.former
      // What was only made of this very table is not needed.
      result.entities.removeAll { $0.isReflected && FoldedName($0.table) == FoldedName(link.table) }
      result.entities.append(link)
      tie(pair, to: link, in: &result)
    }
    share(in: &result)
  }

  /// Each relation that needs links once, in an order that does not depend on which side was defined first, as the names
  /// of their tables do not.
  private func pairs() throws(SchemaError) -> [LinkedPair] {
    var seen: Set<[String]> = []
    var result: [LinkedPair] = []
    let sides = catalog.entities.filter(\.hasTable).sorted { ($0.table, $0.name) < ($1.table, $1.name) }
    for entity in sides {
      for relation in entity.relations
      where Self.needsLink(relation) && !seen.contains([entity.name, relation.name]) && !isShared(relation, entity) {
        guard let target = catalog[relation.target] else { continue }
        let inverse = try inverse(of: relation, in: entity, target)
        if let first = relation.table, let inverse, let second = inverse.table, FoldedName(first) != FoldedName(second)
        {
          throw .otherLink(entity: entity.name, relation: relation.name, inverse: inverse.name)
        }
        result.append(LinkedPair(entity: entity, relation: relation, target: target, inverse: inverse))
        seen.insert([entity.name, relation.name])
        if let inverse { seen.insert([target.name, inverse.name]) }
      }
    }
    return result
  }

  /// Tells both relations of a pair where their links are.
  private func tie(_ pair: LinkedPair, to link: Entity, in result: inout Catalog) {
    let ends = (link.relations[0].name, link.relations[1].name)
    result.change(pair.entity.name, pair.relation.name) {
      $0.link = Relation.Link(entity: link.name, near: ends.0, far: ends.1)
      if !$0.isSymmetric { $0.inverse = pair.inverse?.name }
    }
    guard let inverse = pair.inverse else { return }
    result.change(pair.target.name, inverse.name) {
      $0.link = Relation.Link(entity: link.name, near: ends.1, far: ends.0)
      $0.inverse = pair.relation.name
    }
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
  private func link(of pair: LinkedPair, table: String) throws(SchemaError) -> Entity {
    let (entity, relation) = (pair.entity, pair.relation)
    let sides = [entity.table, pair.isSelf ? relation.name : pair.target.table]
    var link = Entity(name: "\(entity.name).\(relation.name)", table: table, fields: [])
    link.isLink = true
    link.position = relation.position
    try add(sides[0], to: entity, of: &link, relation, entity)
    // The two columns must differ.
    try add(sides[1] == sides[0] ? sides[1] + "_2" : sides[1], to: pair.target, of: &link, relation, entity)
    link.note(relation, pair.inverse)
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

extension Entity {
  /// Notes in each of the two keys of a table of links which relation leads from there over the links.
  fileprivate mutating func note(_ relation: Relation, _ inverse: Relation?) {
    for (end, name) in zip(relations, [relation.name, inverse?.name]) {
      guard let name, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        let slot = fields.firstIndex(where: { $0.column == end.columns.first })
      else { continue }
      fields[slot].linkedBy = name
    }
  }
}
