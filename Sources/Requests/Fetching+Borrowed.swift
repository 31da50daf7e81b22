import LuaRows
import LuaRuntime
import Model

/// What is fetched as borrowed values.
extension Fetching {
  /// The list of all rows, above.
  package func list(on stack: LuaStack) throws -> BorrowedValue {
    try pushList(on: stack)
    return BorrowedValue(at: -1, on: stack)
  }

  /// The first object, above, or nil.
  package func first(on stack: LuaStack) throws -> BorrowedValue {
    let list = try list(on: stack)
    try list.become(read: 1)
    return list
  }
}

extension LoadedRelation {
  /// The first object with a key, above; nil, and nothing, when there is none.
  package func first(_ key: RowKey, on stack: LuaStack) throws -> BorrowedValue? {
    try pushFirst(key, on: stack) ? BorrowedValue(at: -1, on: stack) : nil
  }

  /// A list of the objects with a key, above; nil, and nothing, for a key that was not asked for.
  package func list(of key: RowKey, on stack: LuaStack) throws -> BorrowedValue? {
    try pushList(of: key, on: stack) ? BorrowedValue(at: -1, on: stack) : nil
  }
}

extension Iteration {
  /// The list of the next rows, above, or nil.
  package func next(on stack: LuaStack) throws -> BorrowedValue {
    let rows = BorrowedValue(.nil, on: stack)
    try rows.scoped {
      _ = try pushNext(on: stack)
      rows.become(BorrowedValue(at: -1, on: stack))
    }
    return rows
  }
}
