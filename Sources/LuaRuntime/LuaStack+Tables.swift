import CLua

/// Raw access to tables. The value at `table` must be one.
extension LuaStack {
  @inlinable
  package func newTable(array: Int = 0, fields: Int = 0) {
    lua_createtable(pointer, Int32(clamping: array), Int32(clamping: fields))
  }

  /// Pushes `table[name]`.
  package func rawGet(table: Int, _ name: String) -> LuaKind {
    let table = lua_absindex(pointer, Int32(table))
    slua_reveal(pointer, table)
    push(name)
    return LuaKind(code: lua_rawget(pointer, table))
  }

  /// Pushes `table[index]`.
  @inlinable
  package func rawGet(table: Int, _ index: Int) -> LuaKind {
    LuaKind(code: lua_rawgeti(pointer, Int32(table), lua_Integer(index)))
  }

  /// Does `table[name] = top` and removes the value.
  package func rawSet(table: Int, _ name: String) {
    let table = lua_absindex(pointer, Int32(table))
    push(name)
    insert(-2)
    lua_rawset(pointer, table)
  }

  /// Does `table[index] = top` and removes the value.
  @inlinable
  package func rawSet(table: Int, _ index: Int) {
    lua_rawseti(pointer, Int32(table), lua_Integer(index))
  }

  /// Replaces the key on top by its value.
  @inlinable
  @discardableResult
  package func rawGetTop(table: Int) -> LuaKind {
    LuaKind(code: lua_rawget(pointer, Int32(table)))
  }

  /// Sets the value on top for the key below it and removes both.
  ///
  /// `nil` and NaN are no keys; then it only removes them.
  @inlinable
  package func rawSetTop(table: Int) { slua_raw_set(pointer, Int32(table)) }

  /// Replaces the key on top by the next key and its value, or removes it and answers false at the end.
  ///
  /// The first key is `nil`. A key that the table does not have ends the walk.
  @inlinable
  package func next(_ table: Int) -> Bool { slua_next(pointer, Int32(table)) }
}
