import CSQLite
import Schema
import Store

/// What is written from now on, as SQLite itself records it.
final class ChangeRecord: ChangeRecorder {
  /// The bytes of old rows that are kept at most.
  private static let limit: Int64 = 64 << 20

  private var handle: UnsafeMutableRawPointer?
  private unowned let connection: Connection
  private let schema: Int
  private var isPaused = false

  /// Nothing where SQLite was built without.
  init?(_ connection: Connection) {
    connection.beginRecording()
    guard let database = connection.handle, let handle = csqlite_record(database) else { return nil }
    self.handle = handle
    self.connection = connection
    schema = connection.schema
    connection.keep(self)
  }

  deinit { end() }

  func end() {
    if let handle { csqlite_record_end(handle) }
    handle = nil
  }

  var isFull: Bool {
    checkSize()
    return isPaused
  }

  /// Gives up once it holds too much.
  func checkSize() {
    guard let handle, !isPaused, csqlite_record_size(handle) > Self.limit else { return }
    csqlite_record_pause(handle)
    isPaused = true
  }

  /// What was tried and rolled back, as an index is to see what it saves, is no change.
  var sawSchemaChange: Bool { handle != nil && connection.schema != schema }

  func changes() throws(StoreError) -> RecordedChanges {
    guard let handle, !isFull else { return RecordedChanges(bytes: [], count: 0, tables: []) }
    var bytes: UnsafeMutableRawPointer?
    var length: Int32 = 0
    let code = csqlite_record_changes(handle, &length, &bytes)
    defer { sqlite3_free(bytes) }
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
    let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    let found = try ChangeReader.read(copy, connection)
    return RecordedChanges(bytes: copy, count: found.count, tables: found.tables)
  }
}

/// Reads the changes of a record.
final class ChangeReader {
  private(set) var changes: [RowChange] = []
  private(set) var count = 0
  private(set) var tables: [String] = []
  private let keepsRows: Bool

  private init(keepsRows: Bool) { self.keepsRows = keepsRows }

  /// Only counts them.
  static func read(_ bytes: [UInt8], _ connection: Connection) throws(StoreError) -> (count: Int, tables: [String]) {
    let reader = ChangeReader(keepsRows: false)
    try reader.take(bytes, connection)
    return (reader.count, reader.tables)
  }

  static func rows(_ bytes: [UInt8], _ connection: Connection) throws(StoreError) -> [RowChange] {
    let reader = ChangeReader(keepsRows: true)
    try reader.take(bytes, connection)
    return reader.changes
  }

  /// Takes the changes back.
  ///
  /// - Returns: the row that is another one by now, should there be one; then nothing happened.
  static func undo(_ bytes: [UInt8], _ connection: Connection) throws(StoreError) -> RowChange? {
    let handle = try connection.open()
    let reader = ChangeReader(keepsRows: true)
    let code = bytes.withUnsafeBytes {
      csqlite_undo(handle, $0.baseAddress, Int32(clamping: $0.count), reader.context, visit)
    }
    if let change = reader.changes.first { return change }
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
    return nil
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func take(_ bytes: [UInt8], _ connection: Connection) throws(StoreError) {
    guard !bytes.isEmpty else { return }
    let code = bytes.withUnsafeBytes {
      csqlite_each_change($0.baseAddress, Int32(clamping: $0.count), context, Self.visit)
    }
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
  }

  private static let visit: csqlite_change_visitor = { context, change in
    guard let context, let change else { return }
    Unmanaged<ChangeReader>.fromOpaque(context).takeUnretainedValue().add(change.pointee)
  }

  private func add(_ change: csqlite_change) {
    let table = String(cString: change.table)
    count += 1
    if tables.last != table, !tables.contains(table) { tables.append(table) }
    guard keepsRows else { return }
    let columns = 0..<Int(change.columns)
    let before = columns.map { change.before[$0].map { Value($0) } }
    let after = columns.map { change.after[$0].map { Value($0) } }
    let kind: RowChange.Kind =
      switch change.operation {
      case SQLITE_INSERT: .inserted
      case SQLITE_DELETE: .deleted
      default: .updated
      }
    let key = columns.filter { change.keys[$0] != 0 }.map { before[$0] ?? after[$0] ?? .null }
    changes.append(RowChange(table: table, kind: kind, key: key, before: before, after: after))
  }
}

extension SQLiteEngine {
  package func recordChanges() -> (any ChangeRecorder)? { ChangeRecord(connection) }

  package var schema: Int { connection.schema }

  package func returnToSchema(_ schema: Int) { connection.schema = schema }

  package func remembersRows(of table: String) throws(StoreError) -> Bool {
    try columns(of: table).contains { $0.keyPosition != nil }
  }

  package func rows(of changes: RecordedChanges) throws(StoreError) -> [RowChange] {
    try ChangeReader.rows(changes.bytes, connection)
  }

  package func takeBack(_ changes: RecordedChanges) throws(StoreError) {
    let before = try dangling(in: changes.tables)
    if let row = try ChangeReader.undo(changes.bytes, connection) {
      throw StoreError(.rowChangedSince(table: row.table, key: row.keyWords), location: location)
    }
    for (table, count) in try dangling(in: changes.tables) where count > before[table, default: 0] {
      throw StoreError(.keyWouldDangle(table: table), location: location)
    }
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
