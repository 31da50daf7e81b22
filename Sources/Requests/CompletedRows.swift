import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What functions of the script compute for the rows of a request: known once these are there.
extension Fetching {
  /// Fetched rows with all that is computed for them, and how they are objects.
  ///
  /// `holder` is what holds the rows: the given ones, and then those with more columns.
  func completed(_ rows: RowBuffer, in holder: BorrowedValue) throws -> (rows: RowBuffer, shape: LuaRowShape?) {
    guard !askedMembers.isEmpty else { return (rows, shape) }
    let columns = try askedColumns(rows)
    let result = RowBuffer(columnCount: rows.columnCount + columns.count, rowCapacity: max(rows.count, 1))
    for row in 0..<rows.count {
      result.append((0..<rows.columnCount).map { rows.value(row, $0) } + columns.map { $0.values[row] })
    }
    var members = members
    for (asked, column) in zip(askedMembers, columns) {
      let name = members[asked.place].field.name
      members[asked.place].field = column.field
      members[asked.place].field.name = name
    }
    holder.become(result, as: session.types.rows)
    return (result, shape(with: members))
  }

  /// What gives these members of rows that are lent to functions, above; nil, and nothing, where there are none.
  func memberGiver(on stack: LuaStack) -> BorrowedValue? {
    guard !askedMembers.isEmpty else { return nil }
    let functions = Dictionary(
      askedMembers.map { (members[$0.place].field.name, $0.function) }, uniquingKeysWith: { first, _ in first })
    let (entity, session) = (entity.name, session)
    var asked: Set<String> = []
    let giver = GivenMembers { name, row in
      guard asked.insert(name).inserted else {
        throw ScriptError(RequestError.memberOfItself(entity: entity, name: name))
      }
      defer { asked.remove(name) }
      return try (functions[name]?.answer(of: row) ?? .nil).asComputed(session)
    }
    return BorrowedValue(giver, as: session.types.rows, on: stack)
  }

  /// What the functions give, one after another, of one row after another.
  private func askedColumns(_ rows: RowBuffer) throws -> [ValueColumn] {
    guard let lent = try FetchedRows(rows, of: self) else { throw ScriptError(RequestError.tooManyCalls) }
    defer { lent.end() }
    return try askedMembers.map { asked in
      var gathered = GatheredValues(members[asked.place].field.name, session)
      for row in 0..<rows.count { try gathered.add(asked.function.answer(of: lent.borrowed(row))) }
      return try gathered.shownColumn()
    }
  }
}
