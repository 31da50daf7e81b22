import LuaRows
import LuaRuntime
import ResultSets

/// The rows of a list in memory and their arrangement: a value, so that an edit that fails changes nothing.
///
/// A copy shares nearly all of it, and an edit makes only that anew which it falls into.
struct MemoryList {
  struct Row {
    /// What is in it, as it was last told.
    private(set) var contents: RowContents
    let key: Scalar
    /// Its place in the order of loading.
    var serial: Int
    /// The keys that it is sorted by; nil where they are those of the row that it was loaded from.
    var sortKeys: [Scalar]?

    var object: LuaValue { contents.object }

    /// Takes contents that hold the same.
    mutating func take(_ contents: RowContents) { self.contents = contents }

    /// Gives it other contents; `keys` are those of what it held before.
    mutating func replace(_ contents: RowContents, keys: [Scalar]) {
      self.contents = contents
      sortKeys = keys
    }
  }

  /// About what a row takes here, beside its table: its key, its place in the order, its number.
  static let bytesOfRow = 200
  /// About what a copy of a small table takes in Lua.
  static let bytesOfCopy = 100

  /// All rows by their identities, which are never used again but by a row that a batch takes out and puts back.
  var rows = RowsByIdentity()
  /// The entity whose objects are known by their keys alone, those of others by key and entity; nil before any came.
  var owner: String?
  /// The rows of each section in order.
  ///
  /// Hidden rows are in it only where a script gave them their place. Rows without a place of their own are always sorted.
  var order = EditableOrder()
  /// The order of sections since a row was given a place among them, until all rows are sorted anew.
  var heldSections: [Int] = []
  /// The identity of the row that is added next.
  private(set) var nextIdentity = 0
  private var nextSerial = 0

  mutating func newSerial() -> Int {
    defer { nextSerial += 1 }
    return nextSerial
  }

  /// Adds a row as `nextIdentity` or as one that went, which is in no section yet.
  mutating func add(_ contents: RowContents, key: Scalar, as identity: Int) {
    rows.add(Row(contents: contents, key: key, serial: newSerial()), as: identity)
    nextIdentity = max(nextIdentity, identity + 1)
  }

  /// Takes a row out.
  mutating func remove(_ identity: Int) {
    order.remove(identity)
    rows[identity] = nil
  }
}

/// The rows of a list in memory as it was at some moment.
struct MemoryRows: ShownRows {
  let rows: RowsByIdentity
  let order: SectionedOrder
  /// The entity whose objects are known by their keys alone.
  var owner: String?

  func row(_ index: Int) -> MemoryList.Row? {
    if order.isFlat { return rows[order.rows[index]] }
    return order.position(ofNth: index + 1).flatMap { order.row(at: $0) }.flatMap { rows[$0] }
  }

  /// A table is shown by a view: only the list's own words change its rows.
  func borrowed(_ index: Int, on stack: LuaStack) -> BorrowedValue {
    BorrowedValue(showing: row(index)?.object ?? .nil, on: stack)
  }

  func key(_ index: Int) -> Scalar { row(index)?.key ?? .null }

  func identity(_ index: Int) -> Scalar {
    guard let row = row(index) else { return .null }
    guard let owner, row.contents.isObject else { return row.key }
    if case .data = row.key { return row.key }
    return row.key.marked(by: owner)
  }

  func mark(_ index: Int) -> ContentMark { row(index)?.contents.mark ?? ContentMark() }
  func stored(_ index: Int) -> StoredRow? { row(index)?.contents.stored }
  func inOrder(_ order: SectionedOrder) -> any ShownRows { MemoryRows(rows: rows, order: order, owner: owner) }
}
