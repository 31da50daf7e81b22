import CSQLite
import Query
import Schema
import Store

/// A prepared statement of SQLite.
///
/// It is `ready`, then `running` while it has a row, then `finished` until it is reset. At the end of the rows SQLite's
/// side is reset at once, so that a finished reader never keeps a lock or an old snapshot.
package final class SQLiteStatement: Statement {
  enum State {
    case ready, running, finished
  }

  /// Dangling once the connection is closed: every use begins with `usable()`.
  let handle: OpaquePointer
  let text: String
  private(set) var footprint: StatementAccess
  /// How often SQLite had prepared it anew when that was found out, and how often the connection had changed the schema.
  private var preparations: Int32 = 0
  /// How often that was when it last ran to its end.
  var finishedPreparations: Int32 = 0
  private let schemaChanges: Int
  /// Those of the schemas when it began to run, where it is one that may change them.
  var versionsBefore: [Int64]?
  let connection: Connection
  var state = State.ready
  /// False while it is not in use and waits in the cache.
  var isLeased = true
  /// Whether it belongs to one caller alone: it never comes into the cache.
  var isPrivate = false
  /// Whether nothing in it looks into the values that are bound: it stores them.
  var onlyStores = false
  /// Whether the cache holds it.
  var isKept = false
  var lastUse = 0
  private var names: (version: Int32, names: [String])?
  private(set) lazy var live = LiveRow(self)

  init(_ handle: OpaquePointer, text: String, footprint: StatementAccess, connection: Connection) {
    self.handle = handle
    self.text = text
    self.footprint = footprint
    self.connection = connection
    schemaChanges = connection.schemaChanges
  }

  deinit {
    connection.letGo(handle)
  }

  package var liveRow: UnsafeMutablePointer<RowBuffer.Header> { live.header }
  package var changesSchema: Bool { footprint.changesSchema }
  package var readTables: [String] {
    keepUp()
    return footprint.readTables
  }
  package var writtenTables: [String] {
    keepUp()
    return footprint.writtenTables
  }

  /// Finds out anew what it touches when SQLite has prepared it again: there may be a trigger now.
  private func keepUp() {
    guard connection.handle != nil else { return }
    let now = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if now == preparations { return }
    preparations = now
    if let footprint = connection.footprint(of: text) { self.footprint = footprint }
  }

  package var columnOrigins: [ColumnOrigin?] {
    guard connection.handle != nil else { return [] }
    return (0..<sqlite3_column_count(handle)).map { column in
      guard let table = csqlite_origin_table(handle, column), let name = csqlite_origin_column(handle, column) else {
        return nil
      }
      return ColumnOrigin(table: String(cString: table), column: String(cString: name))
    }
  }

  package var columnNames: [String] {
    guard connection.handle != nil else { return [] }
    // SQLite prepares a statement again by itself when the schema changed, and `SELECT *` then has other columns.
    let version = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if let names, names.version == version { return names.names }
    let current = (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
    names = (version, current)
    return current
  }

  package var parameterCount: Int {
    connection.handle == nil ? 0 : Int(sqlite3_bind_parameter_count(handle))
  }

  package func parameterName(_ position: Int) -> String? {
    guard connection.handle != nil, position > 0, let position = Int32(exactly: position),
      let name = sqlite3_bind_parameter_name(handle, position)
    else { return nil }
    // The prefix is one character: `:`, `@`, `$` or, for a numbered one, `?`, which is no name.
    return name[0] == CChar(UInt8(ascii: "?")) ? nil : String(cString: name + 1)
  }

  package var isCurrent: Bool {
    connection.handle != nil && schemaChanges == connection.schemaChanges
      && sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) == 0
  }

  package var isReadOnly: Bool {
    connection.handle == nil || sqlite3_stmt_readonly(handle) != 0
  }

  package func reset() {
    state = .ready
    guard connection.handle != nil else { return }
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  package func release() {
    guard isLeased else { return }
    reset()
    isLeased = false
    if !isKept, !isPrivate { connection.cache.swap(self) }
  }

  // MARK: Errors

  /// Throws when the connection is closed or the statement was given back.
  @inline(__always)
  func checkUsable() throws(StoreError) {
    if connection.handle == nil || !isLeased { throw unusable() }
  }

  /// Whether the connection is open and the statement is leased.
  var isUsable: Bool { connection.handle != nil && isLeased }

  private func unusable() -> StoreError {
    if connection.handle == nil { return connection.failure(SQLITE_MISUSE, sql: text) }
    return misuse(.statementGivenBack)
  }

  func misuse(_ refusal: StoreRefusal) -> StoreError {
    StoreError(refusal, sql: text, code: Int(SQLITE_MISUSE), location: connection.location)
  }

  /// The error that a call on this statement reported; the statement is reset.
  func failure(_ code: Int32) -> StoreError {
    let error = connection.failure(code, sql: text)
    if connection.handle != nil { sqlite3_reset(handle) }
    state = .finished
    return error
  }
}
