import CSQLite
import Store

extension SQLiteStatement {
  package func takeEffort() -> StatementEffort {
    guard connection.handle != nil else { return StatementEffort() }
    return StatementEffort(
      scannedRows: Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)),
      steps: Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)))
  }
}
