import LuaRows
import LuaRuntime
import Model

/// Rows of lists in memory, which are copies of what a script gave.
package struct RowCopies {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Does something with a row that is an object of an entity; nil for any other.
  @discardableResult
  func withObject<Result>(
    _ row: LuaValue, _ body: (LuaRowObject, ObjectContext) throws -> Result?
  ) rethrows -> Result? {
    guard case .userdata = row else { return nil }
    let place = BorrowedValue(row, on: session.lua.stack)
    defer { place.drop() }
    guard let object = place.rowObject, let context = object.context(as: ObjectContext.self) else { return nil }
    return try body(object, context)
  }
}
