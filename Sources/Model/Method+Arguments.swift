import LuaRuntime

extension Method {
  /// Refuses arguments that it would not look at: `Player:all { name = "x" }:delete()` must not delete all players.
  func checkArguments(_ call: LuaCall) throws(ScriptError) {
    // The object comes first.
    guard let maximum, let surplus = call.surplus(behind: maximum + 1) else { return }
    // Without its object it was called with a dot, about which the method has its own words.
    guard call.kind(1) == .userdata else { return }
    if judgesItself(call) { return }
    throw ScriptError(
      ArgumentsError.tooMany(name: name, maximum: maximum, found: surplus.described, advice: advice(surplus)))
  }

  /// What to write instead.
  private func advice(_ surplus: LuaValue) -> ArgumentsError.Advice {
    guard isOfRows, maximum == 0, [.table, .function].contains(surplus.kind) else { return .write(example) }
    return .conditionBefore(name)
  }
}

extension LuaCall {
  /// The first value that is not nil behind as many arguments as are taken.
  package func surplus(behind count: Int) -> LuaValue? {
    guard argumentCount > count else { return nil }
    return (count + 1...argumentCount).lazy.map { value($0) }.first { !$0.isNil }
  }
}

extension ScriptError {
  /// More arguments than a word or a method takes.
  package init(_ name: String, takes maximum: Int, _ surplus: LuaValue, advice: String) {
    self.init(ArgumentsError.tooMany(name: name, maximum: maximum, found: surplus.described, advice: .said(advice)))
  }
}
