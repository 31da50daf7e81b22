import CLua

/// An object of the host that a script was promised: it is made when it is used, and most never are.
///
/// To a script, and to `LuaStack.object`, it is the object itself.
package struct LuaPromise {
  let stack: LuaStack
  let index: Int
  /// What finds the object.
  package let key: Int64

  fileprivate init?(_ stack: LuaStack, _ index: Int) {
    guard let key = slua_promise(stack.pointer, Int32(index)) else { return nil }
    self.stack = stack
    self.index = stack.absolute(index)
    self.key = key.pointee
  }

  /// Keeps it: from now on this is the object.
  package func fulfil(with object: AnyObject, as type: LuaHostType) {
    stack.push(object, as: type)
    lua_setiuservalue(stack.pointer, Int32(index), Int32(SLUA_PROMISE_MADE))
  }
}

/// How promises of objects of a type behave: as those objects do.
package struct LuaPromiseType {
  package let metatable: Int32

  package init(of type: LuaHostType, _ state: LuaState) {
    metatable = slua_type_without_finalizer(state.stack.pointer, type.metatable)
  }
}

extension LuaStack {
  package func promise(_ index: Int) -> LuaPromise? { LuaPromise(self, index) }

  /// Makes the object of the promise at `index`, if there is one.
  package func fulfil(_ index: Int) throws {
    guard let promise = promise(index) else { return }
    try LuaCore.of(pointer).fulfil(promise, self)
  }

  /// The address of the object that was promised; nil where it cannot be made.
  func promisedObject(_ index: Int) -> UnsafeMutableRawPointer? {
    guard slua_promise(pointer, Int32(index)) != nil, (try? fulfil(index)) != nil else { return nil }
    return slua_object(pointer, Int32(index))
  }
}

extension LuaCall {
  /// Makes the object that an argument promises, if it does.
  ///
  /// - Throws: why it cannot be made.
  package func fulfil(_ index: Int) throws { try stack.fulfil(index) }
}

extension LuaState {
  /// How promised objects are made: `LuaPromise.fulfil`, or an error.
  package var fulfil: (LuaPromise, LuaStack) throws -> Void {
    get { core.fulfil }
    set { core.fulfil = newValue }
  }
}
