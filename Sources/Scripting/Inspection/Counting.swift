import LuaRuntime
import Model
import Query
import Schema
import Store

extension Session {
  /// How many rows a table or view has; NULL for a view that cannot be read.
  package func rowCount(of table: TableDescription) throws -> Value {
    do {
      return .integer(Int64(try main.store().count(table.name)))
    } catch let error as StoreError {
      // A view may speak of a table that is gone; the others still count.
      guard table.isView, error.kind != .interrupted else { throw error }
      return .null
    }
  }
}
