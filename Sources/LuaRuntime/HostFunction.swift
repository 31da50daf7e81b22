import CLua

/// A function that scripts can call: it reads its arguments, pushes results, and answers how many.
package typealias HostFunction = (LuaCall) throws -> Int

/// Host functions with their names.
///
///     let methods: HostFunctions = ["next": { call in … }, "reset": { call in … }]
///
/// A list and no dictionary: it is walked once, when a type is made, and every start makes some of hundreds.
package struct HostFunctions: ExpressibleByDictionaryLiteral {
  package let entries: [(name: String, body: HostFunction)]

  package init(_ entries: [(name: String, body: HostFunction)]) {
    self.entries = entries
  }

  package init(dictionaryLiteral entries: (String, HostFunction)...) {
    self.init(entries)
  }
}

/// A host function as an object, whose address the C side keeps.
final class HostBody {
  let name: String
  let run: HostFunction

  init(name: String, run: @escaping HostFunction) {
    self.name = name
    self.run = run
  }
}

/// What the C trampoline calls: the count of results, or -1 with the error value on top.
///
/// No error of Lua's passes here: the trampoline raises when this has returned.
func runHostFunction(_ pointer: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let pointer, let context else { return 0 }
  return Unmanaged<HostBody>.fromOpaque(context)._withUnsafeGuaranteedRef { body in
    let call = LuaCall(stack: LuaStack(pointer: pointer), body: body)
    do {
      return Int32(truncatingIfNeeded: try body.run(call))
    } catch {
      pushError(error, call)
      return -1
    }
  }
}

/// Leaves the error value on top.
///
/// The arguments go first, so that there is room.
private func pushError(_ error: any Error, _ call: LuaCall) {
  let stack = call.stack
  guard let error = error as? LuaError else {
    let value = LuaCore.of(stack.pointer).encodeError(error, call)
    stack.top = 0
    return stack.push(value)
  }
  stack.top = 0
  if error.needsPlace {
    luaL_where(stack.pointer, 1)
    stack.push(error.message)
    // Two strings: no metamethod is asked.
    lua_concat(stack.pointer, 2)
  } else {
    stack.push(error.value)
  }
  guard let traceback = error.traceback else { return }
  stack.push(traceback)
  slua_keep_traceback(stack.pointer)
}

/// Gives up what Lua held.
func releaseHostObject(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  Unmanaged<AnyObject>.fromOpaque(object).release()
}
