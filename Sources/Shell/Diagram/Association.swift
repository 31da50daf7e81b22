import Schema

/// A relation as it is drawn: one line for both of its sides.
///
///     // Player.team and Team.players: an end at each, "n" at the players and "1" at the team
struct Association: Equatable {
  struct End: Equatable {
    /// The place of the entity in the list.
    var entity: Int
    /// The relation that leads to the other end; nil where only the other end has one.
    var relation: String?
    /// Whether several rows may be at this end.
    var isMany: Bool
  }

  var ends: [End]

  /// The relations among some entities, in their order.
  static func all(among entities: [Entity]) -> [Association] {
    let places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var ties: [Association] = []
    /// The relations that are the far end of a line already.
    var drawn: Set<[String]> = []
    // The side that has the column knows best.
    for isOwner in [true, false] {
      for (place, entity) in entities.enumerated() {
        for relation in entity.relations where isOwner == (relation.kind == .belongsTo) {
          // What an entity has from the one whose table it shares is drawn there.
          if relation.isInherited, entity.sharing?.parent.flatMap({ places[$0] }) != nil { continue }
          guard let target = places[relation.target], drawn.insert([entity.name, relation.name]).inserted,
            // The rows that are the links have lines of their own.
            relation.link.map({ places[$0.entity] == nil }) ?? true
          else { continue }
          let inverse = entities[target].relations.first {
            isInverse($0, of: relation, entity) && !drawn.contains([relation.target, $0.name])
          }
          if let inverse { drawn.insert([relation.target, inverse.name]) }
          ties.append(
            Association(ends: [
              End(entity: place, relation: relation.name, isMany: isMany(relation, inverse)),
              End(entity: target, relation: inverse?.name, isMany: relation.kind.isToMany),
            ]))
        }
      }
    }
    return ties
  }

  /// Whether several rows lead to the same one.
  private static func isMany(_ relation: Relation, _ inverse: Relation?) -> Bool {
    if let inverse { return inverse.kind.isToMany }
    switch relation.kind {
    case .belongsTo: return !relation.isUnique
    case .manyToMany: return true
    case .hasMany, .hasOne: return false
    }
  }

  private static func isInverse(_ other: Relation, of relation: Relation, _ entity: Entity) -> Bool {
    guard other.target == entity.name else { return false }
    switch relation.kind {
    case .manyToMany:
      guard other.kind == .manyToMany, let link = relation.link, let back = other.link else { return false }
      return link.entity == back.entity && link.near == back.far && link.far == back.near
    case .belongsTo:
      guard other.kind == .hasMany || other.kind == .hasOne else { return false }
      return other.columns.isEmpty
        ? other.inverse == nil || other.inverse == relation.name : other.columns == relation.columns
    case .hasMany, .hasOne: return false
    }
  }
}
