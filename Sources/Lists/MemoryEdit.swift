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
  /// The rows by what tells them apart.
  private(set) var numbers: RowNumbers
  /// The list as it is before the edit.
  private let set: MemoryResultSet
  /// The rows that changed: filter, section and order are asked about them.
  var touched: Set<Int> = []
  /// The rows that were given other contents.
  private(set) var changed: Set<Int> = []
  /// Whether sections are to be put in order even if they are those that there were.
  var hasOtherSectionOrder = false
  /// The rows that may be elsewhere, or hold something else, or have come or gone; nil where any may.
  private(set) var affected: Set<Int>? = []
  /// The same of rows that came, or of all: they are in no section, and in the order of loading.
  var arrived: [Int] = []

  init(_ set: MemoryResultSet) {
    session = set.session
    names = set.view.names
    rules = set.rules
    list = set.list
    numbers = set.numbers
    self.set = set
  }

  var stack: LuaStack { session.lua.stack }

  // MARK: Identity

  /// What tells a row from others; nil when it says nothing.
  func key(ofRow row: LuaValue) throws -> Scalar? {
    let value: LuaValue
    var collation = Collation.binary
    if let unique = rules.unique {
      let said = try unique.said(of: row, session, on: stack)
      (value, collation) = (said.value, said.collation ?? .binary)
    } else if case .table(let table) = row {
      value = table["id"]
    } else {
      return try keyOfObject(row)?.key(in: list.owner)
    }
    if value.isNil { return nil }
    guard let key = Scalar(value), key.isFound, !key.isNull else {
      throw ScriptError(ListError.notAnIdentity(value: value.described))
    }
    return collation.joinsTexts ? key.key(by: collation) : key
  }

  /// The key of an object that is saved, with the entity whose rows it tells apart.
  func keyOfObject(_ row: LuaValue) throws -> ObjectKey? {
    try RowCopies(session).withObject(row) { object, context in
      try object.checkNotReturned()
      guard object.state != .new,
        let key = Scalar(
          key: try ObjectRows(session: session, stack: stack).savedKey(of: object, context.entity),
          of: try context.entity)
      else { return nil }
      return ObjectKey(key: key, owner: context.rootName)
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
    let row = try RowCopies(session).rowCopy(value)
    let key = try neededKey(row)
    guard let identity = numbers[key], let old = list.rows[identity] else {
      // No row has this identity.
      if rules.unique == nil, list.owner == nil { list.owner = try keyOfObject(row)?.owner }
      return add(try contents(row), key: key) ?? -1
    }
    var merged = row
    if let merge = rules.merge ?? mergeOfEntity(row) {
      let copy = try RowCopies(session).ownCopy(old.object)
      let result = try merge.call([copy, RowCopies(session).ownCopy(row)]).first ?? .nil
      merged = try RowCopies(session).rowCopy(result.isNil ? copy : result)
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
    let known = set.formerNumber(of: key)
    let identity = known ?? list.nextIdentity
    guard numbers.add(identity, for: key) else { return nil }
    list.add(contents, key: key, as: identity)
    if known != nil { changed.insert(identity) }
    arrived.append(identity)
    affect(identity)
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
    guard RowCopies(session).isRow(row), try key(ofRow: row) == old.key, try !hasOtherKey(row) else {
      throw ScriptError(ListError.changedIdentity)
    }
    replace(old, identity, by: try contents(row))
  }

  /// Whether an object was given another key than the one that it was saved with, by which a list knows it.
  private func hasOtherKey(_ row: LuaValue) throws -> Bool {
    guard rules.unique == nil else { return false }
    return try RowCopies(session).withObject(row) { object, context in
      let (entity, rows) = (try context.entity, ObjectRows(session: session, stack: stack))
      guard entity.keySlots.contains(where: { object.isChanged($0) }) else { return false }
      let given = try entity.keySlots.map { try rows.value($0, of: object, entity) }
      return try Scalar(key: given, of: entity) != Scalar(key: rows.savedKey(of: object, entity), of: entity)
    } ?? false
  }

  /// The same, of a row that is known to be the one it was.
  mutating func replace(_ old: MemoryList.Row, _ identity: Int, by contents: RowContents) {
    guard !contents.isSame(as: old.contents) else {
      // What is not stored tells nothing, and is taken.
      if contents.hasTransients { list.rows[identity]?.take(contents) }
      return
    }
    let keys = keys(of: old)
    list.rows[identity]?.replace(contents, keys: keys)
    touched.insert(identity)
    changed.insert(identity)
    affect(identity)
  }

  mutating func remove(_ identities: Set<Int>) {
    if identities.count > Self.fewRows {
      for section in Set(identities.compactMap { list.order.section(of: $0) }) {
        list.order.replace(section, with: list.order.entries(section).filter { !identities.contains($0.identity) })
      }
    }
    for identity in identities {
      if let row = list.rows[identity] { numbers.remove(row.key) }
      list.remove(identity)
      touched.remove(identity)
      affect(identity)
    }
  }

  /// So many rows find their places, or go, one by one; more of them all at once.
  static let fewRows = 32

  /// Makes ready for so many rows; each of many is not asked about alone when it is told what changed.
  ///
  /// - Throws: `LuaError` where there is no room for them.
  mutating func reserve(_ count: Int, bytesOfEach bytes: Int = MemoryList.bytesOfRow) throws {
    try session.lua.checkRoom(for: count * bytes)
    numbers.reserve(count)
    arrived.reserveCapacity(arrived.count + count)
    if count > Self.fewRows { affectAll() }
  }

  mutating func affect(_ identity: Int) { affected?.insert(identity) }

  /// Any row may be elsewhere after this.
  mutating func affectAll() { affected = nil }

  /// Makes the rows by what tells them apart those of the list.
  mutating func commit() { numbers.commit() }

  private func contents(_ row: LuaValue) throws -> RowContents {
    try RowContent(session: session, stack: stack).contents(of: row)
  }

  // MARK: Verdicts

  /// The keys that a row is sorted by, as they were last read.
  func keys(of row: MemoryList.Row) -> [Scalar] {
    if let keys = row.sortKeys { return keys }
    switch row.contents {
    case .loaded(let rows, let place): return rules.sort.keys(ofLoaded: place, rows)
    // Its fields were read before, when it came with the others.
    case .listed: return (try? rules.sort.keys(of: row.object, session)) ?? []
    case .table, .object: return []
    }
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

  func isHidden(_ identity: Int) throws -> Bool {
    guard rules.filter != nil, let row = list.rows[identity] else { return false }
    return try isHidden(row)
  }

  /// The number of the section that a row belongs to.
  func section(of row: MemoryList.Row) throws -> Int {
    guard let section = rules.section else { return names.number(of: .text([]), "") }
    return try names.number(of: section.said(of: row.object, session, on: stack))
  }

  // MARK: Places

  /// Gives a row a place by hand: so many visible rows of the section are before it.
  mutating func place(_ identity: Int, in section: Int, before row: Int) {
    let isHidden = list.order.entry(of: identity)?.isHidden ?? false
    list.order.remove(identity)
    list.order.insert(
      .init(identity, isHidden: isHidden, isPlaced: true), into: section,
      at: list.order.index(ofVisible: row - 1, in: section))
    touched.insert(identity)
    affect(identity)
    // Sections that come as their rows appear stay where they are, as the place is one in them.
    if rules.sectionOrder.isAppearance, list.heldSections.isEmpty { list.heldSections = list.order.shown }
  }
}

/// What tells an object from those of its entity, and the entity.
struct ObjectKey {
  let key: Scalar
  let owner: String

  /// The identity in a list that knows the objects of one entity by their keys alone.
  func key(in owner: String?) -> Scalar { owner == nil || owner == self.owner ? key : key.marked(by: self.owner) }
}

extension Entity {
  /// The name of the entity among whose rows a key tells: that of the table where several share one.
  var keyOwner: String { sharing?.root ?? name }
}

extension Scalar {
  /// The same as keys of the entity are compared: texts without case where their column does so.
  init?(key values: [Value], of entity: Entity) {
    let keys = zip(entity.keySlots, values).map { slot, value in
      let collation = entity.fields[slot].collation
      return collation.joinsTexts ? value.key(by: collation) : value
    }
    self.init(key: keys)
  }

  /// The key of an object: its value, bytes apart from texts, or several as one text.
  init?(key values: [Value]) {
    guard let first = values.first else { return nil }
    self =
      values.count == 1 ? Scalar(ordered: first) : .text(Array(values.map(\.description).joined(separator: ",").utf8))
  }

  /// Another identity than the value alone is, and than that of any value of a script.
  func marked(by name: String) -> Scalar { .data(Array("\(name)\0".utf8) + markedBytes) }

  private var markedBytes: [UInt8] {
    switch self {
    case .null: [0]
    case .boolean(let flag): [1, flag ? 1 : 0]
    case .integer(let number): [2] + withUnsafeBytes(of: number) { Array($0) }
    case .real(let number): [3] + withUnsafeBytes(of: number) { Array($0) }
    case .decimal(let number): [4] + number.description.utf8
    case .text(let bytes): [5] + bytes
    case .data(let bytes): [6] + bytes
    }
  }
}
