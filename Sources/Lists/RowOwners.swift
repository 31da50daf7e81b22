import LuaRuntime
import Model
import Query
import Requests
import Schema

extension RowMembers {
  /// Finds what a path leads to from a row; while `body` runs, the owner of its last name is on top of the stack.
  static func withOwner<Result>(
    of path: FieldPath, from row: LuaValue, _ session: SessionContext,
    _ body: (RowMembers, Owner) throws -> Result
  ) throws -> Result {
    let stack = session.lua.stack
    guard stack.ensure(8) else { throw ScriptError(ListError.tooManyCalls) }
    let top = stack.top
    defer { stack.top = top }
    stack.push(row)
    let members = RowMembers(session: session, stack: stack)
    return try body(members, members.pushOwner(of: path))
  }
}
