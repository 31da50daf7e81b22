import Query
import Schema
import Store

/// What tells the rows of a table apart: their number, or where they have none their key.
enum RowIdentity: Hashable, Sendable {
  case number(Int64)
  case key([UInt8])

  var values: [Value] {
    switch self {
    case .number(let number): [.integer(number)]
    case .key(let bytes): RowBytes.values(bytes[...])
    }
  }
}

/// A table whose rows are remembered, as it was when the first of them was.
struct WatchedTable: Sendable {
  let name: String
  /// The schema that it is of, as the connection counts them.
  let schema: Int
  /// How many columns it has, computed ones counted.
  let width: Int
  /// The columns that are not computed, as SQL names them, and their places among all.
  let stored: [(name: String, place: Int)]
  /// The columns of its key, in the order of the key: their places among all.
  let keys: [Int]
  /// A name for the number of its rows; nil where they have none.
  let rowNumber: String?

  /// What tells its rows apart for those who follow them; nil where SQLite does not tell its values as they are counted.
  let followedKey: FollowedKey?

  private let quotedName: String

  /// The columns of a row's identity, as SQL names them.
  private var identity: [String] {
    if let rowNumber { return [rowNumber] }
    return keys.compactMap { key in stored.first { $0.place == key }?.name }
  }

  private var columns: String { stored.map(\.name).joined(separator: ", ") }

  private var isRow: String {
    identity.enumerated().map { "\($1) IS ?\($0 + 1)" }.joined(separator: " AND ")
  }

  var selection: String { "SELECT \(columns) FROM main.\(quotedName) WHERE \(isRow)" }

  var deletion: String { "DELETE FROM main.\(quotedName) WHERE \(isRow)" }

  /// A row that another is in the way of is refused, whatever the table's own rules say.
  var insertion: String {
    let names = (rowNumber.map { [$0] } ?? []) + stored.map(\.name)
    let places = (1...names.count).map { "?\($0)" }.joined(separator: ", ")
    return "INSERT OR ABORT INTO main.\(quotedName) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  /// The values by column; nil for those that are computed.
  func spread(_ row: [Value]) -> [Value?] {
    var values = [Value?](repeating: nil, count: width)
    for (value, column) in zip(row, stored) { values[column.place] = value }
    return values
  }

  /// Whether a row is the one that has this identity: a key may equal another that is written differently.
  func isRow(_ row: [Value], _ identity: RowIdentity) -> Bool {
    guard case .key(let bytes) = identity else { return true }
    let values = spread(row)
    return RowBytes.of(keys.map { values[$0] ?? .null }) == bytes
  }
}

extension WatchedTable {
  /// - Throws: why its rows cannot be remembered; nothing comes back for a table without a key.
  static func read(_ name: String, _ connection: Connection) throws -> WatchedTable? {
    let dialect = SQLiteDialect()
    let quoted = dialect.quoted(name)
    // `schema, name, type, ncol, wr, strict`, and `cid, name, type, notnull, dflt_value, pk, hidden`.
    guard let facts = try connection.rows(once: "PRAGMA main.table_list(\(quoted))").first else { return nil }
    if facts[2] == .text("shadow") { throw Unremembered.virtual(try connection.virtualTable(of: name) ?? name) }
    let rows = try connection.rows(once: "PRAGMA main.table_xinfo(\(quoted))").filter { $0[6] != .integer(1) }
    let names = rows.map { row -> String in if case .text(let name) = row[1] { name } else { "" } }
    let keys = rows.indices.filter { rows[$0][5] != .integer(0) }.sorted { rows[$0][5].order < rows[$1][5].order }
    guard !keys.isEmpty else { return nil }
    let taken = Set(names.map { FoldedName($0) })
    let hasNumbers = facts[4] == .integer(0)
    let rowNumber = hasNumbers ? ["rowid", "_rowid_", "oid"].first { !taken.contains(FoldedName($0)) } : nil
    let firstVirtual = rows.firstIndex { $0[6] == .integer(2) }
    // SQLite counts a row's values without the virtual ones where it tells of them.
    let isMiscounted = keys.contains { $0 > firstVirtual ?? $0 }
    if isMiscounted && !hasNumbers || hasNumbers && rowNumber == nil { throw Unremembered.untold(name) }
    // An integer key without an index of its own is the number of the row.
    let hasIndex = try connection.rows(once: "PRAGMA main.index_list(\(quoted))").contains { $0[3] == .text("pk") }
    let followedKey = FollowedKey(
      columns: keys.map { names[$0] }, places: keys, isNumber: hasNumbers && keys.count == 1 && !hasIndex)
    // Of a virtual table SQLite tells no rows.
    let isTold = !isMiscounted && facts[2] == .text("table")
    return WatchedTable(
      name: name, schema: connection.schema, width: rows.count,
      stored: rows.indices.filter { rows[$0][6] == .integer(0) }.map { (dialect.quoted(names[$0]), $0) }, keys: keys,
      rowNumber: rowNumber, followedKey: isTold ? followedKey : nil, quotedName: quoted)
  }
}

/// The key of a table as those have it who follow its rows.
struct FollowedKey: Sendable {
  let columns: [String]
  /// The places of the columns among all.
  let places: [Int]
  /// Whether it is the number of the row.
  let isNumber: Bool
}

extension Value {
  fileprivate var order: Int64 { if case .integer(let number) = self { number } else { 0 } }
}

extension Connection {
  /// The virtual table that a table is a part of.
  fileprivate func virtualTable(of part: String) throws(StoreError) -> String? {
    try rows(once: "PRAGMA main.table_list").compactMap { row -> String? in
      guard row[0] == .text("main"), row[2] == .text("virtual"), case .text(let name) = row[1] else { return nil }
      return part.isPart(of: name) ? name : nil
    }.max { $0.count < $1.count }
  }
}
