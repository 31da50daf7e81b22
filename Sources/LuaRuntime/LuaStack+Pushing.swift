import CLua

extension LuaStack {
  @inlinable
  package func pushNil() { lua_pushnil(pointer) }

  @inlinable
  package func push(_ value: Bool) { lua_pushboolean(pointer, value ? 1 : 0) }

  @inlinable
  package func push(_ value: Int64) { lua_pushinteger(pointer, lua_Integer(value)) }

  @inlinable
  package func push(_ value: Int) { lua_pushinteger(pointer, lua_Integer(value)) }

  @inlinable
  package func push(_ value: Double) { lua_pushnumber(pointer, value) }

  @inlinable
  package func push(_ bytes: UnsafeRawBufferPointer) {
    lua_pushlstring(pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  @inlinable
  package func pushBytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { push($0) }
  }

  @inlinable
  package func push(_ text: String) {
    var text = text
    text.withUTF8 { push(UnsafeRawBufferPointer($0)) }
  }

  /// Pushes a value of this state; a reference to a closed state, or to another one, becomes `nil`.
  package func push(_ value: LuaValue) {
    switch value {
    case .nil: pushNil()
    case .boolean(let value): push(value)
    case .integer(let value): push(value)
    case .number(let value): push(value)
    case .string(let string): pushBytes(string.bytes)
    case .table(let reference): push(reference: reference)
    case .function(let reference): push(reference: reference)
    case .userdata(let reference): push(reference: reference)
    case .thread(let reference): push(reference: reference)
    case .pointer(let address): lua_pushlightuserdata(pointer, address)
    }
  }

  package func push(reference: LuaReference) {
    guard let host = reference.core.host, host == slua_host_of_state(pointer) else { return pushNil() }
    reference.push(to: self)
  }

  /// Pushes a new userdata that keeps the object until it is collected.
  package func push(_ object: AnyObject, as type: LuaHostType) {
    slua_push_object(pointer, Unmanaged.passRetained(object).toOpaque(), type.metatable)
  }
}
