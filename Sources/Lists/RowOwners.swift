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
    _ body: (RowMembers, Owner, BorrowedValue) throws -> Result
  ) throws -> Result {
    let stack = session.lua.stack
    let owner = BorrowedValue(row, on: stack)
    defer { owner.drop() }
    guard owner.hasRoom(8) else { throw ScriptError(ListError.tooManyCalls) }
    let members = RowMembers(session: session, stack: stack)
    return try body(members, members.pushOwner(of: path), owner)
  }
}
