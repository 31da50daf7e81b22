import Encodings
import LuaRuntime

extension JSONReader {
  /// Reads a JSON text onto a Lua stack: arrays and objects become tables, null in them becomes `null`.
  ///
  ///     {"a":[1,2.5]}   →   { a = { 1, 2.5 } }
  ///
  /// Pushes the value and returns true, or pushes nothing and returns false when the text is no JSON, or is too deep.
  ///
  /// - Parameter takesKept: whether it is taken as a server keeps it (`DocumentValue.init(kept:)`).
  package static func push(
    _ bytes: UnsafeRawBufferPointer, deepest: Int, null: LuaValue, takesKept: Bool = false, on stack: LuaStack
  ) -> Bool {
    let top = stack.top
    var reader = JSONReader(bytes, deepest: deepest, takesKept: takesKept)
    var builder = StackBuilder(stack: stack, null: null)
    do throws(InterchangeError) {
      try reader.whole(&builder)
      return true
    } catch {
      stack.top = top
      return false
    }
  }
}

extension BorrowedValue {
  /// Becomes what a JSON text says; false, and as it was, when it is none.
  package func become(
    json bytes: UnsafeRawBufferPointer, deepest: Int, null: LuaValue, takesKept: Bool = false
  ) -> Bool {
    guard JSONReader.push(bytes, deepest: deepest, null: null, takesKept: takesKept, on: stack) else { return false }
    takeTop()
    return true
  }
}

/// Makes values of Lua of what a JSON text says, each on top of the stack.
private struct StackBuilder: JSONBuilder {
  struct List { var count = 0 }
  struct Map {}

  let stack: LuaStack
  /// What stands for null in a table.
  let marker: LuaValue
  /// The tables in which the next value stands.
  private var depth = 0

  init(stack: LuaStack, null: LuaValue) {
    self.stack = stack
    marker = null
  }

  /// A text that is nothing but null is nil.
  func null() { if depth == 0 { stack.pushNil() } else { stack.push(marker) } }
  func boolean(_ value: Bool) { stack.push(value) }
  func integer(_ value: Int64, _ written: UnsafeRawBufferPointer) { stack.push(value) }
  func number(_ written: UnsafeRawBufferPointer) { stack.push(NumberText.real(written) ?? .nan) }
  func text(_ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer) { stack.push(content) }

  mutating func list() throws(InterchangeError) -> List {
    try begin()
    stack.newTable(array: 4)
    return List()
  }

  func add(_ value: (), to list: inout List) {
    list.count += 1
    stack.rawSet(table: -2, list.count)
  }

  mutating func end(_ list: List) { depth -= 1 }

  mutating func map() throws(InterchangeError) -> Map {
    try begin()
    stack.newTable(fields: 4)
    return Map()
  }

  func name(_ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer, in map: inout Map) -> Bool {
    stack.push(content)
    stack.copy(-1)
    let isNew = stack.rawGetTop(table: -3) == .nil
    stack.pop(1)
    return isNew
  }

  func add(_ value: (), to map: inout Map) { stack.rawSetTop(table: -3) }
  mutating func end(_ map: Map) { depth -= 1 }

  /// Makes room for a table, a name and a value, twice over.
  private mutating func begin() throws(InterchangeError) {
    depth += 1
    guard stack.ensure(8) else { throw InterchangeError(.tooDeep(depth)) }
  }
}
