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

  package static let options = ["unique", "section", "sort"]

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
    let (before, after) = (try view(old, "first").flat, try view(new, "second").flat)
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
      try !before.rows.mark(old).isSame(as: after.rows.mark(new))
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
    switch rows {
    case .values(let rows): return try view(rows, place)
    case .table(let table): return try view(table) ?? view(table.elements, place)
    case .list: break
    }
    // A list that was fetched is taken over as it is, without its objects.
    let set = MemoryResultSet(session, rules)
    _ = try set.insert(rows, isSilent: true)
    guard set.loadedCount == rows.count(session) else {
      throw ScriptError(ListError.sameIdentity(place: place))
    }
    return set.view
  }

  // MARK: Plain tables

  /// The rows of a list of plain tables, read as cells; nil where there is more to them.
  private func view(_ table: LuaTable) throws -> ResultView? {
    guard let rows = TableRows(table, copied: false, session), let keys = rows.keys(rules.unique) else { return nil }
    let places = Array(0..<rows.tables.count)
    guard Set(keys).count == keys.count, let order = try rows.sorted(places, by: rules.sort),
      let numbers = try rows.sections(places, by: rules.section, names)
    else { return nil }
    let grouping = try grouping(order.map { numbers[$0] })
    return ResultView(
      order: try SectionedOrder(rows: places, grouping: grouping),
      rows: ListedRows(rows: rows, keys: keys, places: grouping.grouped(order)), names: names)
  }

  /// Rows go together by section, and sections come by name.
  private func grouping(_ sectionOfRow: [Int]) throws -> Grouping {
    let appearance = Grouping(sectionOfRow: sectionOfRow).sections.map(\.identity)
    let unordered = ResultView(order: SectionedOrder(), rows: ListRows([], keys: [], session), names: names)
    let sections = try rules.sectionOrder.sorted(appearance, in: unordered, session)
    return try Grouping(sectionOfRow: sectionOfRow, sectionOrder: sections)
  }

  // MARK: Lists of any values

  private func view(_ given: [LuaValue], _ place: String) throws -> ResultView {
    let rows = try rules.sort.sorted(given, session)
    let keys = try keys(of: rows, place)
    let stack = session.lua.stack
    let sectionOfRow = try rows.map { row in
      try rules.section.map { try names.number(of: $0.section(of: row, session, on: stack)) }
        ?? names.number(of: .text([]), "")
    }
    let grouping = try grouping(sectionOfRow)
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
      let bytes = try content.bytes(ofRow: row)
      let count = counts[bytes, default: 0]
      counts[bytes] = count + 1
      return .text(bytes + "#\(count)".utf8)
    }
    guard Set(keys).count == keys.count else { throw ScriptError(ListError.sameIdentity(place: place)) }
    return keys
  }
}
