import LuaRows
import LuaRuntime
import Schema

/// What takes the objects that are made along with the one that they belong to; a room above says it.
package final class GraphTaking: SessionState {
  /// Takes what a constructor was given for a relation: objects of one to many, and tables that new ones are made of;
  /// false for anything else.
  package var take: ((LuaValue, Relation, LuaRowObject, ObjectContext, LuaStack) throws -> Bool)?

  package init(_ session: SessionContext) {}
}
