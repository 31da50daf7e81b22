import CLua

/// Access that may run metamethods, and therefore may fail.
extension LuaStack {
  /// Calls the function below the arguments; its results replace them.
  ///
  /// Failed, all of them are removed. `results` of -1 keeps however many there are.
  @inlinable
  package func call(arguments: Int, results: Int) throws(LuaError) {
    let status = slua_call(pointer, Int32(arguments), Int32(results))
    if status != LUA_OK { throw takeError(status) }
  }

  /// Pushes `value[name]`.
  package func get(_ index: Int, _ name: String) throws(LuaError) {
    let index = lua_absindex(pointer, Int32(index))
    push(name)
    try check(slua_get(pointer, index))
  }

  /// Pushes `value[key]`.
  package func get(_ index: Int, _ key: Int) throws(LuaError) {
    let index = lua_absindex(pointer, Int32(index))
    push(key)
    try check(slua_get(pointer, index))
  }

  /// Does `value[name] = top` and removes the value.
  package func set(_ index: Int, _ name: String) throws(LuaError) {
    let index = lua_absindex(pointer, Int32(index))
    push(name)
    insert(-2)
    try check(slua_set(pointer, index))
  }

  /// `#value`, which is an integer unless a metamethod says otherwise.
  package func length(_ index: Int) throws(LuaError) -> Int {
    try check(slua_length(pointer, Int32(index)))
    defer { pop(1) }
    guard let length = integer(-1) else { throw LuaError.lengthIsNoInteger }
    return Int(length)
  }

  package func equal(_ left: Int, _ right: Int) throws(LuaError) -> Bool {
    try compare(left, right, LUA_OPEQ)
  }

  package func less(_ left: Int, _ right: Int) throws(LuaError) -> Bool {
    try compare(left, right, LUA_OPLT)
  }

  private func compare(_ left: Int, _ right: Int, _ operation: Int32) throws(LuaError) -> Bool {
    try check(slua_compare(pointer, Int32(left), Int32(right), operation))
    defer { pop(1) }
    return boolean(-1)
  }

  private func check(_ status: Int32) throws(LuaError) {
    if status != LUA_OK { throw takeError(status) }
  }

  /// The text of a value by `tostring`; never fails, and ends even if `__tostring` does not.
  package func describe(_ index: Int) -> String {
    let index = absolute(index)
    let status = slua_describe(pointer, Int32(index))
    defer { pop(1) }
    guard status == LUA_OK, let bytes = bytes(-1) else { return "(\(kind(index).name))" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
