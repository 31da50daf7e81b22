import CLua

extension LuaCall {
  /// The functions of Lua that are under way, the nearest caller first, each with the line where it is.
  package func callers(limit: Int) -> [(function: LuaFunction, line: Int)] {
    var result: [(function: LuaFunction, line: Int)] = []
    var frame = lua_Debug()
    for level in 1...limit {
      guard stack.ensure(2), lua_getstack(stack.pointer, Int32(level), &frame) != 0 else { break }
      lua_getinfo(stack.pointer, "lf", &frame)
      defer { stack.pop(1) }
      if frame.currentline > 0, case .function(let function) = stack.value(-1) {
        result.append((function, Int(frame.currentline)))
      }
    }
    return result
  }
}
