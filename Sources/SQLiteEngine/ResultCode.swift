import CSQLite

/// SQLite's extended result codes, which are C expressions that Swift does not import.
enum ResultCode {
  static let busySnapshot = SQLITE_BUSY | (2 << 8)
  static let readOnlyRollback = SQLITE_READONLY | (3 << 8)
  static let readOnlyMoved = SQLITE_READONLY | (4 << 8)
  static let readOnlyDirectory = SQLITE_READONLY | (6 << 8)
  static let constraintCheck = SQLITE_CONSTRAINT | (1 << 8)
  static let constraintForeignKey = SQLITE_CONSTRAINT | (3 << 8)
  static let constraintNotNull = SQLITE_CONSTRAINT | (5 << 8)
  static let constraintPrimaryKey = SQLITE_CONSTRAINT | (6 << 8)
  static let constraintUnique = SQLITE_CONSTRAINT | (8 << 8)
  static let constraintRowID = SQLITE_CONSTRAINT | (10 << 8)
  static let constraintDataType = SQLITE_CONSTRAINT | (12 << 8)

  /// The code without its extension: `SQLITE_IOERR` for `SQLITE_IOERR_WRITE`.
  static func primary(_ code: Int32) -> Int32 { code & 0xff }
}
