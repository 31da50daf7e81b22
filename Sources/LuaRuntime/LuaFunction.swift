import CLua

/// A function, of Lua or of the host.
package final class LuaFunction: LuaReference {
  /// Calls the function and answers all of its results.
  @discardableResult
  package func call(_ arguments: [LuaValue] = []) throws(LuaError) -> [LuaValue] {
    try call(arguments) { $0.push($1) }
  }

  /// The same with views of tables, which the function cannot assign to.
  package func call(showing arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    try call(arguments) { $0.show($1) }
  }

  private func call(
    _ arguments: [LuaValue], push argument: (LuaStack, LuaValue) -> Void
  ) throws(LuaError) -> [LuaValue] {
    guard let stack = core.current else { throw LuaError.closed }
    guard stack.ensure(arguments.count + 8) else { throw LuaError.stackOverflow }
    let base = stack.top
    push(to: stack)
    for value in arguments { argument(stack, value) }
    try stack.call(arguments: arguments.count, results: Int(LUA_MULTRET))
    defer { stack.top = base }
    var results: [LuaValue] = []
    let count = stack.top - base
    results.reserveCapacity(count)
    for index in 0..<count { results.append(stack.value(base + 1 + index)) }
    return results
  }

  /// How many parameters it names, and whether it takes any number more; a function of C is known by the latter only.
  package var parameters: (count: Int, isOpen: Bool) {
    let answer: (Int, Bool)?? = withStack { stack in
      push(to: stack)
      var frame = lua_Debug()
      guard lua_getinfo(stack.pointer, ">u", &frame) != 0 else { return nil }
      return (Int(frame.nparams), frame.isvararg != 0)
    }
    guard case .some(.some(let found)) = answer else { return (0, true) }
    return (count: found.0, isOpen: found.1)
  }

  /// What the program calls its own pieces of Lua, such as what it puts around `print` at a prompt.
  package static let ownSource = "moonshell"

  /// Where a function of Lua is written; nil for one of C, and for the program's own.
  package var definition: (source: String, line: Int)? {
    withStack { stack in
      push(to: stack)
      var frame = lua_Debug()
      guard lua_getinfo(stack.pointer, ">S", &frame) != 0, frame.linedefined >= 0 else { return nil }
      if frame.shortSource == Self.ownSource { return nil }
      return (source: frame.shortSource, line: Int(frame.linedefined))
    } ?? nil
  }
}

extension lua_Debug {
  /// The source as messages show it.
  var shortSource: String {
    withUnsafeBytes(of: short_src) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
