import CSQLite
import Store

/// An open database with its handlers and its cached statements; everything of SQLite's that must be given back.
final class Connection {
  /// Nil once the connection is closed.
  private(set) var handle: OpaquePointer?
  /// Whether the statements still live, for C code that reads their rows.
  let isOpen: UnsafeMutablePointer<Bool>
  let location: String
  let busyHandler: BusyHandler
  private let recorder = FootprintRecorder()
  var cache = StatementCache(capacity: 256)
  /// All statements that live, idle or leased. (SQLite's own list holds those of full-text tables too: not ours.)
  private var statements: Set<OpaquePointer> = []
  /// How often a statement of this connection has changed the schema, a rollback of such counted.
  private(set) var schemaChanges = 0
  /// Which schema there is, as a number of its own: after a rollback that of before.
  var schema = 0
  /// Whether the open transaction changed the schema, so that its rollback changes it again.
  private var transactionChangedSchema = false
  /// Whether triggers or views of the schema have texts in double quotes.
  private var takesQuotedTexts = false

  /// Whether texts are stored in UTF-16; nil as long as there is no table, when that may still change.
  private var knownWideness: Bool?

  /// Whether the file is empty or not there, as far as is known: what is first written makes a new database.
  var isEmptyFile = false
  /// The file as it was when it was opened, where it is read without locks.
  var snapshot: FileFacts?
  /// The file that was opened; nil while that is not known, and in memory.
  var identity: FileIdentity?
  /// Whether the file is looked for before the next statement.
  var looksForFile = false
  /// Whether the schema may have been changed by another program.
  var looksForSchema = false
  /// The numbers of the schemas when they were looked at last.
  private var knownVersions: [Int64]?
  /// Whether the files of WAL, which a connection that only reads leaves behind, are removed after closing.
  var tidiesLog = false
  /// The index of a log that was made by opening the database to read it.
  var madeIndex: FileIdentity?

  /// What sees the writes, from the first record of them on.
  private(set) var changeWatch: ChangeWatch?

  /// What sees the writes from now on; nothing where SQLite was built without.
  ///
  /// It stays: `DELETE FROM t` empties a table without a look at its rows if nobody saw the writes when it was prepared,
  /// which may be before the record for which it runs. What is prepared already is prepared again, which a new authorizer
  /// brings about.
  func watchingChanges() -> ChangeWatch? {
    guard changeWatch == nil, let handle else { return changeWatch }
    changeWatch = ChangeWatch(self, handle)
    recorder.serve(handle)
    return changeWatch
  }

  /// Takes over an open handle.
  init(handle: OpaquePointer, location: String, busyHandler: BusyHandler) {
    self.handle = handle
    self.location = location
    self.busyHandler = busyHandler
    isOpen = .allocate(capacity: 1)
    isOpen.initialize(to: true)
    busyHandler.serve(handle)
    recorder.serve(handle)
  }

  deinit {
    close()
    isOpen.deallocate()
  }

  /// The handle, or an error of kind `.closed`.
  func open() throws(StoreError) -> OpaquePointer {
    guard let handle else {
      throw StoreError(.closed, location: location)
    }
    return handle
  }

  /// Gives everything back; statements that are still leased answer `.closed` from now on.
  func close() {
    guard let handle else { return }
    cache.removeAll()
    changeWatch?.end()
    // From here on the leased statements leave their handles alone.
    self.handle = nil
    isOpen.pointee = false
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
    if tidiesLog { tidyLog() }
  }

  /// Finalizes a statement that is not held any more.
  func letGo(_ statement: OpaquePointer) {
    guard handle != nil else { return }
    statements.remove(statement)
    sqlite3_finalize(statement)
  }

  /// Lets the cached statements go when one that just ran made them out of date.
  ///
  /// SQLite would prepare them again by itself, but only after the caller has asked for the number of their columns.
  ///
  /// - Parameter versions: those of the schemas before it ran, where it is one that may change them.
  func noteRun(of footprint: StatementAccess, versions: [Int64]?) {
    // What an earlier transaction changed is no part of this one.
    if footprint.isBeginning { transactionChangedSchema = false }
    guard footprint.changesSchema || footprint.isRollback else { return }
    // `IF NOT EXISTS` may have found that there is nothing to do.
    let hasChanged = footprint.changesSchema && (versions == nil || versions != schemaVersions)
    if hasChanged || footprint.isRollback && transactionChangedSchema { takeNewSchema() }
    if hasChanged { transactionChangedSchema = true }
    if let handle, sqlite3_get_autocommit(handle) != 0 { transactionChangedSchema = false }
  }

