import CLua

extension LuaStack {
  /// Makes a Swift error of the error value on top, and removes it.
  @usableFromInline
  package func takeError(_ status: Int32) -> LuaError {
    var error = LuaError(kind: .init(status: status), value: value(-1), message: errorMessage(-1))
    pop(1)
    slua_push_traceback(pointer)
    error.traceback = bytes(-1).map { String(decoding: $0, as: UTF8.self) }
    pop(1)
    if error.kind.isInterruption { error.message = interruptionMessage(error.kind) }
    return error
  }

  /// What an error value says: a string itself, anything else by its `__tostring` if it has one.
  private func errorMessage(_ index: Int) -> String {
    if let bytes = bytes(index) { return String(decoding: bytes, as: UTF8.self) }
    let index = absolute(index)
    if isNumber(index) { return describe(index) }
    let has = luaL_getmetafield(pointer, Int32(index), "__tostring") != LUA_TNIL
    if has {
      pop(1)
      return describe(index)
    }
    return "(error object is a \(kind(index).name) value)"
  }

  /// The words for an interruption, with the place where the script was first stopped.
  private func interruptionMessage(_ kind: LuaError.Kind) -> String {
    let place = slua_interruption_place(slua_host_of_state(pointer)).map { String(cString: $0) } ?? ""
    return place + LuaError.words(for: kind)
  }
}
