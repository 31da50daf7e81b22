import Schema

/// The place where a dotted name comes to a relation whose rows are asked for one that fits.
///
///     tags.name      // relation: tags, rest: name
///     team.players   // relation: players of Team, before it: team, no rest
package struct ToManyStep {
  package let tie: Association
  /// The rows that the condition on the rest is said of.
  package let rows: RelatedRows
  /// What leads from those rows to the target: nothing, or the far end of a link.
  package let inner: [String]
  /// What leads from those rows back to the one that they are of; nil where that is another row than the one which a
  /// condition is said of, or no name does.
  package let back: String?
  /// What follows the relation.
  package let rest: FieldPath?
}

extension FieldResolver {
  /// The first relation in a dotted name that has no single value; nil when it is a name like any other.
  package func toManyStep(of path: FieldPath) throws(QueryError) -> ToManyStep? {
    var owner = entity
    let names = path.relations + [path.field]
    for (place, name) in names.enumerated() {
      let isLast = place == names.count - 1
      // Tables made elsewhere have names with dots of their own.
      if owner.field(isLast ? name : names[place...].joined(separator: ".")) != nil { return nil }
      guard let relation = owner.relation(name) else { return nil }
      if relation.kind.isToMany || isLast && relation.kind == .hasOne {
        let rest = names[(place + 1)...]
        return try step(
          Association(relation, of: owner, in: catalog), before: Array(names[..<place]),
          rest: rest.last.map { FieldPath(relations: Array(rest.dropLast()), field: $0) })
      }
      guard let next = catalog[relation.target] else { throw .unknownEntity(relation.target) }
      owner = next
    }
    return nil
  }

  private func step(_ tie: Association, before: [String], rest: FieldPath?) -> ToManyStep {
    ToManyStep(
      tie: tie, rows: tie.rows(from: before), inner: tie.relation.link.map { [$0.far] } ?? [],
      back: before.isEmpty ? tie.back : nil, rest: rest)
  }
}

extension Association {
  /// The relation to one that leads from the rows of the table back to the owner.
  fileprivate var back: String? {
    guard let name = relation.link?.near ?? relation.inverse, let found = table.relation(name),
      found.kind == .belongsTo, found.target == owner.name
    else { return nil }
    return name
  }
}
