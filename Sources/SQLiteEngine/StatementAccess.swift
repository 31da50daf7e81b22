import CSQLite
import Platform

/// What a statement touches, as SQLite said when it was prepared: triggers and cascades are included.
struct StatementAccess: Equatable {
  var readTables: [String] = []
  var writtenTables: [String] = []
  /// Whether all that it touches is touched by itself, and not by a trigger or a view, and none of it is temporary or in
  /// an attached database.
  var isPlain = true
  /// Whether it creates, alters or drops something: other statements may then be out of date.
  var changesSchema = false
  /// Whether it begins a transaction, which may come to write.
  var isBeginning = false
  /// Whether it is a ROLLBACK, of a transaction or to a savepoint.
  var isRollback = false
}

/// Writes down the footprint of each statement while it is prepared, by way of SQLite's authorizer.
final class FootprintRecorder {
  private var footprint: StatementAccess?
  /// The names that were noted last: SQLite reports every column, mostly of the table before.
  private var lastRead: UnsafePointer<CChar>?
  private var lastWritten: UnsafePointer<CChar>?

  /// Listens to a connection, which must not outlive this object.
  func serve(_ database: OpaquePointer) {
    sqlite3_set_authorizer(
      database,
      { context, action, first, second, database, source in
        if let context {
          let recorder = Unmanaged<FootprintRecorder>.fromOpaque(context).takeUnretainedValue()
          recorder.note(action, first, second)
          recorder.note(database, source)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The footprint of what `prepare` prepares.
  func record<Result>(_ prepare: () -> Result) -> (Result, StatementAccess) {
    footprint = StatementAccess()
    lastRead = nil
    lastWritten = nil
    defer { footprint = nil }
    let result = prepare()
    return (result, footprint ?? StatementAccess())
  }

  private func note(_ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
    // There is no recorder when SQLite prepares a statement again by itself.
    guard footprint != nil else { return }
    switch action {
    case SQLITE_READ:
      if first != lastRead { add(first, to: \.readTables) }
      lastRead = first
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      if first != lastWritten { add(first, to: \.writtenTables) }
      lastWritten = first
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      guard let first else { return }
      if strcmp(first, "ROLLBACK") == 0 { footprint?.isRollback = true }
      if strcmp(first, "BEGIN") == 0 { footprint?.isBeginning = true }
    case SQLITE_ALTER_TABLE:
      footprint?.changesSchema = true
      add(second, to: \.writtenTables)
    case SQLITE_CREATE_INDEX...SQLITE_CREATE_VIEW, SQLITE_DROP_INDEX...SQLITE_DROP_VIEW, SQLITE_CREATE_VTABLE,
      SQLITE_DROP_VTABLE:
      footprint?.changesSchema = true
    default: break
    }
  }

  /// Notes in which database something is touched, and by which trigger or view.
  private func note(_ database: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?) {
    let isMain = database.map { strcmp($0, "main") == 0 } ?? true
    if source != nil || !isMain { footprint?.isPlain = false }
  }

  private func add(_ name: UnsafePointer<CChar>?, to list: WritableKeyPath<StatementAccess, [String]>) {
    guard let name else { return }
    let table = String(cString: name)
    // The database's own tables are its own business.
    if table.hasPrefix("sqlite_") || footprint?[keyPath: list].contains(table) == true { return }
    footprint?[keyPath: list].append(table)
  }
}
