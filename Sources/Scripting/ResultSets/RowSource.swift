import LuaRuntime

/// What a script gives where rows are expected: a list, a result set, what a result set kept, a request.
struct RowSource {
  let session: Session

  /// The rows of a list; nil when the value is none.
  func rows(_ value: LuaValue) throws -> [LuaValue]? {
    switch value {
    case .table(let table): return table.elements
    case .userdata(let userdata):
      if let set = userdata.object(as: ResultSet.self) {
        try set.prepareToRead()
        return try set.view.objects(on: session.lua.stack)
      }
      if let snapshot = userdata.object(as: ResultSnapshot.self) {
        return try snapshot.view.objects(on: session.lua.stack)
      }
      if let section = userdata.object(as: SectionHandle.self) { return try section.objects(on: session.lua.stack) }
      return try objects(userdata)
    default: return nil
    }
  }

  private func objects(_ userdata: LuaUserdata) throws -> [LuaValue]? {
    let stack = session.lua.stack
    guard stack.ensure(8) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    if let request = userdata.object(as: RequestHandle.self) {
      try Fetching(request).pushList(on: stack)
    } else {
      stack.push(reference: userdata)
    }
    guard let list = stack.rowList(-1) else { return nil }
    return try (0..<list.count).map { place in
      try stack.get(-1, place + 1)
      defer { stack.pop(1) }
      return stack.value(-1)
    }
  }
}
