import Encodings
import Schema

/// The rows of a SELECT that a script wrote, as rows of an entity.
///
///     SELECT id, name, score * 2 AS twice FROM player   // fields id and name, others: twice, missing: score and age
package struct WrittenRows: Hashable, Sendable {
  package let parts: [WrittenExpression.Part]
  /// All its columns in their order, each under a name of its own.
  let names: [String]
  /// The names of those that are columns of the entity, by these.
  let own: [String: String]
  /// Those that are no columns of the entity.
  package let others: [String]
  /// The columns of the entity that are not among them.
  package let missing: Set<String>

  package init(_ parts: [WrittenExpression.Part], names: [String], of entity: Entity) {
    self.parts = parts
    self.names = DistinctNames.of(names, ignoringCase: true)
    var own: [String: String] = [:]
    for column in entity.rowColumns {
      let found = self.names.first { $0 == column } ?? self.names.first { $0.lowercased() == column.lowercased() }
      if let found { own[column] = found }
    }
    self.own = own
    let taken = Set(own.values)
    others = self.names.filter { !taken.contains($0) }
    missing = Set(entity.rowColumns.filter { own[$0] == nil })
  }
}
