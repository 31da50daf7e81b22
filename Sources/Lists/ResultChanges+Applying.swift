import LuaRows
import LuaRuntime
import Model
import ResultSets

/// Changes applied to the list that they were computed from.
extension ResultChanges {
  /// The new list: a snapshot for a snapshot, a plain list for a plain list.
  func applied(to value: LuaValue) throws -> LuaValue {
    if let snapshot = value.userdata?.object(as: ResultSnapshot.self) {
      let old = snapshot.view.flat
      guard isSame(old) else { throw ScriptError(ListError.changesDoNotFit(summary: before.summary)) }
      let (order, rows) = try applied(to: old.rows)
      let view = after.showing(rows, in: order)
      return session.lua.makeUserdata(ResultSnapshot(view), as: session.types.snapshot)
    }
    guard let rows = try RowSource(session: session).rows(value) else {
      throw ScriptError(ListError.applyWithoutList(value: value.described))
    }
    guard max(before.order.sectionCount, after.order.sectionCount) <= 1 else {
      throw ScriptError(ListError.sectionsNeedSnapshot)
    }
    guard rows.count == before.order.rowCount else {
      throw ScriptError(ListError.changesDoNotFit(summary: before.summary))
    }
    // Places of changes count in the sorted list, the one that is given may stand as it came.
    let sorted = try sort.sorted(rows, session)
    try check(sorted)
    let (order, result) = try applied(to: ListRows(sorted, keys: [], session))
    let stack = session.lua.stack
    let copies = RowCopies(session)
    let list = BorrowedValue(
      listOf: try order.rows.indices.map { try copies.unlisted(result.object($0, on: stack)) }, on: stack)
    defer { list.drop() }
    return list.value
  }

  /// Throws where a row that the entries are about is another one in the list that is given.
  private func check(_ rows: [LuaValue]) throws {
    let before = before.flat
    for entry in changes.deleted + changes.moved + changes.updated {
      guard let index = entry.from.flatMap(before.order.index(at:)) else { continue }
      let known = try before.rows.object(index, on: session.lua.stack)
      if try isOther(known, rows[index], isGone: entry.to == nil) {
        throw ScriptError(ListError.changesDoNotFit(summary: self.before.summary))
      }
    }
  }

  /// Whether it is clear that two values are not the same row.
  ///
  /// A plain table may have come to hold something else, and an object that is not listed any more to have another key.
  private func isOther(_ known: LuaValue, _ given: LuaValue, isGone: Bool) throws -> Bool {
    if let known = Scalar(known) { return known.isFound && known != Scalar(given) }
    if isGone { return false }
    let content = RowContent(session: session, stack: session.lua.stack)
    guard let key = try session.lua.borrowing(known, content.key) else { return false }
    return try session.lua.borrowing(given, content.key) != key
  }

  /// What the entries make of the old order and of rows in it.
  private func applied(to rows: any ShownRows) throws -> (SectionedOrder, AppliedRows) {
    let (before, after) = (before.flat, after.flat)
    let order = try before.order.applying(changes)
    let updated = Set(changes.updated.map(\.identity))
    let origins = try order.rows.enumerated().map { place, row throws -> AppliedRows.Origin in
      if !updated.contains(row), let index = before.order.index(ofRow: row) { return .old(index) }
      return .new(place)
    }
    return (order, AppliedRows(old: rows, new: after.rows, origins: origins))
  }

  /// Whether a view shows the rows and sections of the old list, by their identities and names.
  private func isSame(_ view: ResultView) -> Bool {
    let before = before.flat
    let (order, other) = (before.order, view.order)
    guard order.sections.map(\.range) == other.sections.map(\.range) else { return false }
    // By what they are called: names of another list may be known by another key.
    let names = zip(order.sections, other.sections).allSatisfy {
      Scalar(before.name($0.identity)) == Scalar(view.name($1.identity))
    }
    return names && order.rows.indices.allSatisfy { before.rows.identity($0) == view.rows.identity($0) }
  }
}

/// The rows of a list that changes made: those that stayed are the old ones.
private struct AppliedRows: ShownRows {
  enum Origin {
    case old(Int)
    case new(Int)
  }

  let old: any ShownRows
  let new: any ShownRows
  let origins: [Origin]

  private func source(_ index: Int) -> (rows: any ShownRows, index: Int) {
    switch origins[index] {
    case .old(let index): (old, index)
    case .new(let index): (new, index)
    }
  }

  func borrowed(_ index: Int, on stack: LuaStack) throws -> BorrowedValue {
    let source = source(index)
    return try source.rows.borrowed(source.index, on: stack)
  }

  func key(_ index: Int) -> Scalar {
    let source = source(index)
    return source.rows.key(source.index)
  }

  func identity(_ index: Int) -> Scalar {
    let source = source(index)
    return source.rows.identity(source.index)
  }

  func mark(_ index: Int) throws -> ContentMark {
    let source = source(index)
    return try source.rows.mark(source.index)
  }

  func stored(_ index: Int) -> StoredRow? {
    let source = source(index)
    return source.rows.stored(source.index)
  }
}
