import CLua

/// One call of a host function: its arguments, and where it puts its results.
///
///     state.function(named: "double") { call in
///       guard let number = call.number(1) else { throw call.argumentError(1, expected: "number") }
///       call.push(2 * number)
///       return 1
///     }
package struct LuaCall {
  /// The stack of the coroutine that called: the arguments are 1, 2, ….
  package let stack: LuaStack
  package let argumentCount: Int
  unowned(unsafe) let body: HostBody

  init(stack: LuaStack, body: HostBody) {
    self.stack = stack
    self.body = body
    argumentCount = stack.top
  }

  package var state: LuaState {
    guard let state = LuaCore.of(stack.pointer).state else { preconditionFailure("the Lua state is closed") }
    return state
  }

  /// Where a function under way is: level 1 is the line that called this one.
  package func location(level: Int) -> (source: String, line: Int)? {
    var frame = lua_Debug()
    guard lua_getstack(stack.pointer, Int32(level), &frame) != 0 else { return nil }
    lua_getinfo(stack.pointer, "Sl", &frame)
    guard frame.currentline > 0 else { return nil }
    return (frame.shortSource, Int(frame.currentline))
  }

  /// The place as messages begin with it, `report.lua:3: `, or nothing where there is none.
  package func place(level: Int) -> String {
    guard let (source, line) = location(level: level) else { return "" }
    return "\(source):\(line): "
  }
}
