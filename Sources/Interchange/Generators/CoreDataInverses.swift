import Schema

/// The other sides of relations that were declared on one side alone: Core Data wants every relationship to have one.
///
///     Player.team, and no Team.players   →   Team.player, or Team.player_by_team where there are two
///
/// They are called as those of reflected tables are.
struct CoreDataInverses {
  struct Added {
    let name: String
    /// The relation that it is the other side of, and the entity that has this one.
    let relation: Relation
    let owner: String
  }

  private var added: [String: [Added]] = [:]

  init(_ entities: [Entity], _ catalog: Catalog) {
    for entity in entities {
      let parent = entity.sharing?.parent.flatMap { catalog[$0] }
      for relation in entity.relations where parent?.relation(relation.name) == nil {
        guard let target = catalog[relation.target], target.hasTable,
          catalog.inverse(of: relation, of: entity, in: target) == nil
        else { continue }
        let isTaken = { [others = added[target.name] ?? []] (name: String) in
          target.field(name) != nil || target.relation(name) != nil || others.contains { $0.name == name }
        }
        var name = entity.table
        if isTaken(name) { name += "_by_\(relation.name)" }
        while isTaken(name) { name += "_" }
        added[target.name, default: []].append(Added(name: name, relation: relation, owner: entity.name))
      }
    }
  }

  func added(to entity: String) -> [Added] { added[entity] ?? [] }

  /// What the other side of a relation is called, if it was added.
  func name(of relation: Relation, of entity: String) -> String? {
    added[relation.target]?.first { $0.owner == entity && $0.relation.name == relation.name }?.name
  }
}

extension Catalog {
  /// The relation of the other side that means the same link.
  func inverse(of relation: Relation, of entity: Entity, in target: Entity) -> Relation? {
    if let name = relation.inverse { return target.relation(name) }
    return target.relations.first { other in
      guard other.target == entity.name, other.name != relation.name || target.name != entity.name else { return false }
      if relation.kind == .manyToMany {
        return other.kind == .manyToMany && other.link?.entity == relation.link?.entity
      }
      return (relation.kind == .belongsTo) != (other.kind == .belongsTo) && other.columns == relation.columns
    }
  }
}
