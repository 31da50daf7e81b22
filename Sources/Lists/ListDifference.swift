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
  /// Whether plain tables are told apart by all that is in them, since their `id` does not tell them apart.
  private var isByContent = false

  /// The `id` of some rows is that of others, too, or none.
  private struct NoIdentities: Error {}

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
    let (from, to, changes) = try compared(old, new)
    return ResultChanges(
      changes, from: from.keeping(changes.rows(\.from, \.deleted, of: from.order), session),
      to: to.keeping(changes.rows(\.to, \.inserted, of: to.order), session), sortedBy: rules.sort, session)
  }

  /// Two lists as they are numbered alike, and what turns one into the other.
  private typealias Compared = (from: ResultView, to: ResultView, changes: Changes)

  private func compared(_ old: LuaValue, _ new: LuaValue) throws -> Compared {
    do {
      return try ofTables(old, new) ?? compared(view(old, "first"), view(new, "second"))
    } catch is NoIdentities {
      var difference = self
      difference.isByContent = true
      return try difference.compared(old, new)
    }
  }

  private func compared(_ old: ResultView, _ new: ResultView) throws -> Compared {
    let (before, after) = (old.flat, new.flat)
    let (from, to) = try numbered(before, after) ?? counted(before, after)
    return (from, to, try changes(from, to))
  }

  /// Of two lists of plain tables, read in one go; nil where there is more to them, or where a function has a say.
  private func ofTables(_ old: LuaValue, _ new: LuaValue) throws -> Compared? {
    guard !isByContent, !rules.askFunctions, case .table(let old) = old, case .table(let new) = new,
      let first = TableRows(old, copied: false, session), let second = TableRows(new, copied: false, session)
    else { return nil }
    return try first.readingMembers(with: second) {
      guard let before = try view(first), let after = try view(second) else { return nil }
      return try compared(before, after)
    }
  }

  /// What turns rows into others, in orders that number the rows of both alike.
  private func changes(_ from: ResultView, _ to: ResultView) throws -> Changes {
    func changes(_ isSame: (Int, Int) -> Bool?) throws -> Changes {
      try Changes(from: from.order, to: to.order) { old, new in
        try !(isSame(old, new) ?? from.rows.mark(old).isSame(as: to.rows.mark(new)))
      }
    }
    switch (from.rows, to.rows) {
    case (let left as BoundRows, let right as BoundRows):
      return Changes(from: from.order, to: to.order, contentChanged: right.changed(from: left))
    case (let left as MemoryRows, let right as MemoryRows):
      return try left.changes(to: right, from: from.order, to: to.order)
    case (let left as LoadedListRows, let right as LoadedListRows):
      let places = { (old: Int, new: Int) in (left.places[old], right.places[new]) }
      return try left.rows.compared(to: right.rows, places: places, changes) ?? changes { _, _ in nil }
    case (let left as ListedRows, let right as ListedRows):
      let result = try left.rows.withComparison(to: right.rows) { isSame in
        try changes { isSame(left.places[$0], right.places[$1]) }
      }
      return try result ?? changes { _, _ in nil }
    default: return try changes { _, _ in nil }
    }
  }

  /// Both lists with integer keys as the identities of their rows; nil where a key is something else.
  private func numbered(_ before: ResultView, _ after: ResultView) throws -> (from: ResultView, to: ResultView)? {
    // Keys of several entities are not those of the same rows.
    guard rules.unique != nil || before.rows.owner == after.rows.owner else { return nil }
    guard let old = before.rows.integerKeys, let new = after.rows.integerKeys else { return nil }
    // Of one result set the orders are numbered alike already, as long as no row was read again.
    if before.names === after.names, before.rows.areAsFetched, after.rows.areAsFetched { return (before, after) }
    return (try view(before, rows: old), try view(after, rows: new))
  }

  /// Both lists with the same number for the same identity.
  private func counted(_ before: ResultView, _ after: ResultView) throws -> (from: ResultView, to: ResultView) {
    var numbers: [Scalar: Int] = [:]
    // Among the rows of one entity the keys say enough.
    let areOfOne = rules.unique != nil || before.rows.owner != nil && before.rows.owner == after.rows.owner
    let old = order(before, &numbers, byKey: areOfOne)
    return (try view(before, rows: old), try view(after, rows: order(after, &numbers, byKey: areOfOne)))
  }

  private func order(_ view: ResultView, _ numbers: inout [Scalar: Int], byKey isByKey: Bool) -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(view.order.rowCount)
    for index in view.order.rows.indices {
      let key = isByKey ? view.rows.key(index) : view.rows.identity(index)
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
    names.takeTitle(of: view.names)
    for section in view.order.sections {
      let name = view.name(section.identity)
      // By its spelling: one that is called otherwise is another.
      let key = view.names.key(section.identity)
      let number = names.number(of: isText(key) ? Scalar(name) ?? key : key, name)
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
    case .list(let list): if let view = try view(list) { return view }
    }
    // A list that was fetched is taken over as it is, without its objects.
    let set = MemoryResultSet(session, rules)
    _ = try set.insert(rows, isSilent: true)
    if set.loadedCount == rows.count(session) { return set.view }
    guard rules.unique == nil, case .list(let list) = rows else {
      throw ScriptError(ListError.sameIdentity(place: place))
    }
    return try view(RowSource(session: session).elements(of: list), place)
  }

  // MARK: Fetched lists

  /// The rows of a fetched list that are as they were loaded; nil where there is more to them.
  private func view(_ list: LuaUserdata) throws -> ResultView? {
    guard let rows = LoadedRows(list, session, isListed: false), let identity = LoadedIdentity(rules.unique, rows)
    else { return nil }
    let keys = (rows.withReader { (reader) throws(Never) in identity.keys(rows, reader) } ?? []).compactMap(\.self)
    guard keys.count == rows.count, keys.areDistinct, let order = try order(of: rows),
      let numbers = try sections(of: rows, order)
    else { return nil }
    return try view(numbers) { LoadedListRows(rows: rows, keys: keys, places: $0.grouped(order)) }
  }

  /// The places of rows in their order; nil where only their objects tell.
  private func order(of rows: LoadedRows) throws -> [Int]? {
    let places = Array(0..<rows.count)
    if rules.sort.isNone { return places }
    return try LoadedOrder(rules.sort, rows, session)?.keys(places, rows)?.sortedRows()
  }

  /// The numbers of their sections, for rows in some order; nil where only their objects tell.
  private func sections(of rows: LoadedRows, _ places: [Int]) throws -> [Int]? {
    guard let section = rules.section else {
      return Array(repeating: names.number(of: .text([]), ""), count: places.count)
    }
    let numbers = try rows.sections(places, by: section, names)?.compactMap(\.self)
    return numbers?.count == places.count ? numbers : nil
  }

  // MARK: Plain tables

  /// The rows of a list of plain tables, read as cells; nil where there is more to them.
  private func view(_ table: LuaTable) throws -> ResultView? {
    if isByContent { return nil }
    return try TableRows(table, copied: false, session).flatMap(view)
  }

  private func view(_ rows: TableRows) throws -> ResultView? {
    guard let keys = rows.keys(rules.unique) else { return nil }
    let places = Array(0..<rows.count)
    guard keys.areDistinct, let order = try rows.sorted(places, by: rules.sort),
      let numbers = try rows.sections(places, by: rules.section, names)
    else { return nil }
    return try view(order.map { numbers[$0] }) { ListedRows(rows: rows, keys: keys, places: $0.grouped(order)) }
  }

  /// Rows in an order, of which these are the sections: they go together by section, and sections come by name.
  private func view(_ sectionOfRow: [Int], _ rows: (Grouping) -> any ShownRows) throws -> ResultView {
    let appearance = Grouping(sectionOfRow: sectionOfRow).sections.map(\.identity)
    let unordered = ResultView(order: SectionedOrder(), rows: ListRows([], keys: [], session), names: names)
    let sections = try rules.sectionOrder.sorted(appearance, in: unordered, session)
    let grouping = try Grouping(sectionOfRow: sectionOfRow, sectionOrder: sections)
    return ResultView(
      order: try SectionedOrder(rows: Array(sectionOfRow.indices), grouping: grouping), rows: rows(grouping),
      names: names)
  }

  // MARK: Lists of any values

  private func view(_ given: [LuaValue], _ place: String) throws -> ResultView {
    let rows = try rules.sort.sorted(given, session)
    let keys = try keys(of: rows, place)
    let stack = session.lua.stack
    let sectionOfRow = try rows.map { row in
      try rules.section.map { try names.number(of: $0.said(of: row, session, on: stack)) }
        ?? names.number(of: .text([]), "")
    }
    return try view(sectionOfRow) { ListRows($0.grouped(rows), keys: $0.grouped(keys), session) }
  }

  /// What tells each row from the others: its identity, or where it has none what it is.
  ///
  /// Where no field was named as the identity, equal ones are counted from the front. Throws `NoIdentities` where plain
  /// tables have one `id` and are not equal, or one that cannot be an identity.
  private func keys(of rows: [LuaValue], _ place: String) throws -> [Scalar] {
    let edit = MemoryEdit(MemoryResultSet(session, rules))
    let (content, copies) = (RowContent(session: session, stack: session.lua.stack), RowCopies(session))
    var known: [Scalar: (first: LuaValue, count: Int)] = [:]
    let keys = try rows.map { row in
      if rules.unique != nil { return try edit.neededKey(row) }
      var key = try copies.isRow(row) ? edit.keyOfObject(row).map { $0.key.marked(by: $0.owner) } : nil
      if key == nil, !isByContent, case .table = row {
        do { key = try edit.key(ofRow: row) } catch is ScriptError { throw NoIdentities() }
      }
      let identity = try key ?? .data(content.bytes(ofRow: row))
      guard let (first, count) = known[identity] else {
        known[identity] = (row, 1)
        return identity
      }
      if case .table = row, try content.bytes(ofValue: row) != content.bytes(ofValue: first) { throw NoIdentities() }
      known[identity] = (first, count + 1)
      return identity.marked(by: "\(count)")
    }
    guard keys.areDistinct else { throw ScriptError(ListError.sameIdentity(place: place)) }
    return keys
  }
}

extension ShownRows {
  /// Whether they are those of a request, all fetched at once.
  fileprivate var areAsFetched: Bool { (self as? BoundRows).map { $0.since == nil } ?? false }
}

extension Changes {
  /// The rows that are told of, by their indices in an order: those of entries, and of sections that came or went.
  fileprivate func rows(
    _ position: KeyPath<Row, Position?>, _ sections: KeyPath<Sections, [Section]>, of order: SectionedOrder
  ) -> Set<Int> {
    let positions = (deleted + inserted + moved + updated).compactMap { $0[keyPath: position] }
    let ofSections = self.sections[keyPath: sections].flatMap(\.rows).compactMap { order.index(ofRow: $0) }
    return Set(positions.compactMap { order.index(at: $0) } + ofSections)
  }
}

/// Whether a section is called by a text.
private func isText(_ key: Scalar) -> Bool {
  if case .text = key { true } else { false }
}
