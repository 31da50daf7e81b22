import CLua

extension LuaStack {
  /// The values that a function of two of them puts in order.
  package enum SortedValues {
    /// The elements of the list at a place of the stack.
    case list(Int)
    /// The values of the plain table at a place of the stack, from 1.
    case table(Int)
    /// Rows, shown by the lent objects at two places of the stack.
    case rows(Int, Int)
  }

  /// The places of values, from 0, in the order that a function says: whether the first of two comes before the second.
  ///
  ///     // of the table { 30, 10, 20 } by `function(a, b) return a < b end`: [1, 2, 0]
  ///
  /// Where neither comes first, they stay as they are. All questions are asked in one protected call.
  package func sortedPlaces(
    _ count: Int, of values: SortedValues, by function: LuaFunction, isDescending: Bool = false
  ) throws(LuaError) -> [Int] {
    guard ensure(16) else { throw LuaError("too many functions call each other") }
    let places = UnsafeMutablePointer<Int>.allocate(capacity: 2 * count)
    defer { places.deallocate() }
    let (first, second) = values.indexes(on: self)
    lua_pushcclosure(pointer, moon_sort, 0)
    push(reference: function)
    copy(first)
    if let second { copy(second) } else { pushNil() }
    lua_pushlightuserdata(pointer, places)
    lua_pushlightuserdata(pointer, places + count)
    push(count)
    push(isDescending)
    try call(arguments: 7, results: 0)
    return Array(UnsafeBufferPointer(start: places, count: count))
  }
}

extension LuaStack.SortedValues {
  fileprivate func indexes(on stack: LuaStack) -> (first: Int, second: Int?) {
    switch self {
    case .list(let index), .table(let index): (stack.absolute(index), nil)
    case .rows(let first, let second): (stack.absolute(first), stack.absolute(second))
    }
  }
}
