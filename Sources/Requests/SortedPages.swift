import LuaRuntime
import Model
import Query
import Schema
import Store

/// Pages in an order that functions of the script make, or of rows without keys: all rows are sorted for each page.
///
/// A cursor holds the place of the last row and its key: a page begins behind that row, wherever it stands by now, or,
/// when it is gone, at its place.
struct SortedPages: Pages {
  private let fetching: Fetching
  private let order: UInt64

  init(_ handle: RequestHandle) throws {
    fetching = try Fetching(handle)
    // No order of keys, whose cursors hold other values.
    order = ~Keyset.fingerprint(of: handle.request.sorts, fetching.entity)
  }

  private var keySlots: [Int] { fetching.entity.keySlots }

  func cursor(_ text: String) throws -> PageCursor {
    let cursor = try cursor(text, order: order, count: keySlots.count + 1)
    guard case .integer(let place) = cursor.values[0], place >= 0 else {
      throw ScriptError(RequestError.notACursor(text: text))
    }
    return cursor
  }

  func page(size: Int, after cursor: PageCursor?, on stack: LuaStack) throws -> (rows: BorrowedValue, next: String?) {
    let rows = RowBuffer(columnCount: fetching.columnCount)
    let list = BorrowedValue(rows, as: fetching.session.types.rows, on: stack)
    var stream = try RowStream(fetching, buffer: rows)
    defer { stream.close() }
    _ = try stream.fill(count: .max)
    let start = cursor.map { place(behind: $0, in: rows) } ?? 0
    let end = min(start + size, rows.count)
    let hasMore = end < rows.count
    rows.keep(start..<end)
    let (shown, shape) = try fetching.completed(rows, in: list)
    try Preloading(fetching.handle).load(for: shown, of: fetching)
    list.becomeList(of: shown, shape)
    guard hasMore else { return (list, nil) }
    let values = [Value.integer(Int64(end - 1))] + key(ofRow: rows.count - 1, rows)
    return (list, PageCursor(size: size, order: order, values: values).text)
  }

  private func key(ofRow row: Int, _ rows: RowBuffer) -> [Value] { keySlots.map { rows.value(row, $0) } }

  private func place(behind cursor: PageCursor, in rows: RowBuffer) -> Int {
    let wanted = Array(cursor.values.dropFirst())
    guard case .integer(let place) = cursor.values[0] else { return 0 }
    let start = min(Int(place), rows.count)
    // Rows without a key are told apart by their places alone.
    if wanted.isEmpty || wanted.contains(.null) { return min(start + 1, rows.count) }
    return (0..<rows.count).first { key(ofRow: $0, rows) == wanted }.map { $0 + 1 } ?? start
  }
}
