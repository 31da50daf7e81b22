import CLua

/// The basic type of a Lua value.
package enum LuaKind: Int32, Sendable {
  case none = -1
  case `nil`, boolean, lightUserdata, number, string, table, function, userdata, thread

  /// The kind that Lua's own number stands for.
  @inlinable
  package init(code: Int32) {
    self = LuaKind(rawValue: code) ?? .none
  }

  /// The name that Lua's messages use: `number`, `no value`.
  package var name: String {
    switch self {
    case .none: return "no value"
    case .lightUserdata, .userdata: return "userdata"
    default: return "\(self)"
    }
  }
}
