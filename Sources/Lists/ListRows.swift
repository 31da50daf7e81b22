import LuaRows
import LuaRuntime
import Model

/// Rows that are values of Lua already.
protocol ValueRows: ShownRows {
  func value(_ index: Int) -> LuaValue
}

extension ValueRows {
  func push(_ index: Int, on stack: LuaStack) { stack.push(value(index)) }
}

/// The values of a list as a script gave them, in their order.
struct ListRows: ValueRows {
  let values: [LuaValue]
  let keys: [Scalar]
  let session: SessionContext

  init(_ values: [LuaValue], keys: [Scalar], _ session: SessionContext) {
    (self.values, self.keys, self.session) = (values, keys, session)
  }

  func value(_ index: Int) -> LuaValue { values[index] }
  func key(_ index: Int) -> Scalar { keys[index] }
  func mark(_ index: Int) throws -> ContentMark { try contents(index).mark }
  func stored(_ index: Int) -> StoredRow? { (try? contents(index))?.stored }

  private func contents(_ index: Int) throws -> RowContents {
    try RowContent(session: session, stack: session.lua.stack).contents(of: values[index])
  }
}

/// Plain tables of a list in some order.
struct ListedRows: ValueRows {
  let rows: TableRows
  /// By their places in the list.
  let keys: [Scalar]
  /// Of each index of the order.
  let places: [Int]

  func value(_ index: Int) -> LuaValue { rows.tables[places[index]] }
  func key(_ index: Int) -> Scalar { keys[places[index]] }
  func mark(_ index: Int) -> ContentMark { rows.tables.marks[places[index]] }
  func stored(_ index: Int) -> StoredRow? { nil }
  var integerKeys: [Int]? { keys.integers(at: places) }
}
