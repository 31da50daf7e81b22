import CLua

/// Values that come to stand somewhere.
extension BorrowedValue {
  /// The value at a place of a stack.
  @inlinable
  package init(at index: Int, on stack: LuaStack) {
    self.init(stack: stack, index: stack.absolute(index))
  }

  /// The same with views of those that are tables.
  package init(listShowing values: [LuaValue], on stack: LuaStack) {
    self.init(tableOf: values.count, on: stack)
    for (place, value) in values.enumerated() { take(BorrowedValue(showing: value, on: stack), at: place + 1) }
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

  /// A new userdata that keeps an object of the host, above all that stands there.
  package init(_ object: AnyObject, as type: LuaHostType, on stack: LuaStack) {
    stack.push(object, as: type)
    self.init(stack: stack, index: stack.top)
  }

  /// A text, above all that stands there.
  package init(_ text: String, on stack: LuaStack) {
    stack.push(text)
    self.init(stack: stack, index: stack.top)
  }

  /// A string of any bytes, above all that stands there.
  package init(bytes: [UInt8], on stack: LuaStack) {
    stack.pushBytes(bytes)
    self.init(stack: stack, index: stack.top)
  }

  /// A new table with room for elements and members, above all that stands there.
  package init(tableOf elements: Int, members: Int = 0, on stack: LuaStack) {
    stack.newTable(array: elements, fields: members)
    self.init(stack: stack, index: stack.top)
  }

  /// A new table of values, above all that stands there.
  package init(listOf values: [LuaValue], on stack: LuaStack) {
    self.init(tableOf: values.count, on: stack)
    for (place, value) in values.enumerated() { set(place + 1, to: value) }
  }

  /// A value that was kept, above all that stands there: of a table its view, which cannot be assigned to.
  package init(showing value: LuaValue, on stack: LuaStack) {
    stack.show(value)
    self.init(stack: stack, index: stack.top)
  }

  /// A value, above: nil, until it becomes another.
  package func newValue(_ value: LuaValue = .nil) -> BorrowedValue { BorrowedValue(value, on: stack) }

  /// Takes the value that stands above all others into the table, at a place from 1.
  package func take(_ value: BorrowedValue, at position: Int) {
    assert(value.index == stack.top)
    stack.rawSet(table: index, position)
  }

  /// The same under a name.
  package func take(_ value: BorrowedValue, as name: String) {
    assert(value.index == stack.top)
    stack.rawSet(table: index, name)
  }

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

  /// What is under a name, above.
  package func read(_ name: String) throws(LuaError) -> BorrowedValue {
    try stack.get(index, name)
    return BorrowedValue(stack: stack, index: stack.top)
  }

  /// The length as scripts read it.
  package func readLength() throws(LuaError) -> Int { try stack.length(index) }

  /// Becomes what is under a name.
  package func become(read name: String) throws(LuaError) {
    try stack.get(index, name)
    takeTop()
  }

  /// Becomes what is at a place from 1.
  package func become(read position: Int) throws(LuaError) {
    try stack.get(index, position)
    takeTop()
  }
}

extension BorrowedValue {
  /// The places of the first elements of a table, from 0, in the order that a function of two of them says.
  package func sortedPlaces(
    _ count: Int, by function: LuaFunction, isDescending: Bool
  ) throws(LuaError) -> [Int] {
    try stack.sortedPlaces(count, of: .table(index), by: function, isDescending: isDescending)
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
  /// Makes room for so many values on the stack of what runs; false when it cannot grow.
  package func hasRoom(_ count: Int) -> Bool { stack.ensure(count) }

  /// Calls `body` with the stack of what runs, and clears what that leaves there.
  package func scoped<R, E: Error>(_ body: (LuaStack) throws(E) -> R) throws(E) -> R {
    let stack = stack
    let top = stack.top
    defer { stack.top = top }
    return try body(stack)
  }
}
