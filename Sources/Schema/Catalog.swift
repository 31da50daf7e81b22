/// All entities that are known, in the order in which they were defined.
///
/// Relations name entities that may be defined later: `resolved()` ties them together.
package struct Catalog: Hashable, Sendable {
  package internal(set) var entities: [Entity]

  package init(_ entities: [Entity] = []) {
    self.entities = entities
  }

  package subscript(name: String) -> Entity? {
    entities.first { $0.name == name }
  }

  package var names: [String] { entities.map(\.name) }

  /// Adds an entity; one of the same name is replaced in its place, one that was only made of its table goes.
  package mutating func define(_ entity: Entity) {
    let table = FoldedName(entity.table)
    // A server has tables that differ in nothing but case.
    let spelled = SpelledName(entity.table)
    let isSpelled = entity.isReflected || entities.contains { $0.isReflected && SpelledName($0.table) == spelled }
    entities.removeAll { other in
      other.isReflected && other.name != entity.name
        && (isSpelled ? SpelledName(other.table) == spelled : FoldedName(other.table) == table)
    }
    if let index = entities.firstIndex(where: { $0.name == entity.name }) {
      entities[index] = entity
    } else {
      entities.append(entity)
    }
  }

  /// Adds entities that were made of tables, each by a name and of a table of its own, as one after another would be.
  package mutating func define(reflected added: [Entity]) {
    let names = Dictionary(added.map { (SpelledName($0.table), $0.name) }) { first, _ in first }
    entities.removeAll { entity in
      guard entity.isReflected, let name = names[SpelledName(entity.table)] else { return false }
      return name != entity.name
    }
    var places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for entity in added {
      if let place = places[entity.name] {
        entities[place] = entity
      } else {
        places[entity.name] = entities.count
        entities.append(entity)
      }
    }
  }

  /// The catalog with every relation tied to its columns, as for a new database.
  ///
  /// - Throws: `SchemaError`, which names every entity that is missing.
  package func resolved() throws(SchemaError) -> Catalog { try resolved(linkedIn: []) }

  /// The same in a database.
  ///
  /// - Parameter tables: those of links that the database has.
  package func resolved(linkedIn tables: [LinkTable]) throws(SchemaError) -> Catalog {
    let tidy = withoutLooseEnds()
    try tidy.checkTargets()
    try tidy.checkTables()
    return try tidy.withKinds().linked(in: tables).tied().withColumnsOfOthers()
  }

  private func tied() throws(SchemaError) -> Catalog {
    var result = self
    // In the order of dependency: a key may itself refer to a key.
    for entity in inDependencyOrder { result.define(try result.withKeyColumns(entity)) }
    let keyed = result
    for index in entities.indices { result.entities[index] = try keyed.withInverseColumns(keyed.entities[index]) }
    try checkNamedInverses()
    return result
  }

  /// An `inverse` that a `belongs_to` names must exist, too.
  private func checkNamedInverses() throws(SchemaError) {
    for entity in entities {
      for relation in entity.relations where relation.kind == .belongsTo && !relation.isInherited {
        guard let name = relation.inverse, let target = self[relation.target] else { continue }
        try relation.checkIsNotOwnInverse(in: entity)
        let candidates = target.relations.filter { [.hasMany, .hasOne].contains($0.kind) && $0.target == entity.name }
          .map(
            \.name)
        guard candidates.contains(name) else {
          throw .unknownInverse(
            entity: entity.name, relation: relation.name, inverse: name, target: relation.target,
            candidates: candidates)
        }
      }
    }
  }

  private func checkTargets() throws(SchemaError) {
    var missing: [SchemaError.MissingEntity] = []
    for entity in entities {
      if let parent = entity.missingParent {
        if let known = self[parent] {
          if known.isReflected { throw .parentWithoutDefinition(entity: entity.name, parent: parent) }
          // A parent that waits itself says what it waits for.
          if !waits(parent, for: entity.name) { continue }
          throw .circularParents(entity: entity.name, parent: parent)
        }
        missing.append(
          .init(
            name: parent, entity: entity.name, relation: "", suggestion: nearest(to: parent, in: names),
            position: entity.position))
      }
      for field in entity.allFields {
        for name in field.document?.kind.entityNames ?? [] where self[name] == nil {
          missing.append(
            .init(
              name: name, entity: entity.name, relation: "", field: field.name,
              suggestion: nearest(to: name, in: names), position: field.position))
        }
      }
      for relation in entity.relations where self[relation.target] == nil {
        missing.append(
          .init(
            name: relation.target, entity: entity.name, relation: relation.name,
            suggestion: nearest(to: relation.target, in: names), position: relation.position))
      }
      for relation in entity.relations {
        guard let link = relation.through, self[link] == nil else { continue }
        missing.append(
          .init(
            name: link, entity: entity.name, relation: relation.name, suggestion: nearest(to: link, in: names),
            position: relation.position))
      }
    }
    if !missing.isEmpty { throw .missingEntities(missing) }
  }

  /// Whether an entity extends another one, which is not whole either, over any number of steps.
  private func waits(_ name: String, for other: String) -> Bool {
    var seen: Set<String> = []
    var next: String? = name
    while let name = next, seen.insert(name).inserted {
      if name == other { return true }
      next = self[name].flatMap { $0.missingParent ?? $0.sharing?.parent }
    }
    return false
  }

  private func checkTables() throws(SchemaError) {
    var owners: [FoldedName: Entity] = [:]
    for entity in entities where entity.hasTable && tableOwner(of: entity).name == entity.name {
      let table = FoldedName(entity.table)
      // What a server has told of both is so.
      let areTwo =
        owners[table].map {
          SpelledName($0.table) != SpelledName(entity.table) && ($0.isReflected || entity.isReflected)
        } ?? false
      if let owner = owners[table], !areTwo {
        throw .sharedTable(table: entity.table, first: owner.name, second: entity.name)
      }
      owners[table] = entity
    }
  }

  /// Gives the key column of each `belongs_to` the type of the key that it refers to.
  private func withKeyColumns(_ entity: Entity) throws(SchemaError) -> Entity {
    var result = entity
    for (place, relation) in entity.relations.enumerated()
    where relation.kind == .belongsTo && (relation.targetColumns.isEmpty || !relation.references.isEmpty) {
      guard let target = self[relation.target] else { continue }
      if !target.hasTable {
        throw .abstractTarget(entity: entity.name, relation: relation.name, target: target.name)
      }
      let keys = try relation.checkedSlots(in: target, of: entity)
      if !relation.references.isEmpty { result.relations[place].targetColumns = keys.map { target.fields[$0].column } }
      guard keys.count == relation.columns.count else {
        throw .targetWithoutKey(entity: entity.name, relation: relation.name, target: target.name)
      }
      for (column, key) in zip(relation.columns, keys) where !entity.isReflected {
        guard let slot = result.fields.firstIndex(where: { $0.column == column }) else { continue }
        result.fields[slot].holdKeys(of: target.fields[key])
      }
    }
    return result
  }

  /// Finds the key columns of each `has_many` and `has_one` on the other side.
  private func withInverseColumns(_ entity: Entity) throws(SchemaError) -> Entity {
    // Nothing can refer to what has no table.
    if !entity.hasTable { return entity }
    var result = entity
    result.relations = []
    for var relation in entity.relations {
      if relation.kind == .hasMany || relation.kind == .hasOne {
        guard let inverse = try inverseOrNone(of: relation, in: entity) else { continue }
        relation.inverse = inverse.name
        relation.columns = inverse.columns
        relation.targetColumns = inverse.targetColumns
      }
      result.relations.append(relation)
    }
    return result
  }

  /// What a parent's relation leads to need not know of the children: they go without it.
  private func inverseOrNone(of relation: Relation, in entity: Entity) throws(SchemaError) -> Relation? {
    if let target = self[relation.target], !target.hasTable, !relation.isInherited {
      throw .abstractTarget(entity: entity.name, relation: relation.name, target: target.name)
    }
    do throws(SchemaError) {
      return try inverse(of: relation, in: entity)
    } catch {
      if relation.isInherited { return nil }
      throw error
    }
  }

  private func inverse(of relation: Relation, in entity: Entity) throws(SchemaError) -> Relation {
    let target = self[relation.target]
    let names = lineage(of: entity.name)
    let candidates = (target?.relations ?? []).filter { $0.kind == .belongsTo && names.contains($0.target) }
    if let name = relation.inverse {
      if let inverse = candidates.first(where: { $0.name == name }) { return inverse }
      try relation.checkIsNotOwnInverse(in: entity)
      throw .unknownInverse(
        entity: entity.name, relation: relation.name, inverse: name, target: relation.target,
        candidates: candidates.map(\.name))
    }
    // A relation on the other side may name this one.
    let naming = candidates.filter { $0.inverse == relation.name }
    if naming.count == 1 { return naming[0] }
    guard let only = candidates.first else {
      throw .noInverse(entity: entity.name, relation: relation.name, target: relation.target)
    }
    if candidates.count > 1 {
      throw .ambiguousInverse(
        entity: entity.name, relation: relation.name, target: relation.target, candidates: candidates.map(\.name))
    }
    return only
  }

  /// The entities so that each comes after those that its keys refer to, where that is possible.
  package var inDependencyOrder: [Entity] {
    var done: Set<String> = []
    var result: [Entity] = []
    func visit(_ entity: Entity, _ path: Set<String>) {
      guard !done.contains(entity.name), !path.contains(entity.name) else { return }
      // Those that share a table come together: what refers to one of them comes after all.
      let sharers = sharers(of: entity)
      let path = path.union(sharers.map(\.name))
      for relation in sharers.flatMap(\.relations) where relation.kind == .belongsTo {
        if let target = self[relation.target] { visit(target, path) }
      }
      done.formUnion(sharers.map(\.name))
      result += sharers
    }
    for entity in entities { visit(entity, []) }
    return result
  }
}

extension Catalog {
  /// The entities that relations lead to from one, itself included, in the order of this catalog.
  package func reachable(from name: String) -> Catalog {
    var seen: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted, let entity = self[next] else { continue }
      waiting += entity.relations.map(\.target) + entity.relations.compactMap(\.through) + entity.documentNames
      waiting += successors(of: entity)
      if entity.sharing != nil { waiting += sharers(of: entity).map(\.name) }
      if let parent = entity.missingParent, self[parent] != nil { waiting.append(parent) }
    }
    return Catalog(entities.filter { seen.contains($0.name) })
  }
}

extension Relation {
  /// Refuses a relation of an entity to itself that is said to be its own other side.
  func checkIsNotOwnInverse(in entity: Entity) throws(SchemaError) {
    guard entity.name == target, inverse == name else { return }
    throw .ownInverse(entity: entity.name, relation: name)
  }
}
