import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// Follows the rows of a request, their order included.
package final class RequestObserver: Observer {
  private let handle: RequestHandle
  private var known: Found?
  /// The tables that were read the last time: those that functions of the script look at are among them.
  private var looked: Set<String> = []

  /// The rows at one time, with all that is computed for them, and how they are objects.
  private struct Found {
    let rows: RowBuffer
    let shape: LuaRowShape?
  }

  package init(_ function: LuaFunction, _ handle: RequestHandle) {
    self.handle = handle
    super.init(function)
  }

  override var subject: String { "a request for \(handle.context.name)" }

  override func tables() throws -> Set<String> {
    let statement = try handle.context.database.store().engine.statement(Fetching(handle).sql(.rows).text)
    defer { statement.release() }
    return Set(statement.readTables.map { $0.lowercased() }).union(looked)
  }

  override func changes() throws -> [LuaValue]? {
    let (fetching, found) = try read()
    let columns = Array(0..<min(found.rows.columnCount, fetching.rowWidth)) + fetching.members.map(\.column)
    if let known, known.rows.hasSameRows(as: found.rows, columns: columns) { return nil }
    let old = known
    known = found
    return [list(found), old.map(list) ?? .nil]
  }

  private func read() throws -> (Fetching, Found) {
    let (result, tables) = try handle.context.database.store().recordingReads {
      let fetching = try Fetching(handle)
      let found = try session.lua.scoped { stack throws in
        let (list, rows) = try fetching.listedRows(on: stack)
        return Found(rows: rows, shape: list.rowList?.shape)
      }
      return (fetching, found)
    }
    looked = tables
    return result
  }

  private var session: SessionContext { handle.context.session }

  private func list(_ found: Found) -> LuaValue {
    guard let shape = found.shape else { return .nil }
    return session.lua.borrowing(.nil) { anchor in
      anchor.become(found.rows, as: session.types.rows)
      return shape.list(of: UnsafeMutableRawPointer(found.rows.header), count: found.rows.count, keptBy: anchor).value
    }
  }
}

extension RowBuffer {
  /// Whether these columns of all rows hold the same values.
  fileprivate func hasSameRows(as other: RowBuffer, columns: [Int]) -> Bool {
    guard count == other.count, columnCount == other.columnCount else { return false }
    return (0..<count).allSatisfy { row in
      let (left, right) = (self[row], other[row])
      return columns.allSatisfy { left[$0].isSame(as: right[$0]) }
    }
  }
}
