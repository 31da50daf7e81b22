import LuaRows
import LuaRuntime
import Model
import ResultSets
import Schema

/// An edit of a list in memory while it is made: rows come, change and go, then all find their places.
///
/// It works on a copy of the list: functions of the script may raise at any time.
package struct MemoryEdit {
  let session: SessionContext
  let names: SectionNames
  var rules: MemoryRules
  var list: MemoryList
  /// The rows that changed: filter, section and order are asked about them.
  var touched: Set<Int> = []
  /// The rows that were given other contents.
  private(set) var changed: Set<Int> = []
  /// The same of rows that came, or of all: they are in no section, and in the order of loading.
  var arrived: [Int] = []
  /// The sections as they are shown before the edit.
  let shownSections: [Int]

  init(_ set: MemoryResultSet) {
    session = set.session
    names = set.view.names
    rules = set.rules
    list = set.list
    shownSections = set.view.order.sections.map(\.identity)
  }

  var stack: LuaStack { session.lua.stack }

  // MARK: Identity

  /// What tells a row from others; nil when it says nothing.
  func key(ofRow row: LuaValue) throws -> Scalar? {
    let value: LuaValue
    if let unique = rules.unique {
      value = try unique.value(of: row, on: stack)
    } else if case .table(let table) = row {
      value = table["id"]
    } else {
      return try keyOfObject(row)
    }
    if value.isNil { return nil }
    guard let key = Scalar(value), key.isFound, !key.isNull else {
      throw ScriptError(ListError.notAnIdentity(value: value.described))
    }
    return key
  }

  private func keyOfObject(_ row: LuaValue) throws -> Scalar? {
    try RowCopies(session).withObject(row) { object, context in
      try object.checkNotReturned()
      guard object.state != .new else { return nil }
      return Scalar(key: try ObjectRows(session: session, stack: stack).savedKey(of: object, context.entity))
    }
  }

  /// The identity of a row, which must have one.
  func neededKey(_ row: LuaValue) throws -> Scalar {
    if let key = try key(ofRow: row) { return key }
    if rules.unique == nil, case .userdata = row {
      throw ScriptError(ListError.rowIsNotSaved(row: session.lua.describe(row)))
    }
    let words = rules.unique?.words ?? "'id'"
    throw ScriptError(ListError.noIdentity(names: words))
  }

  // MARK: Rows

  /// Adds a row, or updates the one of its identity; its place is found later.
  @discardableResult
  mutating func put(_ value: LuaValue) throws -> Int {
    guard RowCopies(session).isRow(value) else {
      throw ScriptError(ListError.notARow(value: value.described))
    }
    try checkNotLent(value)
    let row = try RowCopies(session).rowCopy(value, on: stack)
    let key = try neededKey(row)
    guard let identity = list.identities[key], let old = list.rows[identity] else {
      // No row has this identity.
      return add(try contents(row), key: key) ?? -1
    }
    var merged = row
    if let merge = rules.merge ?? mergeOfEntity(row) {
      let copy = try RowCopies(session).rowCopy(old.object, on: stack)
      let result = try merge.call([copy, row]).first ?? .nil
      merged = result.isNil ? copy : try RowCopies(session).rowCopy(result, on: stack)
    }
    try replace(identity, by: merged)
    return identity
  }

  /// What the entity of a row says of merging, where the row is an object.
  private func mergeOfEntity(_ row: LuaValue) -> LuaFunction? {
    RowCopies(session).withObject(row) { _, context in context.model.hooks.merge }
  }

  /// Adds a row; nil where there is one of its identity.
  mutating func add(_ contents: RowContents, key: Scalar) -> Int? {
    guard let identity = list.add(contents, key: key) else { return nil }
    arrived.append(identity)
    return identity
  }

  /// Refuses the row of a function that decides about rows: it shows another one each time.
  private func checkNotLent(_ value: LuaValue) throws {
    try RowCopies(session).withObject(value) { object, _ in
      try object.checkNotReturned()
      guard object.state != .lent else { throw ScriptError(ListError.lentRow) }
    }
  }

  /// Gives a row other content.
  mutating func replace(_ identity: Int, by row: LuaValue) throws {
    guard let old = list.rows[identity] else { return }
    guard RowCopies(session).isRow(row), try key(ofRow: row) == old.key else {
      throw ScriptError(ListError.changedIdentity)
    }
    let contents = try contents(row)
    guard !contents.isSame(as: old.contents) else { return }
    let keys = keys(of: old)
    list.rows[identity]?.replace(contents, keys: keys)
    touched.insert(identity)
    changed.insert(identity)
  }

  mutating func remove(_ identity: Int) {
    take(identity)
    list.remove(identity)
    touched.remove(identity)
  }

  mutating func remove(_ identities: Set<Int>) {
    for section in Set(identities.compactMap { list.rows[$0]?.section }) {
      list.lists[section]?.removeAll { identities.contains($0) }
    }
    for identity in identities {
      list.remove(identity)
      touched.remove(identity)
    }
  }

  private func contents(_ row: LuaValue) throws -> RowContents {
    try RowContent(session: session, stack: stack).contents(of: row)
  }

  // MARK: Verdicts

  /// The keys that a row is sorted by, as they were last read.
  func keys(of row: MemoryList.Row) -> [Scalar] {
    if let keys = row.sortKeys { return keys }
    guard case .loaded(let rows, let place) = row.contents else { return [] }
    return rules.sort.keys(ofLoaded: place, rows)
  }

  /// A row as it is compared with others.
  func sorted(_ identity: Int) -> RowSort.Sorted? {
    list.rows[identity].map { row in
      // Only a function wants to see the object.
      RowSort.Sorted(
        object: rules.sort.comparesRows ? row.object : .nil, keys: keys(of: row), serial: row.serial)
    }
  }

  func isHidden(_ row: MemoryList.Row) throws -> Bool {
    guard let filter = rules.filter else { return false }
    return try !filter.selects(row.object)
  }

  /// The number of the section that a row belongs to.
  func section(of row: MemoryList.Row) throws -> Int {
    guard let section = rules.section else { return names.number(of: .text([]), "") }
    return try names.number(of: section.value(of: row.object, on: stack))
  }

  // MARK: Lists

  /// Takes a row out of the list that it is in.
  mutating func take(_ identity: Int) {
    guard let section = list.rows[identity]?.section else { return }
    list.lists[section]?.removeAll { $0 == identity }
    list.rows[identity]?.section = nil
  }

  /// Gives a row a place by hand: so many visible rows of the section are before it.
  mutating func place(_ identity: Int, in section: Int, before row: Int) {
    take(identity)
    var rows = list.lists[section] ?? []
    var seen = 0
    var place = rows.count
    for (index, other) in rows.enumerated() where list.rows[other]?.isHidden == false {
      seen += 1
      if seen == row {
        place = index
        break
      }
    }
    rows.insert(identity, at: place)
    list.lists[section] = rows
    // Sections that come as their rows appear stay where they are, as the place is one in them.
    if rules.sectionOrder.isAppearance, list.heldSections.isEmpty { list.heldSections = shownSections }
    list.rows[identity]?.section = section
    list.rows[identity]?.isPlaced = true
  }
}

extension Scalar {
  /// The key of an object: its value, or several as one text.
  init?(key values: [Value]) {
    guard let first = values.first else { return nil }
    self = values.count == 1 ? Scalar(first) : .text(Array(values.map(\.description).joined(separator: ",").utf8))
  }
}
