import CConfinement
import CSQLite
import Store

/// The journal of a database file, and the files beside it.
extension Connection {
  /// Makes a new database one in WAL mode, before the transaction in which it is first written.
  ///
  /// A database that another program made keeps its mode.
  func beginFile() {
    guard let handle, sqlite3_get_autocommit(handle) != 0 else { return }
    isEmptyFile = false
    guard firstInteger("PRAGMA page_count") == 0 else { return }
    // A program that has the database open now keeps us from switching: not worth a wait.
    sqlite3_busy_handler(handle, nil, nil)
    defer { busyHandler.serve(handle) }
    if firstText("PRAGMA journal_mode = WAL") == "wal" { useWAL() }
  }

  /// Under WAL this loses no committed data when the program ends badly, only (perhaps) when the power fails.
  func useWAL() {
    try? run("PRAGMA synchronous = NORMAL")
  }

  /// Removes the log and its index where nothing is in the log and no other program has them open.
  ///
  /// SQLite does so when the last connection that may write is closed.
  func tidyLog() {
    guard (location + "-wal").fileSize == 0 else { return removeIndexOfLog() }
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let name = Opening.plainName(of: location)
    guard sqlite3_open_v2(name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else { return }
    sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
  }

  /// Removes the index of a log that another program left with something in it, where reading it has made that index.
  ///
  /// The log stays: to write what it holds into the database is not for those who only read. As SQLite itself does when
  /// it removes the two, this waits for nobody and goes by the lock of the database, which each that has it open
  /// shares.
  private func removeIndexOfLog() {
    let index = location + "-shm"
    guard madeIndex != nil, madeIndex == index.identity else { return }
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let name = Opening.plainName(of: location)
    guard sqlite3_open_v2(name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      csqlite_lock_alone(handle)
    else { return }
    defer { csqlite_unlock(handle) }
    if madeIndex == index.identity { _ = confinement_unlink(index) }
  }

  /// Refuses to go on with a file that was removed, or that another one has taken the place of: what is written into it is
  /// lost when it is closed.
  func checkFile() throws(StoreError) {
    looksForFile = false
    if location == Location.fresh { return }
    let found = location.identity
    guard let identity else {
      // A file that was just made.
      if !isEmptyFile { self.identity = found }
      return
    }
    if found == nil { throw StoreError(.fileIsGone, location: location) }
    if found != identity { throw StoreError(.fileIsAnother, location: location) }
  }

  /// Refuses to go on reading a file without locks when it has been written to.
  func checkSnapshot() throws(StoreError) {
    guard let snapshot, snapshot != location.facts else { return }
    throw StoreError(.writtenMeanwhile, location: location)
  }
}
