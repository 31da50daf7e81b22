import LuaRows
import LuaRuntime

extension FieldCoding {
  /// The elements of a table, or of a list of objects; nil for what is no list.
  package func elements(of value: LuaValue) -> [LuaValue]? {
    if case .table(let table) = value { return table.elements }
    return session.lua.borrowing(value) { list in
      guard let rows = list.rowList else { return nil }
      return (0..<rows.count).map { place in list.scoped { list.object(at: place + 1)?.value ?? .nil } }
    }
  }
}
