import CSQLite
import Platform
import Schema
import Store

/// Sees each row before it is written, and tells the records of it.
///
/// SQLite's own record of changes (its session extension) leaves out rows whose key is NULL, gives up at computed columns,
/// forgets the defaults of columns that were added, and cannot bring back a key of which only the case has changed.
final class ChangeWatch {
  private unowned let connection: Connection
  private var records: [WeakRecord] = []
  /// Who notes the keys of written rows, while someone wants them.
  var writtenKeys: WrittenKeys?
  private var tables: [String: Result<RowReader?, any Error>] = [:]
  /// The schema for which they hold.
  private var schema = 0

  private struct WeakRecord {
    weak var record: ChangeRecord?
  }

  /// A row that is about to be written.
  struct Write {
    let operation: Int32
    let table: UnsafePointer<CChar>
    let oldNumber: Int64
    let newNumber: Int64
  }

  /// Nothing where SQLite was built without.
  init?(_ connection: Connection, _ handle: OpaquePointer) {
    self.connection = connection
    let context = Unmanaged.passUnretained(self).toOpaque()
    let isWatching = csqlite_watch(handle, context) { context, database, operation, schema, table, old, new in
      guard let context, let database, let schema, let table else { return }
      let watch = Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue()
      // A table of another database may stand before one of this that has the same name.
      guard strcmp(schema, "main") == 0 else { return watch.noteForeign(table) }
      // SQLite's own tables are its own business.
      guard strncmp(table, "sqlite_", 7) != 0 else { return }
      watch.note(Write(operation: operation, table: table, oldNumber: old, newNumber: new), database)
    }
    if !isWatching { return nil }
  }

  func tell(_ record: ChangeRecord) {
    records.removeAll { $0.record == nil }
    records.append(WeakRecord(record: record))
  }

  /// Ends the records, as the connection is closed.
  func end() {
    for record in records.compactMap(\.record) { record.end() }
    (records, tables) = ([], [:])
  }

  /// What reads rows of a table; nil for one without a key.
  func reader(of table: String) throws -> RowReader? {
    if schema != connection.schema { (tables, schema) = ([:], connection.schema) }
    if let known = tables[table] { return try known.get() }
    let found = Result { try WatchedTable.read(table, connection).map { try RowReader($0, connection) } }
    tables[table] = found
    return try found.get()
  }

  private func noteForeign(_ table: UnsafePointer<CChar>) { writtenKeys?.miss(String(cString: table)) }

  private func note(_ write: Write, _ database: OpaquePointer) {
    writtenKeys?.note(write, database) { try reader(of: $0)?.table.followedKey }
    let records = records.compactMap(\.record).filter(\.isListening)
    guard !records.isEmpty else { return }
    let name = String(cString: write.table)
    do {
      guard let reader = try reader(of: name) else { return }
      let (old, new) = try identities(write, reader.table, database)
      for identity in [old, new].compactMap(\.self) {
        let unknowing = records.filter { !$0.knows(identity, of: name) }
        if unknowing.isEmpty { continue }
        let row = identity == old ? try reader.row(identity) : nil
        for record in unknowing { record.keep(row, identity, of: reader.table) }
      }
    } catch {
      let reason = error as? Unremembered ?? .unread(name)
      for record in records { record.miss(reason) }
    }
  }

  /// Which row it is before and after the write.
  private func identities(
    _ write: Write, _ table: WatchedTable, _ database: OpaquePointer
  ) throws -> (old: RowIdentity?, new: RowIdentity?) {
    let (hasOld, hasNew) = (write.operation != SQLITE_INSERT, write.operation != SQLITE_DELETE)
    if table.rowNumber != nil {
      return (hasOld ? .number(write.oldNumber) : nil, hasNew ? .number(write.newNumber) : nil)
    }
    func key(isNew: Bool) throws -> RowIdentity {
      .key(
        RowBytes.of(
          try table.keys.map { place in
            var value: OpaquePointer?
            guard csqlite_written_value(database, isNew, Int32(place), &value) == SQLITE_OK else {
              throw Unremembered.unread(table.name)
            }
            return Value(value)
          }))
    }
    return (hasOld ? try key(isNew: false) : nil, hasNew ? try key(isNew: true) : nil)
  }
}

/// Reads single rows of a table.
final class RowReader {
  let table: WatchedTable
  private let statement: SQLiteStatement
  private let buffer: RowBuffer

  init(_ table: WatchedTable, _ connection: Connection) throws(StoreError) {
    self.table = table
    statement = try connection.prepare(table.selection)
    buffer = RowBuffer(columnCount: table.stored.count, rowCapacity: 1)
  }

  /// The row as bytes; nil where there is none.
  func row(_ identity: RowIdentity) throws(StoreError) -> [UInt8]? {
    defer {
      statement.reset()
      buffer.removeAll()
    }
    try statement.bind(identity.values)
    guard try statement.step(into: buffer) else { return nil }
    let values = (0..<table.stored.count).map { buffer.value(0, $0) }
    return table.isRow(values, identity) ? RowBytes.of(values) : nil
  }
}
