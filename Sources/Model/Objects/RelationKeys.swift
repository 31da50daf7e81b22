import LuaRows
import LuaRuntime
import Schema

extension Objects {
  /// The values of the columns of a relation.
  package func ownKey(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> [Value] {
    let entity = try context.entity
    let rows = ObjectRows(session: session, stack: stack)
    return try relation.columns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return .null }
      return try rows.value(slot, of: object, entity)
    }
  }
}
