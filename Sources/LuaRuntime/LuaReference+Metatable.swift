import CLua

extension LuaTable {
  /// Gives the table a metatable, in place of the one that it had.
  package func setMetatable(_ metatable: LuaTable) {
    _ = withStack { stack in
      push(to: stack)
      metatable.push(to: stack)
      lua_setmetatable(stack.pointer, -2)
    }
  }
}

extension LuaUserdata {
  /// The name of its type: `request`, `FILE*`, or `userdata` where it has none.
  package var typeName: String {
    withStack { stack in
      push(to: stack)
      guard luaL_getmetafield(stack.pointer, -1, "__name") != LUA_TNIL else { return "userdata" }
      return stack.string(-1) ?? "userdata"
    } ?? "userdata"
  }
}

extension LuaError {
  /// The message without the `source:line:` in front.
  package var messageWithoutPosition: String {
    guard let position else { return message }
    let prefix = "\(position.source):\(position.line): "
    return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
  }
}

extension LuaReference {
  /// The table in which Lua looks for what the value itself does not have, read without running anything.
  package var indexTable: LuaTable? {
    withStack { stack -> LuaTable? in
      push(to: stack)
      guard lua_getmetatable(stack.pointer, -1) != 0, stack.rawGet(table: -1, "__index") == .table else { return nil }
      return stack.value(-1).table
    } ?? nil
  }
}
