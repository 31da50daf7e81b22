import CConfinement
import CLimits
import CSQLite
import Encodings
import Platform
import Store

extension Connection {
  /// The error that a call just reported, to be asked at once: the next call overwrites SQLite's words.
  func failure(_ code: Int32, sql: String?) -> StoreError {
    guard let handle else {
      return StoreError(.closed, sql: sql, location: location)
    }
    let isLatest = sqlite3_extended_errcode(handle) == code
    let message = String(cString: isLatest ? sqlite3_errmsg(handle) : sqlite3_errstr(code))
    let offset = sqlite3_error_offset(handle)
    let systemError = sqlite3_system_errno(handle)
    let end = busyHandler.takeEnd()
    var error = StoreError(.other, reason: message, sql: sql, code: Int(code), location: location)
    if offset >= 0 { error.offset = Int(offset) }

    switch ResultCode.primary(code) {
    case SQLITE_BUSY where end == .interruption, SQLITE_INTERRUPT:
      error.kind = .interrupted
      if end == .interruption { error.waited = .zero }
    case SQLITE_BUSY, SQLITE_LOCKED:
      describeLock(code, end, &error)
    case SQLITE_READONLY:
      error.kind = .readOnly
      error.reason = Self.readOnlyReason(code)
    case SQLITE_FULL:
      error.kind = .diskFull
    case SQLITE_NOMEM,
      SQLITE_TOOBIG where climits_process_cap() != 0:
      error.reason = StoreError.memoryWords(limit: Int(climits_process_cap()))
    case SQLITE_IOERR:
      describeInputOutput(systemError, &error)
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH:
      if ResultCode.primary(code) == SQLITE_MISMATCH {
        error.reason = "a value of the wrong type: the key must be an integer"
      }
      let parser = ConstraintMessage(code: code, message: message) { self.hasColumn($1, in: $0) }
      error.kind = .constraint(parser.constraint)
    case SQLITE_ERROR:
      error.kind = Self.kind(ofMessage: message, offset: offset >= 0 ? Int(offset) : nil, sql: sql)
      if error.kind == .overflow { error.reason = "a number is larger than an integer can be" }
      if let reason = Self.tooMuch(message) { (error.kind, error.reason) = (.tooComplex, reason) }
      if let reason = Self.brokenSchema(message) { error.reason = reason }
    case SQLITE_CORRUPT:
      error.kind = .corrupt
      error.advice = "'PRAGMA integrity_check' says where"
    case SQLITE_CANTOPEN where isInSandbox:
      describeRefusal(&error)
    default:
      error.kind = Self.simpleKinds[ResultCode.primary(code)] ?? .other
    }
    return error
  }

  /// The kinds that follow from the code alone.
  private static let simpleKinds: [Int32: StoreError.Kind] = [
    SQLITE_CANTOPEN: .cannotOpen, SQLITE_PERM: .cannotOpen, SQLITE_NOTADB: .notADatabase,
    SQLITE_TOOBIG: .tooBig, SQLITE_RANGE: .misuse, SQLITE_MISUSE: .misuse,
  ]

  private func describeLock(_ code: Int32, _ end: BusyHandler.End?, _ error: inout StoreError) {
    error.kind = .locked
    if ResultCode.primary(code) == SQLITE_LOCKED {
      error.reason = "a statement of this program is still at work on the table"
    } else if code == ResultCode.busySnapshot {
      error.reason = "another process wrote since this transaction began to read; roll back and try again"
      error.isConflict = true
    } else {
      error.waited = end == .timeout ? busyHandler.timeout : .zero
    }
  }

  /// What is said of another file than the database, which ATTACH, VACUUM INTO and backups open.
  private func describeRefusal(_ error: inout StoreError) {
    guard let path = Self.takeRefusedPath() else {
      error.kind = .cannotOpen
      error.reason += ": the sandbox opens no other (--allow-read, --allow-write)"
      return
    }
    error.kind = .other
    error.reason = "cannot open \(path): \(StoreError.refusedBySandbox(in: path.parentDirectory))"
  }