  /// Lets what was known of the schema go.
  private func takeNewSchema() {
    cache.removeAll()
    knownWideness = nil
    schemaChanges += 1
    schema = schemaChanges
    knownVersions = schemaVersions
  }

  /// Looks whether another program has changed the schema since this was asked last.
  ///
  /// Within a transaction none can.
  func noticeSchemaOfOthers() {
    guard let handle, sqlite3_get_autocommit(handle) != 0, location != Location.fresh else { return }
    looksForSchema = false
    guard let versions = schemaVersions else { return }
    if knownVersions.map({ $0 != versions }) ?? false { takeNewSchema() } else { knownVersions = versions }
  }

  /// Whether texts are stored in UTF-16.
  var hasWideTexts: Bool {
    if let knownWideness { return knownWideness }
    let isWide = firstText("PRAGMA main.encoding").map { $0 != "UTF-8" }
    if let isWide, firstInteger("PRAGMA main.schema_version") ?? 0 > 0 { knownWideness = isWide }
    return isWide ?? false
  }

  // MARK: Preparing

  /// An idle statement of this text, or a new one, which is kept for later.
  func lease(_ text: String) throws(StoreError) -> SQLiteStatement {
    _ = try open()
    if snapshot != nil { try checkSnapshot() }
    if looksForFile { try checkFile() }
    if let statement = cache.idle(text) {
      statement.isLeased = true
      cache.note(statement)
      return statement
    }
    let statement = try prepare(text)
    cache.keep(statement)
    return statement
  }

  /// A new statement of this text.
  func prepare(_ text: String) throws(StoreError) -> SQLiteStatement {
    let handle = try open()
    guard text.utf8.count < Int(Int32.max) else {
      throw StoreError(.statementTooLong, location: location)
    }
    let (prepared, footprint) = recorder.record { compile(text, handle) }
    let statement = try prepared.get()
    statements.insert(statement)
    return SQLiteStatement(statement, text: text, footprint: footprint, connection: self)
  }

  /// What a statement of this text touches as the schema is now; nil where it no longer compiles.
  func footprint(of text: String) -> StatementAccess? {
    guard let handle else { return nil }
    let (prepared, footprint) = recorder.record { compile(text, handle) }
    guard case .success(let statement) = prepared else { return nil }
    sqlite3_finalize(statement)
    return footprint
  }

  func compile(_ text: String, _ handle: OpaquePointer) -> Result<OpaquePointer, StoreError> {
    var copy = text
    return copy.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { bytes in
        // SQLite stops at a NUL, and the rest would be dropped silently.
        if bytes.contains(0) { return misuse(.statementHasZero, text) }
        var statement: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, bytes.baseAddress, Int32(bytes.count), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
        guard code == SQLITE_OK else { return failed(code, text, handle) }
        guard let statement else { return misuse(.noStatement, text) }
        if let start = bytes.baseAddress, let tail, !isBlank(bytes[(tail - start)...], handle) {
          sqlite3_finalize(statement)
          return misuse(.severalStatements, text)
        }
        return .success(statement)
      }
    }
  }

  /// The error of a statement that could not be prepared; or the statement after all, where a trigger or a view that it
  /// runs has texts in double quotes.
  ///
  /// Other programs may write texts so, and SQLite itself does not mind. From then on this database may be read so: a
  /// statement that was prepared is prepared again when the switch is set back.
  private func failed(_ code: Int32, _ text: String, _ handle: OpaquePointer) -> Result<OpaquePointer, StoreError> {
    let error = failure(code, sql: text)
    guard !takesQuotedTexts, case .noSuchColumn(let name) = error.kind, text.utf8Range(of: "\"\(name)\"") == nil
    else { return .failure(error) }
    takesQuotedTexts = true
    csqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 1)
    let result = compile(text, handle)
    guard case .failure = result else { return result }
    csqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    takesQuotedTexts = false
    return .failure(error)
  }

  /// Whether nothing but blanks, comments and semicolons is left: SQLite itself says so.
  private func isBlank(_ rest: Slice<UnsafeBufferPointer<CChar>>, _ handle: OpaquePointer) -> Bool {
    var bytes = UnsafeBufferPointer(rebasing: rest)
    while let start = bytes.baseAddress, !bytes.isEmpty {
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, start, Int32(bytes.count), 0, &statement, &tail)
      sqlite3_finalize(statement)
      guard code == SQLITE_OK, statement == nil, let tail, tail > start else { return false }
      bytes = UnsafeBufferPointer(rebasing: bytes[(tail - start)...])
    }
    return true
  }

  private func misuse(_ refusal: StoreRefusal, _ text: String) -> Result<OpaquePointer, StoreError> {
    .failure(StoreError(refusal, sql: text, code: Int(SQLITE_MISUSE), location: location))
  }
}
