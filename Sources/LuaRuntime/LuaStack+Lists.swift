extension LuaStack {
  /// Puts a value in the place of a nil that is on top of the stack: a list has no holes.
  package func replaceNil(with value: LuaValue) {
    guard isNil(-1) else { return }
    pop(1)
    push(value)
  }
}
