import CLua

/// A value where it stands on the stack: borrowed for the call that runs, never kept beyond it.
///
/// What a function pushes stands above until the `scoped` around it ends, so that the place of a value never moves.
/// A value is changed where it stands, by `become`.
///
///     // of { "a", "b" }
///     list.scoped { list.element(2).string }   // "b"
package struct BorrowedValue {
  package let stack: LuaStack
  /// Its absolute place.
  package let index: Int

  @inlinable
  init(stack: LuaStack, index: Int) {
    (self.stack, self.index) = (stack, index)
  }

  @inlinable
  package var kind: LuaKind { stack.kind(index) }
  @inlinable
  package var isNil: Bool { stack.isNil(index) }
  package var isTable: Bool { kind == .table }
  /// Whether it is a number of the integer subtype.
  @inlinable
  package var isInteger: Bool { stack.isInteger(index) }
  /// Whether it is `true` itself.
  package var isTrue: Bool { kind == .boolean && stack.boolean(index) }
  @inlinable
  package var boolean: Bool { stack.boolean(index) }
  /// An integer, or a float with an exact integer value.
  @inlinable
  package var integer: Int64? { stack.integer(index) }
  @inlinable
  package var number: Double? { stack.number(index) }
  /// The bytes of a string, valid while the value stands here.
  @inlinable
  package var bytes: UnsafeRawBufferPointer? { stack.bytes(index) }
  /// The text of a string that is UTF-8; a number is none.
  package var string: String? { kind == .string ? stack.string(index) : nil }
  /// The value to keep.
  package var value: LuaValue { stack.value(index) }
  /// What tells tables and objects apart; nil for values without an identity.
  package var address: UnsafeRawPointer? { stack.rawPointer(index) }

  package func object<T: AnyObject>(as type: T.Type = T.self) -> T? { stack.object(index, as: type) }

  /// Calls `body`, and clears what it left above.
  package func scoped<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let top = stack.top
    defer { stack.top = top }
    return try body()
  }

  /// Makes room for so many values above; false when the stack cannot grow.
  package func hasRoom(_ count: Int) -> Bool { stack.ensure(count) }

  /// Puts another value in its place.
  package func become(_ other: BorrowedValue) { lua_copy(stack.pointer, Int32(other.index), Int32(index)) }

  package func become(_ value: LuaValue) {
    stack.push(value)
    takeTop()
  }

  package func become(_ text: String) {
    stack.push(text)
    takeTop()
  }

  /// Becomes a userdata that keeps the object.
  package func become(_ object: AnyObject, as type: LuaHostType) {
    stack.push(object, as: type)
    takeTop()
  }

  /// Becomes a member of the table that it is.
  package func become(member name: String) {
    _ = stack.rawGet(table: index, name)
    takeTop()
  }

  /// Becomes an element of the table that it is.
  package func become(element position: Int) {
    _ = stack.rawGet(table: index, position)
    takeTop()
  }

  /// Clears the value, and all above it.
  package func drop() { stack.top = index - 1 }

  /// Becomes the value on top of the stack, which goes from there.
  package func takeTop() {
    lua_copy(stack.pointer, -1, Int32(index))
    stack.pop(1)
  }

  package func isSame(as other: BorrowedValue) -> Bool { stack.rawEqual(index, other.index) }

  /// A copy of the value, above.
  package func copied() -> BorrowedValue {
    stack.copy(index)
    return stack.borrowed(-1)
  }

  /// A new table, above.
  package func newTable(array: Int = 0, fields: Int = 0) -> BorrowedValue {
    stack.newTable(array: array, fields: fields)
    return stack.borrowed(-1)
  }
}

/// The members of a table, without its metamethods.
extension BorrowedValue {
  /// The length of a table or a string.
  package var length: Int { stack.rawLength(index) }

  /// Whether a table has no member at all.
  package var isEmpty: Bool {
    stack.pushNil()
    guard stack.next(index) else { return true }
    stack.pop(2)
    return false
  }

  /// How many members a table has, those of its list included.
  package var memberCount: Int {
    var count = 0
    forEachMember { _, _ in count += 1 }
    return count
  }

  /// The value at a place from 1, above.
  package func element(_ position: Int) -> BorrowedValue {
    _ = stack.rawGet(table: index, position)
    return stack.borrowed(-1)
  }

  /// The value of a name, above.
  package func member(_ name: String) -> BorrowedValue {
    _ = stack.rawGet(table: index, name)
    return stack.borrowed(-1)
  }

  /// The value of any key, above.
  package func member(_ key: BorrowedValue) -> BorrowedValue {
    stack.copy(key.index)
    stack.rawGetTop(table: index)
    return stack.borrowed(-1)
  }

  package func set(_ position: Int, to value: BorrowedValue) {
    stack.copy(value.index)
    stack.rawSet(table: index, position)
  }

  package func set(_ name: String, to value: BorrowedValue) {
    stack.copy(value.index)
    stack.rawSet(table: index, name)
  }

  package func set(_ name: String, to value: LuaValue) {
    stack.push(value)
    stack.rawSet(table: index, name)
  }

  package func set(_ key: BorrowedValue, to value: BorrowedValue) {
    stack.copy(key.index)
    stack.copy(value.index)
    stack.rawSetTop(table: index)
  }

  /// Calls `body` with each element from 1 on.
  package func forEachElement<E: Error>(
    _ body: (_ position: Int, _ value: BorrowedValue) throws(E) -> Void
  ) throws(E) {
    for position in 0..<length { try scoped { () throws(E) in try body(position + 1, element(position + 1)) } }
  }

  /// Calls `body` with each key and its value, in the order of `next`.
  ///
  /// Keys that exist may be given another value, or none, meanwhile.
  /// - Parameter element: the element behind which the walk begins, if there is one.
  package func forEachMember<E: Error>(
    behind element: Int? = nil, _ body: (_ key: BorrowedValue, _ value: BorrowedValue) throws(E) -> Void
  ) throws(E) {
    if let element { stack.push(element) } else { stack.pushNil() }
    let key = stack.borrowed(-1)
    defer { stack.top = key.index - 1 }
    while stack.next(index) {
      try body(key, BorrowedValue(stack: stack, index: key.index + 1))
      stack.top = key.index
    }
  }

  /// The keys that are texts, ascending: a table has no order of its own.
  package var names: [String] {
    guard isTable else { return [] }
    var names: [String] = []
    forEachMember { key, _ in
      if let name = key.string { names.append(name) }
    }
    return names.sorted()
  }
}

extension LuaStack {
  /// The value at a place, for the call that runs.
  package func borrowed(_ index: Int) -> BorrowedValue { BorrowedValue(stack: self, index: absolute(index)) }

  /// A new value, above.
  package func borrowed(pushing value: LuaValue) -> BorrowedValue {
    push(value)
    return borrowed(-1)
  }
}

extension LuaCall {
  /// An argument, for the call that runs.
  package func borrowed(_ index: Int) -> BorrowedValue { stack.borrowed(index) }

  /// Sees to it that there are so many arguments and nothing above: those that are missing are nil.
  package func takeArguments(_ count: Int) { stack.top = count }
}

extension LuaState {
  /// Calls `body` with a value that was kept, borrowed for as long as that takes.
  package func borrowing<R, E: Error>(_ value: LuaValue, _ body: (BorrowedValue) throws(E) -> R) throws(E) -> R {
    let top = stack.top
    defer { stack.top = top }
    return try body(stack.borrowed(pushing: value))
  }
}
