import LuaRuntime

extension Method {
  /// Refuses arguments that it would not look at: `Player:all { name = "x" }:delete()` must not delete all players.
  func checkArguments(_ call: LuaCall) throws(ScriptError) {
    guard let maximum, let surplus = (maximum + 2...call.argumentCount).first(where: { !call.isNil($0) }) else {
      return
    }
    // Without its object it was called with a dot, about which the method has its own words.
    guard call.kind(1) == .userdata else { return }
    // What cannot be edited has more to say than how.
    if call.object(1, as: ResultSet.self) is BoundResultSet, ResultSetMethods.isEdit(name) { return }
    let number = maximum == 0 ? "nothing" : maximum == 1 ? "one argument" : "at most \(maximum) arguments"
    throw ScriptError(
      .argument, "\(name) takes \(number): \(call.value(surplus).described) is one too many. \(advice(call, surplus))")
  }

  /// What to write instead.
  private func advice(_ call: LuaCall, _ surplus: Int) -> String {
    let isOfRows = call.object(1, as: RequestHandle.self) != nil || call.object(1, as: EntityHandle.self) != nil
    guard isOfRows, maximum == 0, [.table, .function].contains(call.kind(surplus)) else { return "Write \(example)" }
    return "A condition comes before it: where { … }:\(name)()"
  }
}
