extension LuaStack {
  /// What `push` puts on top of the stack, from which it is taken.
  package func taken(_ push: () throws -> Void) rethrows -> LuaValue {
    try push()
    defer { pop(1) }
    return value(-1)
  }

  /// Runs `body` while a value is on top of the stack.
  package func holding<Result>(_ value: LuaValue, _ body: () throws -> Result) rethrows -> Result {
    push(value)
    defer { pop(1) }
    return try body()
  }

  /// Puts an object of the host in the place of what is on top of the stack.
  package func replaceTop(with object: AnyObject, as type: LuaHostType) {
    pop(1)
    push(object, as: type)
  }

  /// Pushes a list; `push` puts the element of a place, from 0, on top of the stack.
  package func pushList(count: Int, _ push: (Int) throws -> Void) rethrows {
    newTable(array: count)
    for place in 0..<count {
      try push(place)
      rawSet(table: -2, place + 1)
    }
  }

  /// Puts a value in the place of a nil that is on top of the stack: a list has no holes.
  package func replaceNil(with value: LuaValue) {
    guard isNil(-1) else { return }
    pop(1)
    push(value)
  }
}
