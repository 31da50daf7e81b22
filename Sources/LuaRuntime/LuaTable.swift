import CLua

/// A table; all access is raw, so no metamethod runs.
package final class LuaTable: LuaReference {
  package subscript(name: String) -> LuaValue {
    get {
      withTable { stack in
        _ = stack.rawGet(table: -1, name)
        return stack.value(-1)
      } ?? .nil
    }
    set {
      _ = withTable { stack in
        stack.push(newValue)
        stack.rawSet(table: -2, name)
      }
    }
  }

  package subscript(index: Int) -> LuaValue {
    get {
      withTable { stack in
        _ = stack.rawGet(table: -1, index)
        return stack.value(-1)
      } ?? .nil
    }
    set {
      _ = withTable { stack in
        stack.push(newValue)
        stack.rawSet(table: -2, index)
      }
    }
  }

  /// The value of any key; `nil` and NaN are no keys.
  package subscript(key: LuaValue) -> LuaValue {
    get {
      withTable { stack in
        stack.push(key)
        stack.rawGetTop(table: -2)
        return stack.value(-1)
      } ?? .nil
    }
    set {
      if key.isNil { return }
      if case .number(let number) = key, number.isNaN { return }
      _ = withTable { stack in
        stack.push(key)
        stack.push(newValue)
        stack.rawSetTop(table: -3)
      }
    }
  }

  package var rawLength: Int {
    withTable { stack in
      return stack.rawLength(-1)
    } ?? 0
  }

  /// Calls `body` with each key and value, in the order of `next`.
  ///
  /// Keys that exist may be changed or removed meanwhile; adding new ones may end the walk.
  package func forEach(_ body: (LuaValue, LuaValue) throws -> Void) throws {
    try withTable { stack in
      stack.pushNil()
      while stack.next(-2) {
        try body(stack.value(-2), stack.value(-1))
        stack.pop(1)
      }
    }
  }

  /// The elements 1, 2, … up to the raw length.
  package var elements: [LuaValue] {
    withTable { stack in
      return (0..<stack.rawLength(-1)).map { index in
        _ = stack.rawGet(table: -1, index + 1)
        defer { stack.pop(1) }
        return stack.value(-1)
      }
    } ?? []
  }

  /// Runs `body` with the table on top of the stack.
  ///
  /// A script with the debug library can put something else in its place; then it reads as empty.
  private func withTable<R, E: Error>(_ body: (LuaStack) throws(E) -> R) throws(E) -> R? {
    let result = try withStack { stack throws(E) -> R? in
      push(to: stack)
      stack.reveal(-1)
      return stack.kind(-1) == .table ? try body(stack) : nil
    }
    return result ?? nil
  }
}
