import LuaRuntime
import Model
import Query
import ResultSets
import Schema

/// The difference of any two lists.
package struct ListDifference {
  private let session: SessionContext
  private let rules: MemoryRules
  private let names: SectionNames

  private static let options = ["unique", "section", "sort"]

  package init(_ session: SessionContext, _ options: LuaTable, _ call: LuaCall) throws {
    self.session = session
    for (key, _) in options.entries() where !Self.options.contains(key.text ?? "") {
      let name = session.lua.describe(key)
      throw ScriptError(ListError.diffOption(name: name, candidates: Self.options))
    }
    rules = try MemoryRules(options, session, call)
    names = SectionNames()
  }

  package func changes(_ old: LuaValue, _ new: LuaValue) throws -> ResultChanges {
    let (before, after) = (try view(old, "first"), try view(new, "second"))
    if let left = before.rows as? BoundRows, let right = after.rows as? BoundRows {
      let (from, to) = try orders(before, left, after, right) ?? counted(before, after)
      return ResultChanges(
        Changes(from: from.order, to: to.order, contentChanged: right.changed(from: left)), from: from, to: to, session)
    }
    let (from, to) = try counted(before, after)
    if let left = before.rows as? MemoryRows, let right = after.rows as? MemoryRows {
      let changes = try left.changes(to: right, from: from.order, to: to.order)
      return ResultChanges(changes, from: from, to: to, session)
    }
    let changes = try Changes(from: from.order, to: to.order) { old, new in
      try before.rows.content(old) != after.rows.content(new)
    }
    return ResultChanges(changes, from: from, to: to, session)
  }

  /// Both lists with integer keys as the identities of their rows; nil where a key is something else.
  private func orders(
    _ before: ResultView, _ left: BoundRows, _ after: ResultView, _ right: BoundRows
  ) throws -> (from: ResultView, to: ResultView)? {
    guard let old = left.integerKeys, let new = right.integerKeys else { return nil }
    // Of one result set the orders are numbered alike already.
    if before.names === after.names { return (before, after) }
    return (try view(before, rows: old), try view(after, rows: new))
  }

  /// Both lists with the same number for the same identity.
  private func counted(_ before: ResultView, _ after: ResultView) throws -> (from: ResultView, to: ResultView) {
    var numbers: [Scalar: Int] = [:]
    let old = order(before, &numbers)
    return (try view(before, rows: old), try view(after, rows: order(after, &numbers)))
  }

  private func order(_ view: ResultView, _ numbers: inout [Scalar: Int]) -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(view.order.rowCount)
    for index in view.order.rows.indices {
      let key = view.rows.key(index)
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      rows.append(number)
    }
    return rows
  }

  /// A list under these identities of its rows, its sections numbered by their names.
  private func view(_ view: ResultView, rows: [Int]) throws -> ResultView {
    var sectionOfRow: [Int] = []
    sectionOfRow.reserveCapacity(rows.count)
    for section in view.order.sections {
      let name = view.names.name(section.identity)
      let number = names.number(of: view.names.key(section.identity), name)
      sectionOfRow += repeatElement(number, count: section.range.count)
    }
    return ResultView(
      order: try SectionedOrder(rows: rows, sectionOfRow: sectionOfRow), rows: view.rows, names: names)
  }

  /// What a value shows: a result set or a snapshot as it is, any other list by the rules.
  private func view(_ value: LuaValue, _ place: String) throws -> ResultView {
    if rules.section == nil, rules.sort.isNone {
      if let set = value.userdata?.object(as: ResultSet.self) {
        try set.prepareToRead()
        return set.view
      }
      if let snapshot = value.userdata?.object(as: ResultSnapshot.self) { return snapshot.view }
    }
    guard let rows = try RowSource(session: session).given(value) else {
      throw ScriptError(ListError.notADiffList(place: place, value: value.described))
    }
    if case .values(let rows) = rows { return try view(rows, place) }
    // A list that was fetched is taken over as it is, without its objects.
    let set = MemoryResultSet(session, rules)
    _ = try set.insert(rows, isSilent: true)
    guard set.loadedCount == rows.count(session) else {
      throw ScriptError(ListError.sameIdentity(place: place))
    }
    return set.view
  }

  // MARK: Lists of any values

  private func view(_ given: [LuaValue], _ place: String) throws -> ResultView {
    let rows = try rules.sort.sorted(given, session)
    let keys = try keys(of: rows, place)
    let stack = session.lua.stack
    let sectionOfRow = try rows.map { row in
      try rules.section.map { try names.number(of: $0.value(of: row, on: stack)) } ?? names.number(of: .text([]), "")
    }
    let appearance = Grouping(sectionOfRow: sectionOfRow).sections.map(\.identity)
    let unordered = ResultView(order: SectionedOrder(), rows: ListRows([], keys: [], session), names: names)
    let sections = try rules.sectionOrder.sorted(appearance, in: unordered, session)
    let grouping = try Grouping(sectionOfRow: sectionOfRow, sectionOrder: sections)
    return ResultView(
      order: try SectionedOrder(rows: Array(rows.indices), grouping: grouping),
      rows: ListRows(grouping.grouped(rows), keys: grouping.grouped(keys), session), names: names)
  }

  /// What tells each row from the others: its identity, or where it has none what it is, equal ones counted.
  private func keys(of rows: [LuaValue], _ place: String) throws -> [Scalar] {
    let edit = MemoryEdit(MemoryResultSet(session, rules))
    let (content, copies) = (RowContent(session: session, stack: session.lua.stack), RowCopies(session))
    var counts: [[UInt8]: Int] = [:]
    let keys = try rows.map { row in
      let isRow = copies.isRow(row)
      if rules.unique != nil || isRow, let key = try edit.key(ofRow: row) { return key }
      guard rules.unique == nil else { return try edit.neededKey(row) }
      let bytes = try content.bytes(of: row)
      let count = counts[bytes, default: 0]
      counts[bytes] = count + 1
      return .text(bytes + "#\(count)".utf8)
    }
    guard Set(keys).count == keys.count else { throw ScriptError(ListError.sameIdentity(place: place)) }
    return keys
  }
}
