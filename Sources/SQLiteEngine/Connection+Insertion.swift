import CSQLite
import Query
import Store

/// INSERTs of rows that were tested before, without the CHECKs that would test them again.
extension Connection {
  /// A new statement that inserts rows which keep the CHECKs of `definition`.
  ///
  /// SQLite compiles CHECKs into a statement or leaves them out, as `ignore_check_constraints` stands when it is prepared.
  /// When the schema changes it prepares the statement again, with its CHECKs: none that is new is ever missed.
  func prepareInsertion(
    _ text: String, ofRowsThatKeep definition: String
  ) throws(StoreError) -> SQLiteStatement {
    // Who has set it by hand keeps it; without an answer nothing is tried.
    guard ignoresChecks == false else { return try preparePrivate(text) }
    let bare = try withoutChecks { () throws(StoreError) in try preparePrivate(text) }
    // Only now: were the table read first, it could be another one by the time that the statement is prepared.
    guard try isFree(bare, under: definition) else { return try preparePrivate(text) }
    bare.onlyStores = true
    return bare
  }

  private func preparePrivate(_ text: String) throws(StoreError) -> SQLiteStatement {
    let statement = try prepare(text)
    statement.isPrivate = true
    return statement
  }

  /// Whether CHECKs are left out of what is prepared; nil where SQLite does not say.
  private var ignoresChecks: Bool? {
    guard case .integer(let flag)?? = try? rows("PRAGMA ignore_check_constraints").first?.first else { return nil }
    return flag != 0
  }

  private func withoutChecks(
    _ prepare: () throws(StoreError) -> SQLiteStatement
  ) throws(StoreError) -> SQLiteStatement {
    // An interruption must not come between: the flag goes back in any case.
    busyHandler.isUninterruptible = true
    setIgnoring("ON")
    let result: Result<SQLiteStatement, StoreError>
    do throws(StoreError) { result = .success(try prepare()) } catch { result = .failure(error) }
    setIgnoring("OFF")
    busyHandler.isUninterruptible = false
    if ignoresChecks != false { try run("PRAGMA ignore_check_constraints = OFF") }
    return try result.get()
  }

  /// Sets the flag, which happens while the PRAGMA is prepared.
  ///
  /// To run it, too, would make every other statement out of date.
  private func setIgnoring(_ value: String) {
    guard let handle, case .success(let statement) = compile("PRAGMA ignore_check_constraints = \(value)", handle)
    else { return }
    sqlite3_finalize(statement)
  }

  /// Whether the table demands nothing of rows that keep `definition`.
  ///
  /// What a trigger writes was not tested, and a temporary table of the name may demand anything.
  private func isFree(_ statement: SQLiteStatement, under definition: String) throws(StoreError) -> Bool {
    let footprint = statement.footprint
    guard footprint.isPlain, footprint.writtenTables.count == 1, let wanted = TableText(definition) else {
      return false
    }
    guard let sql = try self.definition(of: footprint.writtenTables[0]), let present = TableText(sql) else {
      return false
    }
    return present.demandsNoMore(than: wanted)
  }
}
