import LuaRuntime

extension LuaTable {
  /// All keys and values, in no order.
  package func entries() -> [(LuaValue, LuaValue)] {
    var result: [(LuaValue, LuaValue)] = []
    // The body does not throw, so neither does the walk.
    try? forEach { key, value in result.append((key, value)) }
    return result
  }
}

extension LuaValue {
  /// Whether both are the same value, as `rawequal` says.
  package func isSame(as other: LuaValue) -> Bool { self == other }

  /// The value in the registry, for values that live there.
  package var reference: LuaReference? {
    switch self {
    case .table(let value): value
    case .function(let value): value
    case .userdata(let value): value
    case .thread(let value): value
    default: nil
    }
  }
}
