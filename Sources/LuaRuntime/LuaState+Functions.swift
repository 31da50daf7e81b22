import CLua

extension LuaState {
  /// A host function that lives as long as the state.
  ///
  /// `body` must not hold the state itself, which would then never end: `call.state` is it.
  package func function(named name: String, _ body: @escaping HostFunction) -> LuaFunction {
    let stack = roomyStack
    push(permanent: body, named: name, to: stack)
    return LuaFunction(core: core, taking: stack)
  }

  /// A host function that is released when Lua has no more use for it.
  package func closure(named name: String = "?", _ body: @escaping HostFunction) -> LuaFunction {
    let stack = roomyStack
    push(closure: body, named: name, to: stack)
    return LuaFunction(core: core, taking: stack)
  }

  /// Pushes a host function that is released when Lua has no more use for it.
  package func push(closure body: @escaping HostFunction, named name: String = "?", to stack: LuaStack) {
    let object = HostBody(name: name, run: body)
    slua_push_closure(stack.pointer, Unmanaged.passRetained(object).toOpaque())
  }

  func push(permanent body: @escaping HostFunction, named name: String, to stack: LuaStack) {
    slua_push_function(stack.pointer, keep(body, named: name))
  }

  /// A table of host functions that live as long as the state.
  package func table(of functions: HostFunctions) -> LuaTable {
    let stack = roomyStack
    stack.push(functions, of: self)
    return LuaTable(core: core, taking: stack)
  }

  /// Keeps a host function until the state is closed, and answers its address.
  func keep(_ body: @escaping HostFunction, named name: String) -> UnsafeMutableRawPointer {
    let object = HostBody(name: name, run: body)
    core.functions.append(object)
    return Unmanaged.passUnretained(object).toOpaque()
  }

  var roomyStack: LuaStack {
    let stack = stack
    precondition(stack.ensure(8), "the stack of Lua is full")
    return stack
  }
}

extension LuaStack {
  /// Pushes a table of host functions.
  func push(_ functions: HostFunctions, of state: LuaState) {
    newTable(fields: functions.entries.count)
    for (name, body) in functions.entries {
      state.push(permanent: body, named: name, to: self)
      rawSet(table: -2, name)
    }
  }
}
