import CConfinement
import CSQLite
import Platform
import Schema
import Store

/// How a database comes to be open: the flags, the switches, and a clear word where it does not work.
struct Opening {
  let path: String
  let options: SQLiteOptions

  private var isMemory: Bool { path == Location.fresh }

  private static let begin: Void = csqlite_begin()

  func open() throws(StoreError) -> Connection {
    Self.begin
    try checkPath()
    do throws(StoreError) {
      if let connection = try openFile() { return connection }
      return try openSnapshot()
    } catch {
      let isRefused = error.kind == .cannotOpen || error.kind == .readOnly
      guard isRefused, !isMemory, path.neverChanges else { throw explained(error) }
      return try openSnapshot()
    }
  }

  /// Opens the file in the usual way; nil where it can be read only as it is just now.
  private func openFile() throws(StoreError) -> Connection? {
    let connection = try connect(Self.plainName(of: path), vfs: isMissing ? csqlite_late_files() : nil)
    guard let handle = connection.handle, !isMemory else { return connection }
    connection.isEmptyFile = !options.isReadOnly && (path.fileSize ?? 0) == 0
    connection.identity = path.identity
    guard csqlite_is_wal(handle) else {
      try look(into: connection)
      return connection
    }
    // A WAL database needs two more files, which cannot be made where nothing may be written, or not be removed again.
    if !path.mayBeWritten, !path.hasLog {
      connection.close()
      return nil
    }
    let index = path + "-shm"
    let hadIndex = index.fileKind != nil
    try look(into: connection)
    connection.useWAL()
    if options.isReadOnly {
      connection.tidiesLog = true
      if !hadIndex { connection.madeIndex = index.identity }
    }
    return connection
  }

  /// Opens a file without locks and without its log, which is empty.
  private func openSnapshot() throws(StoreError) -> Connection {
    let connection = try connect(immutableName, flags: SQLITE_OPEN_URI | SQLITE_OPEN_READONLY)
    connection.snapshot = path.facts
    try look(into: connection)
    return connection
  }

  /// Reads something, since SQLite opens lazily: only that tells whether this is a database.
  ///
  /// It also finishes what a crash has left undone.
  private func look(into connection: Connection) throws(StoreError) {
    try connection.beginReading()?.release()
  }

  private var isMissing: Bool { !isMemory && path.fileKind == nil }

  private func connect(
    _ file: String, flags: Int32 = 0, vfs: UnsafePointer<CChar>? = nil
  ) throws(StoreError) -> Connection {
    let access = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(file, &handle, SQLITE_OPEN_NOMUTEX | (flags == 0 ? access : flags), vfs)
    guard let handle else {
      throw StoreError(.outOfMemory, code: Int(code), location: path)
    }
    let busyHandler = BusyHandler(options)
    let connection = Connection(handle: handle, location: path, busyHandler: busyHandler)
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
    configure(handle, connection)
    return connection
  }

  private func configure(_ handle: OpaquePointer, _ connection: Connection) {
    sqlite3_extended_result_codes(handle, 1)
    // The schema of a file may call what is built in: JSON in a CHECK, FTS in a trigger. It reaches nothing of ours, whose
    // functions are `DIRECTONLY` or have no effect.
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    ]
    for (option, value) in switches { csqlite_configure(handle, option, value) }
    csqlite_limit_values(handle)
    csqlite_add_functions(handle)
    TextFunctions.serve(handle)
    connection.busyHandler.servePatterns(handle)
    DocumentFunctions.serve(handle)
    PartFunctions.serve(handle)
    DecimalFunctions.serve(handle)
    NumberFunctions.serve(handle)
    // What does not fit the memory has no file to go to.
    if confinement_is_inside() { sqlite3_exec(handle, "PRAGMA temp_store = MEMORY", nil, nil, nil) }
  }

  // MARK: Names

  private func checkPath() throws(StoreError) {
    if path.isEmpty { throw refusal(.pathIsEmpty) }
    if path.utf8.contains(0) { throw refusal(.pathHasZero) }
    if isMemory { return }
    if confinement_hides(path) {
      throw refusal(hidden)
    }
    switch path.fileKind {
    case .none:
      if options.isReadOnly { throw refusal(.noSuchFile) }
      // The file is made later: that it cannot be is better known now.
      if let reason { throw refusal(reason) }
    case .some(S_IFREG): break
    case .some(S_IFDIR): throw refusal(.isDirectory)
    case .some: throw refusal(.isNoFile)
    }
  }

  /// The path, kept from being read as an URI, which Debian's SQLite does wherever it begins with `file:`.
  static func plainName(of path: String) -> String { path.hasPrefix("file:") ? "./" + path : path }

  /// The path as an URI that says: this file does not change.
  private var immutableName: String {
    let digits = Array("0123456789abcdef")
    let escaped = path.utf8.map { byte in
      let isPlain = Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
      return byte < 128 && isPlain || "/._-".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
    return "file:" + escaped.joined() + "?immutable=1"
  }

  // MARK: Why not

  private func refusal(_ refusal: StoreRefusal) -> StoreError {
    StoreError(refusal, code: Int(SQLITE_CANTOPEN), location: path)
  }

  private func refusal(_ reason: String) -> StoreError {
    StoreError(.cannotOpen, reason: reason, code: Int(SQLITE_CANTOPEN), location: path)
  }

  /// The error with the cause that the file system knows: SQLite says "unable to open database file" for all.
  private func explained(_ error: StoreError) -> StoreError {
    var error = error
    // The statement that was tried is the engine's own: it would tell nothing.
    error.sql = nil
    guard error.kind == .cannotOpen || error.kind == .readOnly, !isMemory else { return error }
    error.kind = .cannotOpen
    error.reason = reason ?? error.reason
    return error
  }

  private var hidden: String { StoreError.refusedBySandbox(in: path.parentDirectory) }

  private var reason: String? {
    let directory = path.parentDirectory
    if directory.fileKind == nil { return "no such directory: \(directory)" }
    if path.fileKind == nil {
      if confinement_access(directory, W_OK) == 0 { return nil }
      return "no file can be made in its directory: \(Self.systemWords)"
    }
    if confinement_access(path, R_OK) != 0 { return Self.systemWords }
    if confinement_access(directory, W_OK) != 0 {
      return "it is in WAL mode, which needs a directory that may be written; copy it to one"
    }
    return nil
  }

  private static var systemWords: String { String(cString: strerror(errno)).lowercased() }
}

extension StoreError {
  /// What is said of a database that the sandbox does not open: it has files beside it, so that its folder is what counts.
  static func refusedBySandbox(in folder: String) -> String {
    "the sandbox does not open it (--allow-read and --allow-write \(folder))"
  }
}
