import CLua

extension LuaState {
  package func makeTable() -> LuaTable {
    let stack = roomyStack
    stack.newTable()
    return LuaTable(core: core, taking: stack)
  }

  package var globals: LuaTable {
    let stack = roomyStack
    slua_push_globals(stack.pointer)
    return LuaTable(core: core, taking: stack)
  }

  /// Sets a global without metamethods.
  package func setGlobal(_ name: String, _ value: LuaValue) {
    let stack = roomyStack
    slua_push_globals(stack.pointer)
    stack.push(value)
    stack.rawSet(table: -2, name)
    stack.pop(1)
  }

  /// A global, read without metamethods.
  package func global(_ name: String) -> LuaValue {
    let stack = roomyStack
    slua_push_globals(stack.pointer)
    _ = stack.rawGet(table: -1, name)
    defer { stack.pop(2) }
    return stack.value(-1)
  }
}
