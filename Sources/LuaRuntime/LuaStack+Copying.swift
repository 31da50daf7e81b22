import CLua

extension LuaStack {
  /// How deep tables may lie in tables to be copied.
  private static let depthLimit = 150

  /// Pushes a copy of the table at `index`, with copies of the tables in it; false when they lie too deep.
  ///
  /// Metatables are shared. A table that is in it twice, or in itself, is copied once.
  package func pushDeepCopy(of index: Int) -> Bool {
    let source = absolute(index)
    guard ensure(4) else { return false }
    newTable()
    let copies = top
    let isWhole = pushCopy(of: source, copies: copies, depth: 0)
    if isWhole { remove(copies) } else { top = copies - 1 }
    return isWhole
  }

  /// `copies` is the place of the table that knows the copy of each table.
  private func pushCopy(of source: Int, copies: Int, depth: Int) -> Bool {
    guard depth < Self.depthLimit, ensure(8) else { return false }
    reveal(source)
    copy(source)
    if rawGetTop(table: copies) == .table { return true }
    pop(1)
    newTable()
    let target = top
    if lua_getmetatable(pointer, Int32(source)) != 0 { lua_setmetatable(pointer, Int32(target)) }
    copy(source)
    copy(target)
    rawSetTop(table: copies)
    pushNil()
    while next(source) {
      let key = top - 1
      copy(key)
      if kind(key + 1) == .table {
        guard pushCopy(of: key + 1, copies: copies, depth: depth + 1) else { return false }
      } else {
        copy(key + 1)
      }
      rawSetTop(table: target)
      pop(1)
    }
    return true
  }
}
