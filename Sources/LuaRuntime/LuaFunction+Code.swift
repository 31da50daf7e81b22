import CLua

extension LuaFunction {
  /// The code of a function of Lua as a binary chunk, with its lines and names; nil for one of C.
  package var bytecode: [UInt8]? {
    withStack { stack -> [UInt8]? in
      push(to: stack)
      var bytes: [UInt8] = []
      let status = withUnsafeMutablePointer(to: &bytes) { bytes in
        // The writer cannot fail, and nothing here raises.
        lua_dump(
          stack.pointer,
          { _, part, count, bytes in
            let part = UnsafeRawBufferPointer(start: part, count: count)
            bytes?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: part)
            return 0
          }, bytes, 0)
      }
      return status == 0 && !bytes.isEmpty ? bytes : nil
    } ?? nil
  }

  /// What a variable from outside holds now, by its place from 0; nil where there is none.
  package func upvalue(_ place: Int) -> LuaValue? {
    withStack { stack -> LuaValue? in
      push(to: stack)
      guard lua_getupvalue(stack.pointer, -1, Int32(place + 1)) != nil else { return nil }
      return stack.value(-1)
    } ?? nil
  }
}

extension LuaReference {
  /// The metatable of a table or a userdata, without asking `__metatable`.
  package var metatable: LuaTable? {
    withStack { stack -> LuaTable? in
      push(to: stack)
      guard lua_getmetatable(stack.pointer, -1) != 0 else { return nil }
      return stack.value(-1).table
    } ?? nil
  }
}

extension LuaState {
  /// The metatable that all strings share.
  package var stringMetatable: LuaTable? {
    let stack = roomyStack
    stack.push("")
    defer { stack.pop(1) }
    guard lua_getmetatable(stack.pointer, -1) != 0 else { return nil }
    defer { stack.pop(1) }
    return stack.value(-1).table
  }
}
