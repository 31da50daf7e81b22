import LuaRuntime
import ResultSets

/// The rows of a list in memory and their arrangement: a value, so that an edit that fails changes nothing.
struct MemoryList {
  struct Row {
    var object: LuaValue
    /// What is in it, as it was last told.
    var content: [UInt8]
    let key: Scalar
    /// Its place in the order of loading.
    var serial: Int
    var isHidden = false
    /// The keys that it is sorted by.
    var sortKeys: [Scalar] = []
    /// The section in whose list it is.
    var section: Int?
    /// Whether a script gave it its place, which holds until rows are sorted anew.
    var isPlaced = false
  }

  /// All rows by their identities, which are never used again.
  var rows: [Int: Row] = [:]
  var identities: [Scalar: Int] = [:]
  /// The rows of each section in order.
  ///
  /// Hidden rows are in it only where a script gave them their place. Rows without a place of their own are always sorted.
  var lists: [Int: [Int]] = [:]
  private var nextIdentity = 0
  private var nextSerial = 0

  mutating func newSerial() -> Int {
    defer { nextSerial += 1 }
    return nextSerial
  }

  mutating func add(_ object: LuaValue, content: [UInt8], key: Scalar) -> Int {
    let identity = nextIdentity
    nextIdentity += 1
    identities[key] = identity
    rows[identity] = Row(object: object, content: content, key: key, serial: newSerial())
    return identity
  }

  /// Takes a row out; the lists are the caller's.
  mutating func remove(_ identity: Int) {
    if let row = rows.removeValue(forKey: identity) { identities[row.key] = nil }
  }

  /// The rows of a section that are seen.
  func visible(_ section: Int) -> [Int] { (lists[section] ?? []).filter { rows[$0]?.isHidden == false } }

  func sorted(_ identity: Int) -> RowSort.Sorted? {
    rows[identity].map { RowSort.Sorted(object: $0.object, keys: $0.sortKeys, serial: $0.serial) }
  }

  /// The sections that have visible rows, by the first of these in the order of loading.
  var sectionsByAppearance: [Int] {
    var first: [Int: Int] = [:]
    for row in rows.values where !row.isHidden {
      if let section = row.section { first[section] = min(first[section] ?? .max, row.serial) }
    }
    return first.keys.sorted { (first[$0] ?? 0) < (first[$1] ?? 0) }
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

  private func row(_ index: Int) -> MemoryList.Row? { list.rows[order.rows[index]] }

  func push(_ index: Int, on stack: LuaStack) { stack.push(row(index)?.object ?? .nil) }
  func key(_ index: Int) -> Scalar { row(index)?.key ?? .null }
  func content(_ index: Int) -> [UInt8] { row(index)?.content ?? [] }
}
