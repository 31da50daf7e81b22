/// Functions that are asked about values where these stand.
extension LuaFunction {
  /// What it makes of a value, above.
  package func result(of value: BorrowedValue) throws(LuaError) -> BorrowedValue {
    let stack = value.stack
    stack.push(reference: self)
    stack.copy(value.index)
    try stack.call(arguments: 1, results: 1)
    return BorrowedValue(stack: stack, index: stack.top)
  }

  /// What it makes of a value, to keep.
  package func answer(of value: BorrowedValue) throws(LuaError) -> LuaValue {
    let result = try result(of: value)
    defer { result.drop() }
    return result.value
  }

  /// Whether it says something true of a value.
  package func isTrue(of value: BorrowedValue) throws(LuaError) -> Bool {
    let result = try result(of: value)
    defer { result.drop() }
    return result.boolean
  }

  /// Whether it says something true of two values, in this order.
  package func isTrue(of first: BorrowedValue, _ second: BorrowedValue) throws(LuaError) -> Bool {
    let stack = first.stack
    stack.push(reference: self)
    stack.copy(first.index)
    stack.copy(second.index)
    try stack.call(arguments: 2, results: 1)
    defer { stack.pop(1) }
    return stack.boolean(-1)
  }
}