  private static func takeRefusedPath() -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { path in
      guard let start = path.baseAddress, confinement_take_refusal(start, path.count) else { return nil }
      return String(cString: start)
    }
  }

  private func describeInputOutput(_ systemError: Int32, _ error: inout StoreError) {
    if systemError == ENOSPC || systemError == EFBIG || systemError == EDQUOT { error.kind = .diskFull }
    if systemError != 0 { error.reason += ": " + String(cString: strerror(systemError)) }
  }

  private static func readOnlyReason(_ code: Int32) -> String {
    switch code {
    case ResultCode.readOnlyMoved: "the file was moved or deleted while it was open"
    case ResultCode.readOnlyDirectory: "its directory is write-protected"
    case ResultCode.readOnlyRollback: "a crash left it half written; open it once for writing, which repairs it"
    // SQLite says the same for a file without permission and for a connection that was told not to write.
    default: "it was opened for reading only, or its file or directory is write-protected"
    }
  }

  /// What a message of `SQLITE_ERROR` is about; SQLite has no codes for these.
  static func kind(ofMessage message: String, offset: Int?, sql: String?) -> StoreError.Kind {
    // A view says which database it misses its table in.
    let table = suffix(of: message, after: "no such table: main.") ?? suffix(of: message, after: "no such table: ")
    if let table { return .noSuchTable(table) }
    if let column = suffix(of: message, after: "no such column: ") { return .noSuchColumn(column) }
    if let range = message.utf8Range(of: " has no column named "), message.hasPrefix("table ") {
      return .noSuchColumn(String(message[range.upperBound...]))
    }
    if message == "incomplete input" { return .incomplete(offset: offset ?? sql?.utf8.count) }
    // The table may stand in the next line: `SELECT *`.
    if message == "no tables specified" || message.hasSuffix("at end of input") { return .incomplete(offset: offset) }
    if message == "integer overflow" { return .overflow }
    // What a new column asks of the rows that are there.
    if message == "CHECK constraint failed" { return .constraint(StoreError.Constraint(rule: .check)) }
    if let offset { return .syntax(offset: offset) }
    let isSyntax = message.hasSuffix(": syntax error") || message.hasPrefix("unrecognized token: ")
    return isSyntax ? .syntax(offset: nil) : .other
  }

  /// What a statement has too much of, which SQLite says in words of its own parser.
  private static func tooMuch(_ message: String) -> String? {
    if message == "parser stack overflow" { return "the conditions are nested too deep for SQLite" }
    if message.hasPrefix("Expression tree is too large") { return "the conditions are too many for SQLite" }
    let others = ["too many SQL variables", "too many arguments on function", "too many columns in"]
    if others.contains(where: message.hasPrefix) || message.hasSuffix("tables in a join") { return message }
    return nil
  }

  /// What is wrong with tables and views of other programs, which SQLite says in a few words.
  private static func brokenSchema(_ message: String) -> String? {
    if let tables = suffix(of: message, after: "foreign key mismatch - ")?.split(separator: " referencing "),
      tables.count == 2
    {
      return "a foreign key of \(tables[0]) refers to columns of \(tables[1]) which no key and no unique index has:"
        + " no such row can be written"
    }
    if let view = suffix(of: message, after: "error in view "), let end = view.firstIndex(of: ":") {
      return
        "the view \(view[..<end]) is broken (\(view[view.index(end, offsetBy: 2)...])): drop it, or make what it reads,"
        + " since nothing can be renamed beside it"
    }
    return nil
  }

  private static func suffix(of message: String, after prefix: String) -> String? {
    guard message.hasPrefix(prefix) else { return nil }
    let name = message.dropFirst(prefix.count)
    // Later versions of SQLite add a hint to the name.
    return String(name.utf8Range(of: " - should this be").map { name[..<$0.lowerBound] } ?? name)
  }

  private func hasColumn(_ column: String, in table: String) -> Bool {
    sqlite3_table_column_metadata(handle, nil, table, column, nil, nil, nil, nil, nil) == SQLITE_OK
  }
}
