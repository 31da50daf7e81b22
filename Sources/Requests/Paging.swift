import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Fetches one page of a request's rows, and the cursor of the next.
package protocol Pages {
  /// The cursor in a text that a page gave.
  func cursor(_ text: String) throws -> PageCursor
  /// The list of the rows behind a cursor, above, and the text of the next cursor, if there are more.
  func page(size: Int, after cursor: PageCursor?, on stack: LuaStack) throws -> (rows: BorrowedValue, next: String?)
}

extension RequestHandle {
  /// Its pages, by the way in which its order is made.
  package func pages() throws -> any Pages {
    guard !request.isCut else {
      throw ScriptError(RequestError.pageOfLimited)
    }
    if request.sorts.contains(where: { $0.expression?.looksAround(request.computed) ?? false }) {
      throw ScriptError(RequestError.pageOfWindow)
    }
    return try isOrderedByDatabase && !mayLackKeys() ? KeysetPages(self) : SortedPages(self)
  }

  /// Whether no function has a part in the order, that of a member included.
  private var isOrderedByDatabase: Bool {
    get throws {
      guard request.memorySorts.isEmpty else { return false }
      return try !request.computesByScript || pushed().request.memorySorts.isEmpty
    }
  }

  /// Whether rows may have no key, as tables of other programs allow it: nothing tells such rows apart.
  private func mayLackKeys() throws -> Bool {
    let entity = try resolver.entity
    guard request.source == nil, !entity.isView, entity.automaticKeySlot == nil else { return false }
    let host = SessionClosures(context)
    let traits = host.traits(of: entity)
    return entity.keySlots.map { entity.fields[$0] }.contains { field in
      !traits.fills(field) && host.classes(of: field, in: entity)?.contains(.null) ?? true
    }
  }
}

extension Pages {
  /// The cursor in a text, of an order with this fingerprint and so many values.
  func cursor(_ text: String, order: UInt64, count: Int) throws -> PageCursor {
    guard let cursor = PageCursor(text), cursor.values.count == count || cursor.order != order else {
      throw ScriptError(RequestError.notACursor(text: text))
    }
    guard cursor.order == order else {
      throw ScriptError(RequestError.otherCursor)
    }
    return cursor
  }
}

/// Pages in an order that the database makes: each begins behind the values of the last row before it.
struct KeysetPages: Pages {
  private let handle: RequestHandle
  private let keyset: Keyset

  init(_ handle: RequestHandle) throws {
    self.handle = handle
    keyset = try Keyset(handle.request, resolver: handle.resolver)
  }

  func cursor(_ text: String) throws -> PageCursor {
    try cursor(text, order: keyset.fingerprint, count: keyset.sorts.count)
  }

  func page(size: Int, after cursor: PageCursor?, on stack: LuaStack) throws -> (rows: BorrowedValue, next: String?) {
    let condition = try cursor.map { try keyset.condition(behind: $0.values) }
    let paged = handle.with { request in
      if let condition { request = request.and(condition) }
      // One more tells whether there is another page.
      request.limit = size + 1
    }
    let fetching = try Fetching(paged)
    let (list, rows) = try fetching.listedRows(on: stack)
    guard rows.count > size else { return (list, nil) }
    let shape = list.rowList?.shape
    list.become(rows, as: handle.context.session.types.rows)
    list.becomeList(of: rows, count: size, shape)
    let values = try values(ofRow: size - 1, rows, fetching)
    return (list, PageCursor(size: size, order: keyset.fingerprint, values: values).text)
  }

  /// What the last row of a page has in the keys of the order: in the row, or asked of the database by its key.
  private func values(ofRow row: Int, _ rows: RowBuffer, _ fetching: Fetching) throws -> [Value] {
    let columns = keyset.sorts.map { sort in
      sort.path.flatMap { $0.relations.isEmpty ? fetching.entity.slot(of: $0.field).flatMap(fetching.column) : nil }
    }
    if !columns.contains(nil) { return columns.compactMap { $0 }.map { rows.value(row, $0) } }
    let key = fetching.entity.keySlots.map { slot in
      Expression.comparison(
        .equal, .field(FieldPath(field: fetching.entity.fields[slot].name)),
        .literal(fetching.column(of: slot).map { rows.value(row, $0) } ?? .null))
    }
    var request = FetchRequest(entity: handle.request.entity, predicate: .and(key))
    request.computed = fetching.handle.request.computed
    request.source = fetching.handle.request.source
    let found = try Fetching(RequestHandle(handle.context, request)).sql(.keys(keyset.sorts))
    let answer = try handle.context.database.store().rows(found)
    return try keyset.sorts.enumerated().map { place, sort in
      guard answer.count > 0 else { return .null }
      guard let path = sort.path else { return answer.value(0, place) }
      return try handle.resolver.key(answer.value(0, place), of: path, in: handle.context.database.dialect())
    }
  }
}
