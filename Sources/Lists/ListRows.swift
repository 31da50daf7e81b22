import LuaRows
import LuaRuntime
import Model

/// The values of a list as a script gave them, in their order.
struct ListRows: ShownRows {
  private(set) var values: [LuaValue]
  let keys: [Scalar]
  let session: SessionContext

  init(_ values: [LuaValue], keys: [Scalar], _ session: SessionContext) {
    (self.values, self.keys, self.session) = (values, keys, session)
  }

  func keeping(_ indices: Set<Int>, _ session: SessionContext) -> any ShownRows {
    var result = self
    for index in indices { result.values[index] = RowCopies(session).keptTable(values[index]) }
    return result
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
  /// Copies of some of them, by their indices.
  private var copies: [Int: LuaValue] = [:]

  init(rows: TableRows, keys: [Scalar], places: [Int]) { (self.rows, self.keys, self.places) = (rows, keys, places) }

  func keeping(_ indices: Set<Int>, _ session: SessionContext) -> any ShownRows {
    var result = self
    for index in indices { result.copies[index] = RowCopies(session).keptTable(rows[places[index]]) }
    return result
  }

  func borrowed(_ index: Int, on stack: LuaStack) -> BorrowedValue {
    BorrowedValue(copies[index] ?? rows[places[index]], on: stack)
  }
  func key(_ index: Int) -> Scalar { keys[places[index]] }
  func mark(_ index: Int) throws -> ContentMark { try rows.mark(places[index]) }
  func stored(_ index: Int) -> StoredRow? { nil }
  var integerKeys: [Int]? { keys.integers(at: places) }
}
