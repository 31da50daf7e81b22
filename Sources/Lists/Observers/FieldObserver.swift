import LuaRuntime
import Model
import Query
import Schema
import Store

/// Follows the value of a field in one row, also where others change it; when the row is gone the value is nil.
package final class FieldObserver: Observer {
  private let context: ObjectContext
  private let slot: Int
  private let key: [Value]
  private var known: Value?

  package init(_ function: LuaFunction, _ context: ObjectContext, slot: Int, key: [Value]) {
    self.context = context
    self.slot = slot
    self.key = key
    super.init(function)
  }

  override var subject: String { "\(context.name).\(context.model.entity.fields[slot].name)" }

  override func tables() throws -> Set<String> { Set(try context.keyStatement().readTables.map { $0.lowercased() }) }

  override func changes() throws -> [LuaValue]? {
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    let isThere = try context.readRow(RowKey(key), into: buffer)
    let value = isThere ? buffer.value(0, slot) : .null
    guard value != known else { return nil }
    let old = known
    known = value
    return [try shown(value), try old.map { try shown($0) } ?? .nil]
  }

  private func shown(_ value: Value) throws -> LuaValue {
    let entity = try context.entity
    return try value.withCell { try RowCopies(context.session).value($0, as: entity.fields[slot], of: entity) }
  }
}
