import LuaRuntime

extension LuaCall {
  /// Pushes a text as the only result.
  package func returning(_ text: String) -> Int {
    push(text)
    return 1
  }
}
