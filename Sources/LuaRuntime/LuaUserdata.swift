import CLua

/// A userdata, which may hold an object of the host.
package final class LuaUserdata: LuaReference {
  /// The object, if it is one of this class.
  package func object<T: AnyObject>(as type: T.Type = T.self) -> T? {
    withStack { stack in
      push(to: stack)
      return stack.object(-1, as: type)
    } ?? nil
  }
}
