import CLua
import CRows
import LuaRuntime

extension LuaStack {
  /// Asks a function about one row after the other, all of which one object shows.
  ///
  /// `show` takes over the row that is shown, if the function has selected it (never before the first), and shows the
  /// next; it answers false at the end. It must leave Lua alone.
  package func select(
    by function: LuaFunction, showingIn object: LuaRowObject, _ show: (_ isSelected: Bool) throws -> Bool
  ) throws {
    guard ensure(8) else { throw LuaError.tooManyCalls }
    try withoutActuallyEscaping(show) { show in
      var context = Showing(show: show)
      let status = withUnsafeMutablePointer(to: &context) { context in
        var showing = moon_showing(show: Showing.run, context: context)
        return withUnsafeMutablePointer(to: &showing) { showing in
          lua_pushcclosure(pointer, moon_select, 0)
          push(reference: function)
          copy(object.index)
          slua_hand_over(pointer, showing)
          defer { slua_hand_over(pointer, nil) }
          return slua_call(pointer, 2, 0)
        }
      }
      if status != LUA_OK { throw takeError(status) }
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
