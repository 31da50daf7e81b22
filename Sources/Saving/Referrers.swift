import Model
import Query
import Schema
import Store

/// Finds whose rows keep rows of an entity from being deleted.
package struct Referrers {
  package let context: ObjectContext

  package init(context: ObjectContext) {
    self.context = context
  }

  /// The names of the entities that restrict a deletion; `key` is that of the row where there is one alone.
  ///
  /// What goes along with a row, or only loses its parent, does not prevent it; but what goes along may itself be
  /// referred to.
  package func names(key: [Value]?) throws -> [String] {
    let near = try relations(to: context.entity, rule: .restrict)
    let users = try near.filter { try hasRow(of: $0.entity, $0.relation, key) }.map(\.entity)
    let names = users.map(\.name)
    // The rows of an entity are also those of the entities that share its table.
    var found = users.filter { user in user.sharing.map { $0.root == user.name || !names.contains($0.root) } ?? true }
      .map(\.name)
    if found.isEmpty { found = try far() }
    if found.isEmpty { found = near.map(\.entity.name) }
    // A table of another program may hold its rows back where the relation says otherwise.
    if found.isEmpty {
      found = try relations(to: context.entity).filter { try hasRow(of: $0.entity, $0.relation, key) }.map(
        \.entity.name)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The names of those whose rows refer to columns that are to change; `key` is that of the row where there is one alone.
  func names(changing columns: [String], key: [Value]?) throws -> [String] {
    let entity = try context.entity
    var names: [String] = []
    for (user, relation) in try relations(to: entity) where relation.onUpdate ?? .restrict == .restrict {
      guard columns.contains(where: { isColumn($0, of: relation, entity) }), try hasRow(of: user, relation, key) else {
        continue
      }
      // No script knows the entity of a link table that is made for a relation.
      let linking = entity.relations.first { $0.through == nil && $0.link?.entity == user.name }
      names.append(linking.map { "\(entity.name).\($0.name)" } ?? user.name)
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Whether a relation of others may lead to a column.
  func isReferredTo(_ column: String) throws -> Bool {
    let entity = try context.entity
    return try entity.keySlots.contains { entity.fields[$0].column == column }
      || relations(to: entity).contains { isColumn(column, of: $0.relation, entity) }
  }

  private func isColumn(_ column: String, of relation: Relation, _ entity: Entity) -> Bool {
    if !relation.targetColumns.isEmpty { return relation.targetColumns.contains(column) }
    return entity.keySlots.contains { entity.fields[$0].column == column }
  }

  private func relations(
    to target: Entity, rule: Relation.DeleteRule? = nil
  ) throws -> [(entity: Entity, relation: Relation)] {
    let catalog = try context.database.declaredCatalog()
    return catalog.entities.flatMap { other in
      other.relations
        .filter {
          $0.kind == .belongsTo && (rule == nil || $0.deleteRule == rule) && catalog.isKind(target.name, of: $0.target)
        }
        .map { (other, $0) }
    }
  }

  /// Whether a row refers to the one with the key, or to any.
  private func hasRow(of entity: Entity, _ relation: Relation, _ key: [Value]?) throws -> Bool {
    if entity.isAbstract || entity.isView { return false }
    var conditions = relation.columns.enumerated().map { place, column -> SQL in
      guard let key, relation.targetColumns.isEmpty, place < key.count else { return "\(name: column) IS NOT NULL" }
      return "\(name: column) = \(key[place])"
    }
    if let kind = entity.kindCondition() { conditions.append(kind) }
    let sql = SQL.select("1", from: entity.table, where: conditions, limit: 1)
    // Its table may be missing.
    let store = try context.database.store()
    do {
      return try store.rows(sql).count > 0
    } catch {
      return false
    }
  }

  /// The entities that restrict the deletion of what goes along.
  private func far() throws -> [String] {
    var reached: Set<String> = []
    var next = [try context.entity]
    var result: [String] = []
    while let target = next.popLast() {
      guard reached.insert(target.name).inserted else { continue }
      if reached.count > 1 { result += try relations(to: target, rule: .restrict).map(\.entity.name) }
      next += try relations(to: target, rule: .cascade).map(\.entity)
    }
    return result.sorted()
  }
}
