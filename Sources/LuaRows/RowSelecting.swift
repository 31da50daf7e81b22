import CLua
import CRows
import LuaRuntime

extension LuaRowObject {
  /// Asks a function about one row after the other, all of which the object shows.
  ///
  /// `show` takes over the row that is shown, if the function has selected it (never before the first), and shows the
  /// next; it answers false at the end. It must leave Lua alone.
  package func select(by function: LuaFunction, _ show: (_ isSelected: Bool) throws -> Bool) throws {
    let home = LuaStack(pointer: stack)
    guard home.ensure(8) else { throw LuaError.tooManyCalls }
    try withoutActuallyEscaping(show) { show in
      var context = Showing(show: show)
      let status = withUnsafeMutablePointer(to: &context) { context in
        var showing = moon_showing(show: Showing.run, context: context)
        return withUnsafeMutablePointer(to: &showing) { showing in
          lua_pushcclosure(stack, moon_select, 0)
          home.push(reference: function)
          home.copy(index)
          slua_hand_over(stack, showing)
          defer { slua_hand_over(stack, nil) }
          return slua_call(stack, 2, 0)
        }
      }
      if status != LUA_OK { throw home.takeError(status) }
      if let error = context.error { throw error }
    }
  }
}

/// What C calls between two rows.
///
/// No error of Swift may pass through C: it waits here.
private struct Showing {
  let show: (Bool) throws -> Bool
  var error: (any Error)?

  static let run: @convention(c) (UnsafeMutableRawPointer?, Bool) -> Bool = { context, isSelected in
    guard let showing = context?.assumingMemoryBound(to: Showing.self) else { return false }
    do {
      return try showing.pointee.show(isSelected)
    } catch {
      showing.pointee.error = error
      return false
    }
  }
}
