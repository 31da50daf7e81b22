import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

extension Saving {
  /// Refuses keys of rows that are in the table of a relation's target, but of another kind: the foreign key holds, and
  /// yet the relation would lead to nothing.
  ///
  /// Only keys that were assigned by themselves are looked up: an object was checked when it was assigned.
  func checkKinds(
    of object: LuaRowObject, _ context: ObjectContext, _ tied: ResolvedEntity, changed: [Int]? = nil
  ) throws {
    guard tied.hasParents else { return }
    for relation in tied.entity.relations where relation.kind == .belongsTo {
      guard let target = tied.catalog[relation.target], let kind = target.kindCondition(),
        isTouched(relation, of: object, tied, changed), try !isAssigned(relation, of: object)
      else { continue }
      let key = try Objects(session).ownKey(relation, of: object, context, stack)
      if key.contains(.null) { continue }
      try check(key, relation, target, kind, tied)
    }
  }

  private func isTouched(
    _ relation: Relation, of object: LuaRowObject, _ tied: ResolvedEntity, _ changed: [Int]?
  ) -> Bool {
    tied.entity.fields.indices.contains { slot in
      relation.columns.contains(tied.entity.fields[slot].column) && (changed?.contains(slot) ?? object.holds(slot))
    }
  }

  /// Whether the key is that of an object which was assigned.
  private func isAssigned(_ relation: Relation, of object: LuaRowObject) throws -> Bool {
    guard object.hasRelated else { return false }
    let related = object.borrowedRelated(relation.name)
    defer { related.drop() }
    guard let parent = related.rowObject,
      let parentContext = parent.context(as: ObjectContext.self), let context = object.context(as: ObjectContext.self)
    else { return false }
    return try Objects(session).key(of: parent, parentContext, for: relation, stack)
      == Objects(session).ownKey(relation, of: object, context, stack)
  }

  private func check(
    _ key: [Value], _ relation: Relation, _ target: Entity, _ kind: SQL, _ tied: ResolvedEntity
  ) throws {
    let columns =
      relation.targetColumns.isEmpty ? target.keySlots.map { target.fields[$0].column } : relation.targetColumns
    let conditions = zip(columns, key).map { column, value -> SQL in "\(name: column) = \(value)" }
    let store = try database.store()
    let found = try store.rows(.select(.name(Sharing.field), from: target.table, where: conditions))
    // Of a row that is not there the foreign key has its own words.
    guard found.count > 0,
      try store.rows(.select("1", from: target.table, where: conditions + [kind])).count == 0
    else { return }
    let entity = tied.entity
    let actual = if case .text(let name) = found.value(0, 0) { name } else { "row" }
    throw ScriptError(
      SavingError.keyOfAnotherKind(
        entity: entity.name, relation: relation.name, key: target.words(key: key), kind: actual, target: target.name))
  }
}
