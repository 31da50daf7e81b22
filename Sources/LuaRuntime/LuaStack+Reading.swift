import CLua

extension LuaStack {
  @inlinable
  package func kind(_ index: Int) -> LuaKind { LuaKind(code: lua_type(pointer, Int32(index))) }

  @inlinable
  package func isNil(_ index: Int) -> Bool { lua_type(pointer, Int32(index)) <= 0 }

  /// Whether it is a number; a string that reads like one does not count.
  @inlinable
  package func isNumber(_ index: Int) -> Bool { lua_type(pointer, Int32(index)) == LUA_TNUMBER }

  /// Whether it is a number of the integer subtype.
  @inlinable
  package func isInteger(_ index: Int) -> Bool { lua_isinteger(pointer, Int32(index)) != 0 }

  /// Whether Lua takes it for true.
  @inlinable
  package func boolean(_ index: Int) -> Bool { lua_toboolean(pointer, Int32(index)) != 0 }

  /// An integer, or a float with an exact integer value.
  @inlinable
  package func integer(_ index: Int) -> Int64? {
    var result: lua_Integer = 0
    return slua_integer(pointer, Int32(index), &result) ? Int64(result) : nil
  }

  @inlinable
  package func number(_ index: Int) -> Double? {
    isNumber(index) ? lua_tonumberx(pointer, Int32(index), nil) : nil
  }

  /// The bytes of a string, valid while the string is on the stack.
  @inlinable
  package func bytes(_ index: Int) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let start = slua_bytes(pointer, Int32(index), &count) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  @inlinable
  package func withBytes<R, E: Error>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R? {
    guard let bytes = bytes(index) else { return nil }
    return try body(bytes)
  }

  /// The text of a string that is UTF-8.
  package func string(_ index: Int) -> String? {
    guard let bytes = bytes(index) else { return nil }
    // The standard library decodes five times as fast as it validates; ASCII needs no validation.
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Any value.
  ///
  /// Tables, functions, userdata and coroutines become references.
  package func value(_ index: Int) -> LuaValue {
    switch kind(index) {
    case .none, .nil: return .nil
    case .boolean: return .boolean(boolean(index))
    case .lightUserdata: return .pointer(lua_touserdata(pointer, Int32(index)))
    case .number:
      if isInteger(index) { return .integer(Int64(lua_tointegerx(pointer, Int32(index), nil))) }
      return .number(lua_tonumberx(pointer, Int32(index), nil))
    case .string: return .string(LuaString(bytes: bytes(index) ?? UnsafeRawBufferPointer(start: nil, count: 0)))
    case .table: return .table(LuaTable(core: .of(pointer), taking: copied(index)))
    case .function: return .function(LuaFunction(core: .of(pointer), taking: copied(index)))
    case .userdata: return .userdata(LuaUserdata(core: .of(pointer), taking: copied(index)))
    case .thread: return .thread(LuaReference(core: .of(pointer), taking: copied(index)))
    }
  }

  /// Pushes a copy and answers itself.
  ///
  /// The one place that it takes is made sure of here.
  private func copied(_ index: Int) -> LuaStack {
    let index = absolute(index)
    precondition(ensure(4), "the stack of Lua is full")
    copy(index)
    return self
  }

  /// The Swift object in a userdata of the host, if it is one of this class.
  package func object<T: AnyObject>(_ index: Int, as type: T.Type = T.self) -> T? {
    guard let address = slua_object(pointer, Int32(index)) ?? promisedObject(index) else { return nil }
    let object = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
    if Swift.type(of: object) == type { return unsafeDowncast(object, to: type) }
    return object as? T
  }

  /// The address that tells objects apart; nil for values without one.
  @inlinable
  package func rawPointer(_ index: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(lua_topointer(pointer, Int32(index)))
  }

  /// The length of a string, a table without its metamethods, or a userdata.
  @inlinable
  package func rawLength(_ index: Int) -> Int {
    reveal(index)
    return Int(lua_rawlen(pointer, Int32(index)))
  }
}
