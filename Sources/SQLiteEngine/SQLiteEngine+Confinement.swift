import CSQLite

extension SQLiteEngine {
  /// Lets the files of the database come from outside the sandbox that this process is in, before one is opened.
  ///
  /// - Returns: false where this SQLite takes its files from nobody else.
  package static func confine(toDatabase path: String?) -> Bool {
    guard let path else { return csqlite_confine(nil) }
    return csqlite_confine(Opening.plainName(of: path))
  }
}
