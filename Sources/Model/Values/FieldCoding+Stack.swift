import LuaRuntime
import Schema

/// The same for values that come to stand above all others.
extension FieldCoding {
  /// What a stored cell is for scripts, above; nothing where it throws.
  package func borrowed(
    _ cell: Cell, as field: Field, of entity: Entity, on stack: LuaStack
  ) throws -> BorrowedValue {
    let value = BorrowedValue(.nil, on: stack)
    do {
      try set(value, to: cell, as: field, of: entity)
    } catch {
      value.drop()
      throw error
    }
    return value
  }

  package func push(_ cell: Cell, as field: Field, of entity: Entity, on stack: LuaStack) throws {
    _ = try borrowed(cell, as: field, of: entity, on: stack)
  }

  /// A cell as it is stored.
  package func push(_ cell: Cell, on stack: LuaStack) {
    withUnsafePointer(to: cell) { BorrowedValue(.nil, on: stack).become(cell: UnsafeRawPointer($0)) }
  }

  /// A decimal, above.
  package func borrowed(_ number: DecimalNumber, on stack: LuaStack) -> BorrowedValue {
    BorrowedValue(DecimalValue(number), as: session.types.decimal, on: stack)
  }

  package func push(_ number: DecimalNumber, on stack: LuaStack) { _ = borrowed(number, on: stack) }
}

/// The same for values that are known by their place.
extension FieldCoding {
  package func isNull(_ index: Int, on stack: LuaStack) -> Bool { isNull(BorrowedValue(at: index, on: stack)) }
}
