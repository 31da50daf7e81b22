import CSQLite
import Glibc
import Schema
import Store

/// How a database comes to be open: the flags, the switches, and a clear word where it does not work.
struct Opening {
  let path: String
  let options: SQLiteOptions

  private var isMemory: Bool { path == ":memory:" }

  private static let begin: Void = csqlite_begin()

  func open() throws(StoreError) -> Connection {
    Self.begin
    try checkPath()
    do throws(StoreError) {
      return try open(file: plainName, flags: 0)
    } catch {
      // A WAL database needs its index file, which cannot be made where nothing may be written.
      let isRefused = error.kind == .cannotOpen || error.kind == .readOnly
      guard isRefused, !isMemory, path.neverChanges else { throw explained(error) }
      return try open(file: immutableName, flags: SQLITE_OPEN_URI)
    }
  }

  private func open(file: String, flags: Int32) throws(StoreError) -> Connection {
    let access = options.isReadOnly || flags != 0 ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(file, &handle, access | SQLITE_OPEN_NOMUTEX | flags, nil)
    guard let handle else {
      throw StoreError(.cannotOpen, reason: "out of memory", code: Int(code), location: path)
    }
    let patience = Patience(options)
    let connection = Connection(handle: handle, location: path, patience: patience)
    if code != SQLITE_OK { throw connection.failure(code, sql: nil) }
    configure(handle, connection)
    // SQLite opens lazily: only reading tells whether this is a database.
    try connection.run("SELECT 1 FROM sqlite_schema LIMIT 1")
    if sqlite3_db_readonly(handle, "main") == 0, !isMemory { useWAL(connection, handle) }
    return connection
  }

  private func configure(_ handle: OpaquePointer, _ connection: Connection) {
    sqlite3_extended_result_codes(handle, 1)
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    ]
    for (option, value) in switches { csqlite_configure(handle, option, value) }
    csqlite_add_functions(handle)
    TextFunctions.serve(handle)
    connection.patience.servePatterns(handle)
    DocumentFunctions.serve(handle)
    DecimalFunctions.serve(handle)
  }

  /// Switches to WAL where that is possible at once; a database works without it too.
  private func useWAL(_ connection: Connection, _ handle: OpaquePointer) {
    if connection.firstText("PRAGMA journal_mode") != "wal" {
      // Whoever has the database open now keeps us from switching: not worth a wait.
      sqlite3_busy_handler(handle, nil, nil)
      defer { connection.patience.serve(handle) }
      if connection.firstText("PRAGMA journal_mode = WAL") != "wal" { return }
    }
    // Under WAL this loses no committed data when the program ends badly, only (perhaps) when the power fails.
    try? connection.run("PRAGMA synchronous = NORMAL")
  }

  // MARK: Names

  private func checkPath() throws(StoreError) {
    if path.isEmpty { throw refusal("its path is empty (':memory:' is a database in memory)") }
    if path.utf8.contains(0) { throw refusal("its path contains a NUL character") }
    if isMemory { return }
    switch path.fileKind {
    case .none:
      if options.isReadOnly { throw refusal("no such file") }
    case .some(S_IFREG): break
    case .some(S_IFDIR): throw refusal("it is a directory")
    case .some: throw refusal("it is not a regular file")
    }
  }

  /// The path, kept from being read as an URI, which Debian's SQLite does wherever it begins with `file:`.
  private var plainName: String { path.hasPrefix("file:") ? "./" + path : path }

  /// The path as an URI that says: nobody changes this file.
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

  private func refusal(_ reason: String) -> StoreError {
    StoreError(.cannotOpen, reason: reason, code: Int(SQLITE_CANTOPEN), location: path)
  }

  /// The error with the cause that the file system knows: SQLite says "unable to open database file" for all.
  private func explained(_ error: StoreError) -> StoreError {
    var error = error
    // The statement that was tried is the engine's own: it tells nobody anything.
    error.sql = nil
    guard error.kind == .cannotOpen || error.kind == .readOnly, !isMemory else { return error }
    error.kind = .cannotOpen
    error.reason = reason ?? error.reason
    return error
  }

  private var reason: String? {
    let directory = path.parentDirectory
    if directory.fileKind == nil { return "no such directory: \(directory)" }
    if path.fileKind == nil {
      return access(directory, W_OK) == 0 ? nil : "no file can be made in its directory: \(Self.systemWords)"
    }
    if access(path, R_OK) != 0 { return Self.systemWords }
    if access(directory, W_OK) != 0 {
      return "it is in WAL mode, which needs a directory that may be written; copy it to one"
    }
    return nil
  }

  private static var systemWords: String { String(cString: strerror(errno)).lowercased() }
}
