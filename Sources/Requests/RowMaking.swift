import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// A request makes the rows anew that it has given, with the members that it computes for them.
extension RequestHandle: RowMaking {
  package func row(at key: RowKey) throws -> (rows: RowBuffer, shape: LuaRowShape)? {
    let entity = try context.entity
    let conditions = zip(entity.keySlots, key.values).map { slot, value in
      Expression.comparison(.equal, .field(FieldPath(field: entity.fields[slot].name)), .literal(value))
    }
    let fetching = try Fetching(with { $0.predicate = .and(conditions) })
    let rows = try context.session.lua.scoped { stack throws in try fetching.listedRows(on: stack).rows }
    guard let shape = fetching.shape, rows.count == 1 else { return nil }
    return (rows, shape)
  }
}

extension Fetching {
  /// What makes one of the rows anew; nil where nothing is computed for them, or that takes more than a row.
  ///
  /// Functions are not kept: they may hold the rows themselves.
  var maker: RequestHandle? {
    guard !members.isEmpty, askedMembers.isEmpty, request.windows.isEmpty, request.source == nil else { return nil }
    var plain = FetchRequest(entity: request.entity)
    plain.computed = request.computed.filter { request.members.contains($0.key) }
    plain.members = request.members
    return RequestHandle(handle.context, plain)
  }
}
