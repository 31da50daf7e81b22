import LuaRows
import LuaRuntime

extension FieldCoding {
  /// The elements of a table, or of a list of objects; nil for what is no list.
  package func elements(of value: LuaValue) -> [LuaValue]? {
    if case .table(let table) = value { return table.elements }
    let stack = session.lua.stack
    stack.push(value)
    defer { stack.pop(1) }
    guard let list = stack.rowList(-1) else { return nil }
    return (0..<list.count).map { place in
      // A place of a list is there.
      guard (try? stack.get(-1, place + 1)) != nil else { return .nil }
      defer { stack.pop(1) }
      return stack.value(-1)
    }
  }
}
