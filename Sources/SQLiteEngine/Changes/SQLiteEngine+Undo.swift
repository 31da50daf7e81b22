import CSQLite
import Schema
import Store

extension SQLiteEngine {
  package func recordChanges() -> (any ChangeRecorder)? { ChangeRecord(connection) }

  package var schema: Int {
    if connection.looksForSchema { connection.noticeSchemaOfOthers() }
    return connection.schema
  }

  package func returnToSchema(_ schema: Int) { connection.schema = schema }

  package func remembersRows(of table: String) throws(StoreError) -> Bool {
    try columns(of: table).contains { $0.keyPosition != nil }
  }

  package func rows(of changes: RecordedChanges) throws(StoreError) -> [RowChange] {
    changes.byTable.flatMap { changes in changes.rows.map { changes.change($0) } }
  }

  package func takeBack(_ changes: RecordedChanges) throws(StoreError) {
    let before = try dangling(in: changes.tables)
    try withoutTriggers { () throws(StoreError) in try replaceRows(changes.byTable) }
    for (table, count) in try dangling(in: changes.tables) where count > before[table, default: 0] {
      throw StoreError(.keyWouldDangle(table: table), location: location)
    }
  }

  /// What triggers and cascades did is among the changes: they must not do it again.
  private func withoutTriggers(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let handle = try connection.open()
    let switches = [SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_FKEY]
    let were = switches.map { csqlite_switch(handle, $0) }
    for option in switches { csqlite_configure(handle, option, 0) }
    defer { for (option, was) in zip(switches, were) { csqlite_configure(handle, option, was) } }
    try body()
  }

  /// Makes the rows what they were.
  ///
  /// All that was written goes before anything comes back, so that no row is in the way of another.
  private func replaceRows(_ tables: [TableChanges]) throws(StoreError) {
    for changes in tables {
      let reader = try RowReader(changes.table, connection)
      for row in changes.rows {
        let expected = row.after.map { Array(changes.bytes[$0]) }
        if try reader.row(row.identity) != expected { throw changed(changes, row) }
      }
    }
    for changes in tables {
      let deletion = try connection.prepare(changes.table.deletion)
      for row in changes.rows where row.after != nil {
        try deletion.bind(row.identity.values)
        _ = try deletion.run()
        deletion.reset()
      }
    }
    for changes in tables {
      let insertion = try connection.prepare(changes.table.insertion)
      for row in changes.rows {
        guard let before = row.before else { continue }
        let number = changes.table.rowNumber == nil ? [] : row.identity.values
        do throws(StoreError) {
          try insertion.bind(number + RowBytes.values(changes.bytes[before]))
          _ = try insertion.run()
          insertion.reset()
        } catch {
          guard case .constraint = error.kind else { throw error }
          throw changed(changes, row)
        }
      }
    }
  }

  private func changed(_ changes: TableChanges, _ row: TableChanges.Row) -> StoreError {
    StoreError(.rowChangedSince(table: changes.table.name, key: changes.change(row).keyWords), location: location)
  }

  /// How many rows of the tables, and of those that refer to them, refer to nothing.
  private func dangling(in tables: [String]) throws(StoreError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'") {
      guard case .text(let table) = row[0] else { continue }
      let keys = try connection.rows(once: "PRAGMA main.foreign_key_list(\(dialect.quoted(table)))")
      let concerns = tables.contains(table) || keys.contains { $0[2].isText(in: tables) }
      guard !keys.isEmpty, concerns else { continue }
      counts[table] = try connection.rows(once: "PRAGMA main.foreign_key_check(\(dialect.quoted(table)))").count
    }
    return counts
  }
}

extension Value {
  fileprivate func isText(in names: [String]) -> Bool {
    guard case .text(let text) = self else { return false }
    return names.contains { $0.lowercased() == text.lowercased() }
  }
}

extension RowChange {
  fileprivate var keyWords: String {
    key.map { value in
      switch value {
      case .integer(let number): "\(number)"
      case .text(let text): "'\(text)'"
      case .real(let number): "\(number)"
      case .data, .brokenText: "(bytes)"
      case .null: "NULL"
      }
    }.joined(separator: ", ")
  }
}

extension RecordedChanges {
  fileprivate var byTable: [TableChanges] { rows as? [TableChanges] ?? [] }
}
