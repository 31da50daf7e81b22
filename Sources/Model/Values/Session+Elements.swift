import LuaRows
import LuaRuntime

extension FieldCoding {
  /// The elements of a table, or of a list of objects; nil for what is no list.
  package func elements(of value: LuaValue) -> [LuaValue]? {
    if case .table(let table) = value { return table.elements }
    return value.objectsOfList(on: session.lua.stack)
  }
}
