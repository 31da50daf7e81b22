import LuaRuntime
import ResultSets

/// The rows of a list in memory and their arrangement: a value, so that an edit that fails changes nothing.
struct MemoryList {
  struct Row {
    /// What is in it, as it was last told.
    private(set) var contents: RowContents
    let key: Scalar
    /// Its place in the order of loading.
    var serial: Int
    var isHidden = false
    /// The keys that it is sorted by; nil where they are those of the row that it was loaded from.
    var sortKeys: [Scalar]?
    /// The section in whose list it is.
    var section: Int?
    /// Whether a script gave it its place, which holds until rows are sorted anew.
    var isPlaced = false

    var object: LuaValue { contents.object }

    /// Gives it other contents; `keys` are those of what it held before.
    mutating func replace(_ contents: RowContents, keys: [Scalar]) {
      self.contents = contents
      sortKeys = keys
    }

    /// Puts it where its keys have it, among the rows of a section or nowhere.
    mutating func settle(in section: Int?, isHidden: Bool, keys: [Scalar]?) {
      self.isHidden = isHidden
      self.section = section
      sortKeys = keys
      isPlaced = false
    }
  }

  /// All rows by their identities, which are never used again.
  var rows = RowsByIdentity()
  var identities: [Scalar: Int] = [:]
  /// The rows of each section in order.
  ///
  /// Hidden rows are in it only where a script gave them their place. Rows without a place of their own are always sorted.
  var lists: [Int: [Int]] = [:]
  /// The order of sections since a row was given a place among them, until all rows are sorted anew.
  var heldSections: [Int] = []
  private var nextIdentity = 0
  private var nextSerial = 0

  mutating func newSerial() -> Int {
    defer { nextSerial += 1 }
    return nextSerial
  }

  /// Adds a row, unless there is one of this identity; the number of the new one.
  mutating func add(_ contents: RowContents, key: Scalar) -> Int? {
    let identity = nextIdentity
    // One search, for the usual case that it is new.
    if let known = identities.updateValue(identity, forKey: key) {
      identities[key] = known
      return nil
    }
    nextIdentity += 1
    rows[identity] = Row(contents: contents, key: key, serial: newSerial())
    return identity
  }

  /// Makes room for so many more rows.
  mutating func reserve(_ count: Int) { identities.reserveCapacity(identities.count + count) }

  /// Takes a row out; the lists are the caller's.
  mutating func remove(_ identity: Int) {
    if let row = rows[identity] { identities[row.key] = nil }
    rows[identity] = nil
  }

  /// The rows of a section that are seen.
  func visible(_ section: Int) -> [Int] { (lists[section] ?? []).filter { rows[$0]?.isHidden == false } }

  /// The sections that have visible rows, by the first of these in the order of loading.
  var sectionsByAppearance: [Int] {
    var first: [(section: Int, serial: Int)] = []
    for (section, identities) in lists {
      var serial = Int.max
      for identity in identities {
        if let row = rows[identity], !row.isHidden { serial = min(serial, row.serial) }
      }
      if serial < .max { first.append((section, serial)) }
    }
    return first.sorted { $0.serial < $1.serial }.map(\.section)
  }

  /// The order of the visible rows, with sections in a given order.
  func order(_ sections: [Int]) throws -> SectionedOrder {
    var order: [Int] = []
    var sectionOfRow: [Int] = []
    for section in sections {
      let visible = visible(section)
      order += visible
      sectionOfRow += repeatElement(section, count: visible.count)
    }
    return try SectionedOrder(rows: order, sectionOfRow: sectionOfRow)
  }
}

/// The rows of a list in memory as it was at some moment.
struct MemoryRows: ShownRows {
  let list: MemoryList
  let order: SectionedOrder

  func row(_ index: Int) -> MemoryList.Row? { list.rows[order.rows[index]] }

  func push(_ index: Int, on stack: LuaStack) { stack.push(row(index)?.object ?? .nil) }
  func key(_ index: Int) -> Scalar { row(index)?.key ?? .null }
  func content(_ index: Int) -> [UInt8] { row(index)?.contents.bytes ?? [] }
  func stored(_ index: Int) -> StoredRow? { row(index)?.contents.stored }
}
