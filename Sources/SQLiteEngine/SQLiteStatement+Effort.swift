import CSQLite
import Store

extension SQLiteStatement {
  package func takeEffort() -> StatementEffort {
    guard connection.handle != nil else { return StatementEffort() }
    // The steps of a scan are counted, and its first row is where it begins.
    let scanned = Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
    return StatementEffort(
      scannedRows: scanned > 0 ? scanned + 1 : 0,
      steps: Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)))
  }
}
