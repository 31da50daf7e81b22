import CLua
import CRows
import LuaRuntime

/// Objects and their fields as borrowed values.
extension LuaRowObject {
  /// The object itself, where it stands.
  package var place: BorrowedValue { LuaStack(pointer: stack).borrowed(index) }

  /// The value of a field, above: its own, or the cell as it is stored.
  package func borrowed(_ slot: Int) -> BorrowedValue {
    push(slot)
    return LuaStack(pointer: stack).borrowed(-1)
  }

  /// What stands for a relation among its related objects.
  package func related(_ name: String) -> LuaValue {
    place.scoped { borrowed(.related).member(name).value }
  }

  /// One of its tables, above.
  package func borrowed(_ table: Table) -> BorrowedValue {
    push(table)
    return LuaStack(pointer: stack).borrowed(-1)
  }

  /// Makes a value the field's own.
  package func hold(_ slot: Int, _ value: BorrowedValue) {
    lua_pushvalue(stack, Int32(value.index))
    hold(slot)
  }

  /// What the object was read with beside its fields, above: a table, or nil.
  package func extras() -> BorrowedValue {
    pushExtras()
    return LuaStack(pointer: stack).borrowed(-1)
  }

  /// Keeps a table beside the fields of the object.
  package func holdExtras(_ table: BorrowedValue) {
    lua_pushvalue(stack, Int32(table.index))
    holdExtras()
  }
}

extension LuaRowShape {
  /// A new object that is part of another, above a value.
  package func embeddedObject(above value: BorrowedValue) -> LuaRowObject? {
    value.stack.pushRow(self, anchor: nil, rows: nil, row: 0, state: .embedded)
  }

  /// The slot of a field whose name is a string.
  package func slot(named name: BorrowedValue) -> Int? { slot(named: name.index, on: name.stack) }
}

extension BorrowedValue {
  package var rowObject: LuaRowObject? { stack.rowObject(index) }
  package var rowList: LuaRowList? { stack.rowList(index) }

  /// Whether there is something under a name, as scripts read it.
  package func has(_ name: String) throws -> Bool {
    let top = stack.top
    defer { stack.top = top }
    try stack.get(index, name)
    return !stack.isNil(-1)
  }

  /// Becomes what a cell holds, as it is stored; the address is that of a `Schema.Cell`.
  package func become(cell: UnsafeRawPointer) {
    stack.push(cell: cell)
    takeTop()
  }
}
