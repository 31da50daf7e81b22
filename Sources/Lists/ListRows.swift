import LuaRows
import LuaRuntime
import Model

/// The values of a list as a script gave them, in their order.
struct ListRows: ShownRows {
  let values: [LuaValue]
  let keys: [Scalar]
  let session: SessionContext

  init(_ values: [LuaValue], keys: [Scalar], _ session: SessionContext) {
    (self.values, self.keys, self.session) = (values, keys, session)
  }

  func borrowed(_ index: Int, on stack: LuaStack) -> BorrowedValue { BorrowedValue(values[index], on: stack) }
  func key(_ index: Int) -> Scalar { keys[index] }
  func mark(_ index: Int) throws -> ContentMark { try contents(index).mark }
  func stored(_ index: Int) -> StoredRow? { (try? contents(index))?.stored }

  private func contents(_ index: Int) throws -> RowContents {
    try RowContent(session: session, stack: session.lua.stack).contents(of: values[index])
  }
}

/// Plain tables of a list in some order.
struct ListedRows: ShownRows {
  let rows: TableRows
  /// By their places in the list.
  let keys: [Scalar]
  /// Of each index of the order.
  let places: [Int]

  func borrowed(_ index: Int, on stack: LuaStack) -> BorrowedValue {
    BorrowedValue(rows[places[index]], on: stack)
  }
  func key(_ index: Int) -> Scalar { keys[places[index]] }
  func mark(_ index: Int) throws -> ContentMark { try rows.mark(places[index]) }
  func stored(_ index: Int) -> StoredRow? { nil }
  var integerKeys: [Int]? { keys.integers(at: places) }
}
