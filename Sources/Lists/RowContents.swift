import LuaRuntime

/// A row as a list in memory has it: what scripts see, and what was in it when that was last told.
enum RowContents {
  case value(LuaValue, bytes: [UInt8])
  /// The element of a fetched list, by its place, with what it was loaded with.
  case loaded(LoadedRows, place: Int)

  var object: LuaValue {
    switch self {
    case .value(let value, _): value
    case .loaded(let rows, let place): rows.object(place)
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .value(_, let bytes): bytes
    case .loaded(let rows, let place): rows.content(place)
    }
  }

  /// Whether the contents are the same, field by field.
  func isSame(as other: RowContents) -> Bool {
    if case .loaded(let rows, let place) = self, case .loaded(let others, let otherPlace) = other, rows === others,
      place == otherPlace
    {
      return true
    }
    return bytes == other.bytes
  }
}
