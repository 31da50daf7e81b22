import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

extension RowMembers {
  /// Finds what a path leads to from a row; while `body` runs, it has the owner of the last name.
  static func withOwner<Result>(
    of path: FieldPath, from row: LuaValue, _ session: SessionContext,
    _ body: (RowMembers, Owner) throws -> Result
  ) throws -> Result {
    try session.lua.borrowing(row) { place in
      guard place.hasRoom(8) else { throw ScriptError(ListError.tooManyCalls) }
      let members = RowMembers(session: session, at: place)
      return try body(members, members.owner(of: path))
    }
  }
}
