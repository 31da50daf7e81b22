import Schema
import Store

/// What is written from now on: of each row what it was when it was first written.
final class ChangeRecord: ChangeRecorder {
  /// The bytes of old rows that are kept at most.
  private static let limit = 64 << 20
  /// About what an entry takes beside its row.
  private static let sizeOfEntry = 64

  private weak var watch: ChangeWatch?
  private weak var connection: Connection?
  private let schema: Int
  private var tables: [String: Rows] = [:]
  private var names: [String] = []
  private var size = 0
  private(set) var isFull = false
  private(set) var unremembered: Unremembered?

  /// The rows of one table.
  fileprivate struct Rows {
    let table: WatchedTable
    var order: [RowIdentity] = []
    /// Where their bytes are; nil for those that were not there.
    var places: [RowIdentity: Range<Int>?] = [:]
    var bytes: [UInt8] = []
  }

  /// Nothing where SQLite was built without.
  init?(_ connection: Connection) {
    guard let watch = connection.watchingChanges() else { return nil }
    self.connection = connection
    self.watch = watch
    schema = connection.schema
    watch.tell(self)
  }

  func end() {
    connection = nil
    (tables, names) = ([:], [])
  }

  var isListening: Bool { !isFull && connection != nil }

  /// What was tried and rolled back, as an index is to see what it saves, is no change.
  var sawSchemaChange: Bool { connection.map { $0.schema != schema } ?? false }

  func knows(_ identity: RowIdentity, of table: String) -> Bool { tables[table]?.places[identity] != nil }

  func keep(_ row: [UInt8]?, _ identity: RowIdentity, of table: WatchedTable) {
    if tables[table.name] == nil {
      tables[table.name] = Rows(table: table)
      names.append(table.name)
    }
    // Rows of more columns, or of fewer, cannot be compared with those of before.
    if let known = tables[table.name]?.table, known.schema != table.schema, known.selection != table.selection {
      return miss(.altered(table.name))
    }
    size += (row?.count ?? 0) + Self.sizeOfEntry
    if size > Self.limit {
      isFull = true
      return (tables, names) = ([:], [])
    }
    tables[table.name]?.add(row, identity)
  }

  /// Notes that there were writes which are not remembered.
  func miss(_ reason: Unremembered) { unremembered = unremembered ?? reason }

  func changes() throws(StoreError) -> RecordedChanges {
    var all: [TableChanges] = []
    for name in names {
      // A table that is gone has no rows to compare.
      guard let connection, let rows = tables[name], try connection.definition(of: name) != nil else { continue }
      let changes = try rows.changes(RowReader(rows.table, connection))
      if !changes.rows.isEmpty { all.append(changes) }
    }
    return RecordedChanges(
      rows: all, size: all.reduce(0) { $0 + $1.bytes.count }, count: all.reduce(0) { $0 + $1.rows.count },
      tables: all.map(\.table.name))
  }
}

extension ChangeRecord.Rows {
  fileprivate mutating func add(_ row: [UInt8]?, _ identity: RowIdentity) {
    let start = bytes.count
    bytes.append(contentsOf: row ?? [])
    places[identity] = .some(row.map { _ in start..<bytes.count })
    order.append(identity)
  }

  /// How the rows differ from what they are now.
  fileprivate func changes(_ reader: RowReader) throws(StoreError) -> TableChanges {
    var changes = TableChanges(table: table)
    for identity in order {
      let before = (places[identity] ?? nil).map { bytes[$0] }
      let after = try reader.row(identity)
      if before.map({ Array($0) }) != after { changes.add(identity, before, after) }
    }
    return changes
  }
}

/// The rows of a table that differ between two moments.
struct TableChanges: Sendable {
  struct Row: Sendable {
    let identity: RowIdentity
    /// Where they are among the bytes; nil where there was none, or is none.
    let before: Range<Int>?
    let after: Range<Int>?
  }

  let table: WatchedTable
  private(set) var rows: [Row] = []
  private(set) var bytes: [UInt8] = []

  init(table: WatchedTable) {
    self.table = table
  }

  fileprivate mutating func add(_ identity: RowIdentity, _ before: ArraySlice<UInt8>?, _ after: [UInt8]?) {
    let places = (keep(before), keep(after?[...]))
    rows.append(Row(identity: identity, before: places.0, after: places.1))
  }

  private mutating func keep(_ row: ArraySlice<UInt8>?) -> Range<Int>? {
    guard let row else { return nil }
    let start = bytes.count
    bytes.append(contentsOf: row)
    return start..<bytes.count
  }

  /// What became of a row, in values.
  func change(_ row: Row) -> RowChange {
    let before = row.before.map { table.spread(RowBytes.values(bytes[$0])) }
    let after = row.after.map { table.spread(RowBytes.values(bytes[$0])) }
    let key = table.keys.map { (before ?? after)?[$0] ?? .null }
    let none = [Value?](repeating: nil, count: table.width)
    guard let before, let after else {
      let kind: RowChange.Kind = before == nil ? .inserted : .deleted
      return RowChange(table: table.name, kind: kind, key: key, before: before ?? none, after: after ?? none)
    }
    let isSame = zip(before, after).map { RowBytes.of([$0 ?? .null]) == RowBytes.of([$1 ?? .null]) }
    return RowChange(
      table: table.name, kind: .updated, key: key, before: zip(before, isSame).map { $1 ? nil : $0 },
      after: zip(after, isSame).map { $1 ? nil : $0 })
  }
}
