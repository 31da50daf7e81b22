/// The members of the stack that host functions use most.
extension LuaCall {
  @inlinable
  package func kind(_ index: Int) -> LuaKind { stack.kind(index) }
  @inlinable
  package func isNil(_ index: Int) -> Bool { stack.isNil(index) }
  @inlinable
  package func isNumber(_ index: Int) -> Bool { stack.isNumber(index) }
  @inlinable
  package func isInteger(_ index: Int) -> Bool { stack.isInteger(index) }
  @inlinable
  package func boolean(_ index: Int) -> Bool { stack.boolean(index) }
  @inlinable
  package func integer(_ index: Int) -> Int64? { stack.integer(index) }
  @inlinable
  package func number(_ index: Int) -> Double? { stack.number(index) }
  @inlinable
  package func bytes(_ index: Int) -> UnsafeRawBufferPointer? { stack.bytes(index) }
  @inlinable
  package func string(_ index: Int) -> String? { stack.string(index) }
  @inlinable
  package func value(_ index: Int) -> LuaValue { stack.value(index) }
  @inlinable
  package func object<T: AnyObject>(_ index: Int, as type: T.Type = T.self) -> T? { stack.object(index, as: type) }

  /// All arguments.
  package var arguments: [LuaValue] { argumentCount == 0 ? [] : (1...argumentCount).map(stack.value) }

  @inlinable
  package func pushNil() { stack.pushNil() }
  @inlinable
  package func push(_ value: Bool) { stack.push(value) }
  @inlinable
  package func push(_ value: Int64) { stack.push(value) }
  @inlinable
  package func push(_ value: Int) { stack.push(value) }
  @inlinable
  package func push(_ value: Double) { stack.push(value) }
  @inlinable
  package func push(_ text: String) { stack.push(text) }
  @inlinable
  package func push(_ bytes: UnsafeRawBufferPointer) { stack.push(bytes) }
  @inlinable
  package func pushBytes(_ bytes: [UInt8]) { stack.pushBytes(bytes) }
  @inlinable
  package func push(_ value: LuaValue) { stack.push(value) }
  @inlinable
  package func push(reference: LuaReference) { stack.push(reference: reference) }
  @inlinable
  package func push(_ object: AnyObject, as type: LuaHostType) { stack.push(object, as: type) }
}
