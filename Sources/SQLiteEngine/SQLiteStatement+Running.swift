import CLimits
import CSQLite
import Schema
import Store

extension SQLiteStatement {
  package func step(into buffer: RowBuffer) throws(StoreError) -> Bool {
    guard try advance() else { return false }
    try checkWidth(of: buffer)
    if !appendRow(to: buffer) { throw failure(SQLITE_NOMEM) }
    return true
  }

  package func keepRow(in buffer: RowBuffer) throws(StoreError) {
    try checkUsable()
    try checkWidth(of: buffer)
    if !appendRow(to: buffer) { throw failure(SQLITE_NOMEM) }
  }

  package func stepAll(into buffer: RowBuffer) throws(StoreError) {
    restart()
    guard try step(into: buffer) else { return }
    var code = sqlite3_step(handle)
    while code == SQLITE_ROW {
      if !appendRow(to: buffer) { throw failure(SQLITE_NOMEM) }
      code = sqlite3_step(handle)
    }
    try finish(code)
  }

  package func run() throws(StoreError) -> Int {
    restart()
    let database = try connection.open()
    let before = sqlite3_total_changes64(database)
    while try advance() {}
    // What is no INSERT, UPDATE or DELETE leaves the number of the one before it.
    return sqlite3_total_changes64(database) == before ? 0 : Int(sqlite3_changes64(database))
  }

  package func runMany(
    _ rows: RowBuffer, from start: Int, done: (Int, Int64) -> Void
  ) throws(StoreError) {
    try beginBinding(rows.columnCount)
    try begin()
    state = .ready
    let database = try connection.open()
    let isTerminated = rows.terminatesTexts && !onlyStores
    // One row is written in no time: the user is asked between two of them.
    let isShort = footprint.writtenTables.count <= 1
    let writesEach = text.hasPrefix("INSERT ") && !text.holds("ON CONFLICT")
    connection.busyHandler.letsStatementsEnd = isShort
    defer { connection.busyHandler.letsStatementsEnd = false }
    for index in start..<rows.count {
      if isShort, (index - start) % 64 == 63, connection.busyHandler.mustStop { throw failure(SQLITE_INTERRUPT) }
      let bound =
        isTerminated
        ? bindTerminated(rows[index], count: rows.columnCount) : bindBorrowed(rows[index], count: rows.columnCount)
      if bound != SQLITE_OK { throw failure(bound) }
      var code = sqlite3_step(handle)
      while code == SQLITE_ROW { code = sqlite3_step(handle) }
      if code != SQLITE_DONE { throw failure(code) }
      // The key of the last row would be another's.
      if writesEach, sqlite3_changes64(database) == 0 { throw leftOut() }
      sqlite3_reset(handle)
      done(index, sqlite3_last_insert_rowid(database))
      // `done` is foreign code, which may have closed the database.
      try checkUsable()
    }
    sqlite3_clear_bindings(handle)
    connection.noteRun(of: footprint, versions: versionsBefore)
  }

  /// The error for a row that the database took and did not write.
  private func leftOut() -> StoreError {
    sqlite3_reset(handle)
    return StoreError(
      .leftOut(table: footprint.writtenTables.first), sql: text, code: Int(SQLITE_CONSTRAINT),
      location: connection.location)
  }

  private func begin() throws(StoreError) {
    state = .running
    if beginsWriting { try connection.checkFile() }
    if connection.isEmptyFile, !isReadOnly || footprint.isBeginning { connection.beginFile() }
    if footprint.changesSchema { versionsBefore = connection.schemaVersions }
  }

  /// Whether it begins a transaction that writes, or is one.
  private var beginsWriting: Bool {
    guard !isReadOnly || footprint.isBeginning, let handle = connection.handle else { return false }
    return sqlite3_get_autocommit(handle) != 0
  }

  /// Runs a finished statement from the start again.
  private func restart() {
    if state == .finished { state = .ready }
  }

  /// Runs to the next row; false at the end, and from then on until it is reset.
  package func advance() throws(StoreError) -> Bool {
    try checkUsable()
    if state != .running {
      if state == .finished { return false }
      try begin()
    }
    connection.busyHandler.isUninterruptible = footprint.isRollback
    let code = sqlite3_step(handle)
    connection.busyHandler.isUninterruptible = false
    if code == SQLITE_ROW { return true }
    try finish(code)
    return false
  }

  private func finish(_ code: Int32) throws(StoreError) {
    if code != SQLITE_DONE { throw failure(code) }
    sqlite3_reset(handle)
    state = .finished
    connection.noteRun(of: footprint, versions: versionsBefore)
    // SQLite prepares a statement anew when another program has changed the schema.
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    guard preparations != finishedPreparations else { return }
    finishedPreparations = preparations
    connection.looksForSchema = true
  }

  private func checkWidth(of buffer: RowBuffer) throws(StoreError) {
    let width = Int(sqlite3_column_count(handle))
    if width == buffer.columnCount { return }
    sqlite3_reset(handle)
    state = .finished
    throw misuse(.otherWidth(columns: width, expected: buffer.columnCount))
  }

  /// Appends the current row; false when there is no memory for it.
  ///
  /// The values are read as `sqlite3_value`, which costs one check of the column's number each instead of two or three.
  /// (That is safe as the connection is opened without a mutex and used from one thread.)
  @inline(__always)
  private func appendRow(to buffer: RowBuffer) -> Bool {
    if climits_is_full(), !climits_make_room(0) { return false }
    guard buffer.hasRoomForRow else { return false }
    let cells = buffer.beginRow()
    for column in 0..<buffer.columnCount {
      let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: cells[column] = Cell(sqlite3_value_int64(value))
      case SQLITE_FLOAT: cells[column] = Cell(sqlite3_value_double(value))
      case SQLITE_TEXT:
        guard let bytes = sqlite3_value_text(value) else {
          buffer.rewind()
          return false
        }
        let count = Int(sqlite3_value_bytes(value))
        guard buffer.hasRoom(for: count) else {
          buffer.rewind()
          return false
        }
        cells[column] = buffer.store(.text, UnsafeRawBufferPointer(start: bytes, count: count))
      case SQLITE_BLOB:
        // No bytes is a null pointer here.
        let bytes = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        guard buffer.hasRoom(for: count) else {
          buffer.rewind()
          return false
        }
        cells[column] = buffer.store(.data, UnsafeRawBufferPointer(start: bytes, count: count))
      default: cells[column] = .null
      }
    }
    buffer.endRow()
    return true
  }
}
