import LuaRuntime
import Schema

/// The same for values that are known by their place on the stack.
extension FieldCoding {
  package func isNull(_ index: Int, on stack: LuaStack) -> Bool { isNull(stack.borrowed(index)) }

  package func storedValue(of field: Field, at index: Int, on stack: LuaStack) throws -> Value {
    try storedValue(of: field, from: stack.borrowed(index))
  }

  /// Replaces the value at the top of the stack by the one that the field will hold, as scripts see it.
  package func normalizeTop(for slot: FieldSlot, on stack: LuaStack) throws {
    try normalize(stack.borrowed(-1), for: slot)
  }

  func cell(of slot: FieldSlot, at index: Int, on stack: LuaStack, keep: (Value) -> Cell) throws -> Cell {
    try cell(of: slot, from: stack.borrowed(index), keep: keep)
  }

  /// Pushes what a stored cell is for scripts; nothing where it throws.
  package func push(_ cell: Cell, as field: Field, of entity: Entity, on stack: LuaStack) throws {
    let value = stack.borrowed(pushing: .nil)
    do {
      try set(value, to: cell, as: field, of: entity)
    } catch {
      stack.top = value.index - 1
      throw error
    }
  }

  package func push(_ cell: Cell, on stack: LuaStack) {
    withUnsafePointer(to: cell) { stack.push(cell: UnsafeRawPointer($0)) }
  }

  package func push(_ number: DecimalNumber, on stack: LuaStack) {
    stack.push(DecimalValue(number), as: session.types.decimal)
  }
}
