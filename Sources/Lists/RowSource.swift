import LuaRows
import LuaRuntime
import Model
import Requests

/// What a script gives where rows are expected: a list, a result set, what a result set kept, a request.
package struct RowSource {
  package let session: SessionContext

  package init(session: SessionContext) {
    self.session = session
  }

  /// The rows of a list; nil when the value is no list.
  package func rows(_ value: LuaValue) throws -> [LuaValue]? {
    switch try given(value) {
    case nil: return nil
    case .values(let rows)?: return rows
    case .table(let table)?: return table.elements
    case .list(let list)?: return try elements(of: list)
    }
  }

  /// The same, without the objects of a list.
  package func given(_ value: LuaValue) throws -> GivenRows? {
    switch value {
    case .table(let table): return .table(table)
    case .userdata(let userdata):
      if let set = userdata.object(as: ResultSet.self) {
        try set.prepareToRead()
        return .values(try set.view.objects(on: session.lua.stack))
      }
      if let snapshot = userdata.object(as: ResultSnapshot.self) {
        return .values(try snapshot.view.objects(on: session.lua.stack))
      }
      if let section = userdata.object(as: SectionHandle.self) {
        return .values(try section.objects(on: session.lua.stack))
      }
      return try list(userdata).map { .list($0) }
    default: return nil
    }
  }

  /// A list of objects: the one given, or that of a request.
  private func list(_ userdata: LuaUserdata) throws -> LuaUserdata? {
    let stack = session.lua.stack
    guard stack.ensure(8) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    if let request = userdata.object(as: RequestHandle.self) {
      try Fetching(request).pushList(on: stack)
    } else {
      stack.push(reference: userdata)
    }
    return stack.rowList(-1) == nil ? nil : stack.value(-1).userdata
  }

  /// The objects of a list.
  func elements(of list: LuaUserdata) throws -> [LuaValue] {
    let stack = session.lua.stack
    guard stack.ensure(8) else { return [] }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: list)
    return try (0..<(stack.rowList(-1)?.count ?? 0)).map { place in
      try stack.get(-1, place + 1)
      defer { stack.pop(1) }
      return stack.value(-1)
    }
  }
}

/// Rows as a script gives them: values, or a list whose objects are not made yet.
package enum GivenRows {
  case values([LuaValue])
  case table(LuaTable)
  case list(LuaUserdata)

  func count(_ session: SessionContext) -> Int {
    switch self {
    case .values(let rows): return rows.count
    case .table(let table): return table.rawLength
    case .list(let list):
      let stack = session.lua.stack
      stack.push(reference: list)
      defer { stack.pop(1) }
      return stack.rowList(-1)?.count ?? 0
    }
  }
}
