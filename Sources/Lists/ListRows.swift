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

  func push(_ index: Int, on stack: LuaStack) { stack.push(values[index]) }
  func key(_ index: Int) -> Scalar { keys[index] }
  func content(_ index: Int) throws -> [UInt8] { try contents(index).bytes }
  func stored(_ index: Int) -> StoredRow? { (try? contents(index))?.stored }

  private func contents(_ index: Int) throws -> RowContents {
    try RowContent(session: session, stack: session.lua.stack).contents(of: values[index])
  }
}
