import Query
import Schema
import Store

/// What `ANALYZE` found out of a table and its indexes, which goes with the table: without it statements would be
/// planned otherwise than before.
struct IndexStatistics {
  private let table: Value
  private var rows: [(of: String, values: [Value])] = []
  /// The columns of each index, by its name.
  private var columns: [Value: [Value]] = [:]

  private static let places = ["sqlite_stat1", "sqlite_stat4"]

  init(of table: String, _ connection: Connection) throws(StoreError) {
    self.table = .text(table)
    columns = try Self.columns(of: self.table, connection)
    for place in try Self.present(connection) {
      for row in try connection.rows("SELECT * FROM \(place) WHERE tbl = ?1 COLLATE NOCASE", [self.table]) {
        rows.append((place, row))
      }
    }
  }

  /// Writes it down again, for indexes that are as they were.
  func restore(_ connection: Connection) throws(StoreError) {
    if rows.isEmpty { return }
    let present = try Self.columns(of: table, connection)
    let known = try Self.present(connection)
    for row in rows where known.contains(row.of) {
      let index = row.values[1]
      let isOfTable = index == .null || index == table
      guard isOfTable || present[index] != nil && present[index] == columns[index] else { continue }
      let marks = row.values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      _ = try connection.rows("INSERT INTO \(row.of) VALUES (\(marks))", row.values)
    }
  }

  private static func present(_ connection: Connection) throws(StoreError) -> [String] {
    let names = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0[0] }
    return places.filter { names.contains(.text($0)) }
  }

  private static func columns(of table: Value, _ connection: Connection) throws(StoreError) -> [Value: [Value]] {
    let found = try connection.rows(
      """
      SELECT list.name, info.name FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
      ORDER BY list.name, info.seqno
      """, [table])
    return Dictionary(grouping: found) { $0[0] }.mapValues { $0.map { $0[1] } }
  }
}
