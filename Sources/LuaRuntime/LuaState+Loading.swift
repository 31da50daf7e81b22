import CLua

extension LuaState {
  /// Compiles text to a function; binary chunks are refused.
  ///
  /// The name is Lua's chunk name: `@report.lua` for a file, `=stdin` for something else. A first line
  /// that begins with `#` is skipped, and so is a byte order mark.
  package func load(_ source: [UInt8], name: String) throws(LuaError) -> LuaFunction {
    let stack = roomyStack
    let status = source.withUnsafeBytes { bytes in
      let code = Self.skippingFirstComment(bytes)
      return slua_load(stack.pointer, code.baseAddress?.assumingMemoryBound(to: CChar.self), code.count, name)
    }
    if status != LUA_OK { throw stack.takeError(status) }
    return LuaFunction(core: core, taking: stack)
  }

  package func load(_ source: String, name: String) throws(LuaError) -> LuaFunction {
    try load(Array(source.utf8), name: name)
  }

  /// The newline after a skipped line stays, so that lines keep their numbers.
  private static func skippingFirstComment(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    if rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != UInt8(ascii: "\n") } }
    return UnsafeRawBufferPointer(rebasing: rest)
  }
}
