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
    guard session.lua.hasRoom(8) else { return nil }
    let stack = session.lua.stack
    let list =
      try userdata.object(as: RequestHandle.self).map { try Fetching($0).list(on: stack) }
      ?? BorrowedValue(userdata, on: stack)
    defer { list.drop() }
    return list.rowList == nil ? nil : list.value.userdata
  }

  /// The objects of a list.
  func elements(of list: LuaUserdata) throws -> [LuaValue] {
    let list = BorrowedValue(list, on: session.lua.stack)
    defer { list.drop() }
    guard list.hasRoom(8) else { return [] }
    return try (0..<(list.rowList?.count ?? 0)).map { place in
      let element = try list.read(place + 1)
      defer { element.drop() }
      return element.value
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
      return session.lua.borrowing(.userdata(list)) { $0.rowList?.count ?? 0 }
    }
  }
}
