import CLua

/// A type of userdata that holds a Swift object.
///
///     let type = LuaHostType(name: "counter", state: state, methods: ["next": { call in … }])
///     stack.push(Counter(), as: type)
///
/// `getmetatable` answers the name, so that scripts cannot change the type. Methods are found before a
/// metamethod `__index` is asked.
package struct LuaHostType {
  package let name: String
  /// Where the registry keeps the metatable.
  let metatable: Int32

  /// - Parameter method: gives a method that `methods` does not have; asked once for each that there is.
  package init(
    name: String, state: LuaState, methods: HostFunctions = [:], metamethods: HostFunctions = [:],
    method: ((String) -> HostFunction?)? = nil
  ) {
    self.name = name
    let stack = state.stack
    precondition(stack.ensure(8), "the stack of Lua is full")
    stack.newTable()
    slua_set_type_fields(stack.pointer, name)
    var index: HostFunction?
    for (event, body) in metamethods.entries {
      Self.check(event)
      if event == "__index" {
        index = body
        continue
      }
      state.push(permanent: body, named: event, to: stack)
      stack.rawSet(table: -2, event)
    }
    stack.push(methods, of: state)
    if let method { index = Self.making(method, in: stack, else: index) }
    if let index { slua_push_index(stack.pointer, state.keep(index, named: "__index")) }
    stack.rawSet(table: -2, "__index")
    metatable = luaL_ref(stack.pointer, slua_registry_index())
  }

  private static func check(_ event: String) {
    switch event {
    case "__gc", "__name", "__metatable", "__mode": preconditionFailure("\(event) belongs to the runtime")
    // Lua 5.4.4 with Debian's changes reads freed memory when this one makes the stack grow.
    case "__concat": preconditionFailure("a host type has no __concat")
    default: break
    }
  }

  /// Makes a method when it is first used, in the table on top: a type may have sixty, of which a script uses three.
  private static func making(
    _ method: @escaping (String) -> HostFunction?, in stack: LuaStack, else fallback: HostFunction?
  ) -> HostFunction {
    lua_pushvalue(stack.pointer, -1)
    let table = luaL_ref(stack.pointer, slua_registry_index())
    return { call in
      guard let name = call.string(2), let body = method(name) else { return try fallback?(call) ?? 0 }
      let stack = call.stack
      lua_rawgeti(stack.pointer, slua_registry_index(), lua_Integer(table))
      call.state.push(permanent: body, named: name, to: stack)
      lua_pushvalue(stack.pointer, -1)
      stack.rawSet(table: -3, name)
      return 1
    }
  }
}
