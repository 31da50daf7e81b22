import CCells
import CSQLite

extension SQLiteEngine {
  /// Limits what SQLite may use in this process, for sorting, for texts, for tables in memory, and what the rows may that
  /// are read from it; before a database is open.
  ///
  /// What needs more fails with "not enough memory", and the next statement works.
  package static func limitMemory(to bytes: Int) {
    csqlite_limit_memory(Int64(bytes))
    moon_limit_rows(bytes)
  }

  /// Gives up rows that nothing needs any more, where there is no room for others; the program sets it along with a limit.
  nonisolated(unsafe) package static var makeRoom: () -> Void = {}

  /// Whether no more rows can be read, whatever is given up.
  static var hasNoRoom: Bool {
    makeRoom()
    return moon_rows_are_full()
  }
}
