import LuaRows
import LuaRuntime
import Model
import Schema

/// An object that a relation is to lead to, as scripts name it in conditions and updates.
struct RelatedObject {
  let session: SessionContext
  let relation: Relation
  /// The database that is asked, where that is known: an object of another has no key in it.
  let database: ScriptDatabase?
  /// What the database is told of, where it is another one.
  let member: String

  /// What the fields of the relation hold where it leads to an object.
  ///
  /// - Throws: `other`, with what the value is, for what is no such object; `unsaved` for one that is not in the
  ///   database yet.
  func key(
    _ value: LuaValue, other: (String) -> RequestError, unsaved: @autoclosure () -> RequestError
  ) throws -> [Value] {
    let place = BorrowedValue(value, on: session.lua.stack)
    defer { place.drop() }
    guard let object = place.rowObject, let context = object.context(as: ObjectContext.self),
      context.isKind(of: relation.target)
    else { throw ScriptError(other(FieldCoding(session).words(for: value))) }
    guard try Objects(session).hasKey(object, context) else { throw ScriptError(unsaved()) }
    try context.checkBelongs(to: database ?? context.database, as: member)
    return try Objects(session).key(of: object, context, for: relation, place.stack)
  }
}
