import CLua

extension LuaState {
  package func makeTable() -> LuaTable {
    let stack = roomyStack
    stack.newTable()
    return LuaTable(core: core, taking: stack)
  }

  /// A new userdata that keeps the object until it is collected.
  package func makeUserdata(_ object: AnyObject, as type: LuaHostType) -> LuaValue {
    let stack = roomyStack
    stack.push(object, as: type)
    defer { stack.pop(1) }
    return stack.value(-1)
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

  /// Sets a global that scripts can read, and not set: `refuse` is called when one tries, and is to raise.
  ///
  /// It is no entry of the table of globals, but of the table behind that.
  package func keepGlobal(_ name: String, _ value: LuaValue, refuse: LuaFunction) {
    let stack = roomyStack
    stack.push(name)
    stack.push(value)
    stack.push(.function(refuse))
    slua_keep_global(stack.pointer)
  }

  /// A global, read without running anything.
  package func global(_ name: String) -> LuaValue {
    let stack = roomyStack
    slua_push_globals(stack.pointer)
    _ = stack.rawGet(table: -1, name)
    defer { stack.pop(2) }
    let value = stack.value(-1)
    return value.isNil ? globals.indexTable?[name] ?? .nil : value
  }
}
