import CLua

/// Values that come to stand somewhere.
extension BorrowedValue {
  /// The value at a place of a stack.
  @inlinable
  package init(at index: Int, on stack: LuaStack) {
    self.init(stack: stack, index: stack.absolute(index))
  }

  /// A value that was kept, above all that stands there.
  package init(_ value: LuaValue, on stack: LuaStack) {
    stack.push(value)
    self.init(stack: stack, index: stack.top)
  }

  /// A value that was kept, above all that stands there; nil where its state is closed.
  package init(_ reference: LuaReference, on stack: LuaStack) {
    stack.push(reference: reference)
    self.init(stack: stack, index: stack.top)
  }

  /// A value, above: nil, until it becomes another.
  package func newValue(_ value: LuaValue = .nil) -> BorrowedValue { BorrowedValue(value, on: stack) }

  /// Puts an element at a place from 1.
  package func set(_ position: Int, to value: LuaValue) {
    stack.push(value)
    stack.rawSet(table: index, position)
  }
}

/// The members of a value as scripts read them: metamethods run, and may fail.
extension BorrowedValue {
  /// What is at a place from 1, above.
  package func read(_ position: Int) throws(LuaError) -> BorrowedValue {
    try stack.get(index, position)
    return BorrowedValue(stack: stack, index: stack.top)
  }

  /// Becomes what is at a place from 1.
  package func become(read position: Int) throws(LuaError) {
    try stack.get(index, position)
    takeTop()
  }
}

extension LuaPromise {
  /// What the object belongs to, and what of it the object is, one above the other.
  package func ownerAndName() -> (owner: BorrowedValue, name: BorrowedValue) {
    lua_getiuservalue(stack.pointer, Int32(index), Int32(SLUA_PROMISE_OWNER))
    lua_getiuservalue(stack.pointer, Int32(index), Int32(SLUA_PROMISE_NAME))
    return (stack.borrowed(-2), stack.borrowed(-1))
  }
}

extension LuaState {
  /// Calls `body` with the stack of what runs, and clears what that leaves there.
  package func scoped<R, E: Error>(_ body: (LuaStack) throws(E) -> R) throws(E) -> R {
    let stack = stack
    let top = stack.top
    defer { stack.top = top }
    return try body(stack)
  }
}
