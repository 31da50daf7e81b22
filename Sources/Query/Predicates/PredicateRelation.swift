import Encodings
import Schema

/// What is known of objects that were given as parameters, as far as a relation is compared with them.
package struct PredicateObjects {
  /// What the fields of a relation hold where it leads to the object that a parameter is.
  let key: (_ parameter: String, Relation, _ owner: Entity) throws -> [Value]
  /// Refuses entities to which a relation does not lead.
  let check: (Set<String>, Relation, _ owner: Entity) throws -> Void

  package init(
    key: @escaping (String, Relation, Entity) throws -> [Value],
    check: @escaping (Set<String>, Relation, Entity) throws -> Void
  ) {
    self.key = key
    self.check = check
  }
}

/// Relations to one that are compared with objects: an object means its key, of however many fields.
///
///     team == t     // "team_id" = 3
///     shop == s     // "shop_land" = 'de' AND "shop_number" = 1
///     shop == nil   // "shop_land" IS NULL OR "shop_number" IS NULL
extension PredicateMeaning {
  /// Nil where this is another comparison, such as one with a key.
  func comparedRelation(
    _ comparison: Expression.Comparison, _ left: PredicateNode, _ right: PredicateNode
  ) throws -> Expression? {
    for (node, other) in [(left, right), (right, left)] {
      guard let (relation, owner, path) = relation(node) else { continue }
      let fields = relation.columns.compactMap { column in owner.fields.first { $0.column == column } }
      let paths = fields.map { Expression.field(FieldPath(relations: path.relations, field: $0.name)) }
      let key = try object(other).flatMap { try tests.objects?.key($0, relation, owner) }
      guard key != nil || paths.count > 1 || relation.mayDangle && isNull(other) else { continue }
      guard comparison == .equal || comparison == .notEqual else {
        throw failure(.orderOfObject, node)
      }
      if let key {
        let readings = resolver.catalog[relation.target].map { relation.readings(owner: owner, target: $0) }
        return same(readings.map { zip($0, paths).map { $0.expression($1) } } ?? paths, key, comparison)
      }
      guard isNull(other) else {
        throw failure(.keyOfSeveralFields(relation: relation.name), node)
      }
      let nowhere = try Association(relation, of: owner, in: resolver.catalog).leadsNowhere(from: path.relations)
      return comparison == .equal ? nowhere : .not(nowhere)
    }
    return nil
  }

  /// The relation to one that a name means.
  func relation(_ node: PredicateNode) -> (Relation, owner: Entity, FieldPath)? {
    guard case .name(let parts) = node.syntax, parts.count > 1 || parameters[parts[0]] == nil,
      let path = try? path(parts, node), let target = try? resolver.target(of: path),
      case .relation(let relation, let owner) = target, relation.kind == .belongsTo
    else { return nil }
    return (relation, owner, path)
  }

  /// The name of the parameter that is an object.
  private func object(_ node: PredicateNode) -> String? {
    guard case .name(let parts) = node.syntax, parts.count == 1, parameters[parts[0]]?.kind == .key else { return nil }
    return parts[0]
  }

  private func isNull(_ node: PredicateNode) -> Bool {
    switch node.syntax {
    case .null: true
    case .name(let parts): parts.count == 1 && parameters[parts[0]] == PredicateParameter(.value, [.null])
    default: false
    }
  }

  private func same(_ paths: [Expression], _ key: [Value], _ comparison: Expression.Comparison) -> Expression {
    let parts = zip(paths, key).map { Expression.comparison(.equal, $0, .literal($1)) }
    if parts.count > 1 { return comparison == .equal ? .and(parts) : .not(.and(parts)) }
    return .comparison(comparison, paths[0], .literal(key[0]))
  }
}
