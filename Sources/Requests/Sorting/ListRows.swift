import ClosureSQL
import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// The elements of a list as rows.
///
/// What a row holds is read without making an object of it, unless a function is to see it.
package struct ListRows: SortableRows {
  let session: SessionContext
  let list: BorrowedValue
  let reader: ListReader
  private let resolver: FieldResolver
  private let entity: Entity
  let count: Int
  /// Functions that are known to keep no row that they see: one object shows them all.
  var lentTo: [LuaFunction] = []
  /// That object.
  private var lent: LuaRowObject?

  /// Nil where a value is no list.
  package init?(_ list: BorrowedValue, of entity: Entity, _ resolver: FieldResolver, _ session: SessionContext) {
    guard let reader = ListReader(list) else { return nil }
    self.session = session
    self.list = list
    self.reader = reader
    self.resolver = resolver
    self.entity = entity
    // A function may change the list that it sorts.
    count = reader.count
  }

  func sortedPlaces(by function: LuaFunction, isDescending: Bool) throws -> [Int]? {
    try list.sortedElements(count, by: function, isDescending: isDescending)
  }

  func borrowed(_ row: Int, asSecond: Bool) throws -> BorrowedValue { try list.read(row + 1) }

  func forEachResult(
    of function: LuaFunction, for rows: Range<Int>, _ body: (Int, BorrowedValue) throws -> Void
  ) throws {
    let isLent = lentTo.contains { $0.isSame(as: function) }
    try reader.forEachResult(of: function, for: rows, lent: isLent ? lent : nil, body)
  }

  /// Whether a function says something true of each of some rows.
  func answers(of function: LuaFunction, for rows: Range<Int>) throws -> [Bool] {
    let isLent = lentTo.contains { $0.isSame(as: function) }
    return try reader.answers(of: function, for: rows, lent: isLent ? lent : nil)
  }

  /// Whether a function does nothing with a row but read fields of it that are as they are stored.
  func keepsNone(_ function: LuaFunction) throws -> Bool {
    let translator = session.state(ClosureReading.self).translator
    guard let members = try translator.members(readBy: function) else { return false }
    return members.allSatisfy { name in
      entity.fields.first { $0.name == name }?.readsWithoutObject ?? false
    }
  }

  /// The object that shows rows from now on, above, which is to be taken back.
  mutating func lend() -> LuaRowObject? {
    lent = reader.lentObject()
    return lent
  }

  // MARK: Fields

  /// The slot of a field of the entity itself that a path names; nil where it leads elsewhere.
  func slot(_ path: FieldPath) -> Int? {
    guard let path = try? resolver.settled(path), path.relations.isEmpty, path.inside.isEmpty else { return nil }
    if let slot = entity.allFields.firstIndex(where: { $0.name == path.field }) { return slot }
    return (try? resolver.field(at: path)).flatMap { entity.slot(of: $0.name) }
  }

  /// The stored field that a path names; nil where it leads elsewhere.
  func field(_ path: FieldPath) -> Field? {
    slot(path).flatMap { $0 < entity.fields.count ? entity.fields[$0] : nil }
  }

  /// The cells of some slots in rows that are as the database gave them; they are borrowed until the next call of Lua.
  func cells(_ slots: [Int], of rows: Range<Int>) -> ListReader.Cells { reader.cells(slots, of: rows) }

  /// The fields that functions read, to be looked at in rows; nil where one is not stored in them.
  func seen(_ fields: Set<Field>) -> [SeenField]? {
    var seen: [SeenField] = []
    for field in fields {
      guard let slot = entity.fields.firstIndex(where: { $0.name == field.name }) else { return nil }
      seen.append(SeenField(entity.fields[slot], slot: slot))
    }
    return seen
  }

  /// Whether all rows that are as the database gave them hold what these fields say.
  ///
  /// - Parameter keys: the slots that become keys (`setSeenKeys`), of which only truths and decimals are looked at.
  func allHold(_ fields: Set<Field>, but keys: [Int]) -> Bool {
    guard let seen = seen(fields) else { return false }
    return seen.allSatisfy { field in
      if keys.contains(field.slot), field.isReadAsStored { return true }
      let read = cells([field.slot], of: 0..<count)
      return read.areFound.indices.allSatisfy { !read.areFound[$0] || holds(read.cells[$0], field) }
    }
  }

  /// The cells of a slot in all rows, and whether they stay what they are, whatever scripts do to the objects: those of the
  /// list's own rows do.
  private func allCells(of slot: Int) -> (cells: ListReader.Cells, lasts: Bool) {
    let loaded = reader.cells([slot], of: 0..<count, asLoaded: true)
    return loaded.areFound.contains(false) ? (cells([slot], of: 0..<count), false) : (loaded, true)
  }

  /// Whether a cell holds what its field says.
  func holds(_ cell: Cell, _ field: SeenField) -> Bool { field.holds(cell, in: reader) }

  func setKeys(_ column: Int, for sort: Sort, in keys: inout SortKeys) throws {
    guard let path = sort.path else { return try setExpressed(column, for: sort, in: &keys) }
    let slot = slot(path)
    if let field = try? resolver.field(at: path) { keys.compare(column, by: field.collation) }
    guard let slot else {
      for row in 0..<count { try setKey(column, of: row, path, in: &keys) }
      return
    }
    let (read, lasts) = allCells(of: slot)
    for row in 0..<count where read.areFound[row] {
      let cell = read.cells[row]
      if lasts { keys.set(column, of: row, lasting: cell) } else { keys.set(column, of: row, cell) }
    }
    for row in 0..<count where !read.areFound[row] { try setKey(column, of: row, path, in: &keys) }
  }

  /// Sets a key of all rows to what an expression is for each.
  private func setExpressed(_ column: Int, for sort: Sort, in keys: inout SortKeys) throws {
    guard case .value(let expression) = sort.key else { return }
    let said = try RowCondition(condition: Condition(expression: expression), session: session)
    for row in 0..<count {
      try withObject(row) { try said.value(of: $0).withCell { keys.set(column, of: row, $0) } }
    }
  }

  /// Does something with the object of a row.
  func withObject<Result>(_ row: Int, _ body: (BorrowedValue) throws -> Result) throws -> Result {
    try list.scoped { try body(list.read(row + 1)) }
  }

  private func setKey(_ column: Int, of row: Int, _ path: FieldPath, in keys: inout SortKeys) throws {
    try withObject(row) { place in
      let members = RowMembers(session: session, at: place)
      switch try members.owner(of: path) {
      case .nothing: return
      case .object(let object, let slot, let entity):
        let value = try ObjectRows(session: session, stack: place.stack).value(slot, of: object, entity)
        value.withCell { keys.set(column, of: row, $0) }
      case .part(let name, let field):
        let value = try members.value(of: name, field)
        value.withCell { keys.set(column, of: row, $0) }
      case .computed(let value, _): value.withCell { keys.set(column, of: row, $0) }
      case .table(let name): try keys.take(column, of: row, place.read(name))
      }
    }
  }

  // MARK: Fields that functions read

  /// Sets keys to what a function would read in a field of each row; false where only the function can tell.
  ///
  /// - Parameter lacksNone: whether rows that have no value are such.
  func setSeenKeys(_ column: Int, slot: Int, lacksNone: Bool, in keys: inout SortKeys) throws -> Bool {
    let field = entity.member(slot)
    let isTruth = field.type.reading == .boolean
    let words = StoredWords(of: field)
    let (read, lasts) = allCells(of: slot)
    for row in 0..<count where read.areFound[row] {
      let cell = read.cells[row]
      guard reader.readsAsStored(slot, cell) || words.contains(cell), !(lacksNone && cell.isNull),
        keys.take(column, of: row, cell, isTruth: isTruth, lasts: lasts)
      else { return false }
    }
    for row in 0..<count where !read.areFound[row] {
      guard try setHeldKey(column, of: row, field.name, lacksNone: lacksNone, in: &keys) else { return false }
    }
    return true
  }

  /// The same for an object that was given values.
  private func setHeldKey(
    _ column: Int, of row: Int, _ name: String, lacksNone: Bool, in keys: inout SortKeys
  ) throws -> Bool {
    try withObject(row) { object in
      guard object.rowObject != nil else { return false }
      let value = try object.read(name)
      // Not a number is neither before nor behind any.
      let isNothing = value.isNil || value.number?.isNaN == true
      if isNothing && lacksNone { return false }
      do {
        try keys.take(column, of: row, value)
      } catch is ScriptError {
        return false
      }
      return true
    }
  }
}
