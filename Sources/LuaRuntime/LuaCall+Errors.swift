import CLua

extension LuaCall {
  /// The error for an argument of the wrong type, in Lua's words.
  ///
  ///     bad argument #1 to 'double' (number expected, got no value)
  package func argumentError(_ index: Int, expected: String) -> LuaError {
    argumentError(index, message: LuaError.words(expected: expected, got: typeName(index)))
  }

  /// The error for an argument that will not do, in Lua's words.
  package func argumentError(_ index: Int, message: String) -> LuaError {
    var frame = lua_Debug()
    var name = body.name
    var number = index
    if lua_getstack(stack.pointer, 0, &frame) != 0, lua_getinfo(stack.pointer, "n", &frame) != 0 {
      if let known = frame.name { name = String(cString: known) }
      // `a:f(x)`: the object is not counted.
      if let what = frame.namewhat, String(cString: what) == "method" { number -= 1 }
    }
    if number == 0 { return .badSelf(function: name, message) }
    return .badArgument(number, function: name, message)
  }

  /// The type of an argument as messages name it: a host type has its own name.
  package func typeName(_ index: Int) -> String {
    if luaL_getmetafield(stack.pointer, Int32(index), "__name") != LUA_TNIL {
      defer { stack.pop(1) }
      if let name = stack.string(-1) { return name }
    }
    let kind = stack.kind(index)
    return kind == .lightUserdata ? "light userdata" : kind.name
  }
}
