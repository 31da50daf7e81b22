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

  package init(
    name: String, state: LuaState, methods: HostFunctions = [:], metamethods: HostFunctions = [:]
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
    Self.pushIndex(methods, index, state, stack)
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

  /// Pushes the table of methods, or a function that looks there first.
  private static func pushIndex(
    _ methods: HostFunctions, _ fallback: HostFunction?, _ state: LuaState, _ stack: LuaStack
  ) {
    stack.newTable(fields: methods.entries.count)
    for (name, body) in methods.entries {
      state.push(permanent: body, named: name, to: stack)
      stack.rawSet(table: -2, name)
    }
    guard let fallback else { return }
    slua_push_index(stack.pointer, state.keep(fallback, named: "__index"))
  }
}
