import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// Follows the rows of a request, their order included.
package final class RequestObserver: Observer {
  private let handle: RequestHandle
  private var known: RowBuffer?

  package init(_ function: LuaFunction, _ handle: RequestHandle) {
    self.handle = handle
    super.init(function)
  }

  override var subject: String { "a request for \(handle.context.name)" }

  override func tables() throws -> Set<String> {
    let statement = try handle.context.database.store().engine.statement(Fetching(handle).sql(.rows).text)
    defer { statement.release() }
    return Set(statement.readTables.map { $0.lowercased() })
  }

  override func changes() throws -> [LuaValue]? {
    let fetching = try Fetching(handle)
    let rows = try fetching.rows(limit: .max)
    let columns = min(rows.columnCount, try handle.context.tied().rowWidth)
    if let known, known.hasSameRows(as: rows, columns: columns) { return nil }
    let old = known
    known = rows
    return [list(rows, fetching), old.map { list($0, fetching) } ?? .nil]
  }

  private func list(_ rows: RowBuffer, _ fetching: Fetching) -> LuaValue {
    let session = handle.context.session
    guard let shape = fetching.shape else { return .nil }
    return session.lua.borrowing(.nil) { anchor in
      anchor.become(rows, as: session.types.rows)
      return shape.list(of: UnsafeMutableRawPointer(rows.header), count: rows.count, keptBy: anchor).value
    }
  }
}

extension RowBuffer {
  /// Whether the first columns of all rows hold the same values.
  fileprivate func hasSameRows(as other: RowBuffer, columns: Int) -> Bool {
    guard count == other.count else { return false }
    return (0..<count).allSatisfy { isSame($0, as: $0, of: other, columns: columns) }
  }
}
