/// Knowing which tables were read, for those who follow what functions of a script look at.
extension Database {
  /// Does something, and tells which tables and views statements read meanwhile, in lower case.
  ///
  ///     let (rows, tables) = try store.recordingReads { try fetch() }
  ///     // tables: ["goal", "player"], where a filter looks for goals by itself
  ///
  /// What is recorded within counts for the one around it as well.
  package func recordingReads<Result>(_ body: () throws -> Result) throws -> (result: Result, tables: Set<String>) {
    let outer = recordedReads
    recordedReads = []
    defer { recordedReads = outer?.union(recordedReads ?? []) }
    let result = try body()
    return (result, recordedReads ?? [])
  }

  /// Whether someone wants to know which tables are read.
  package var isRecordingReads: Bool { recordedReads != nil }

  /// Notes what a statement reads that is about to run.
  package func noteReads(of statement: any Statement) {
    if recordedReads != nil { noteReads(of: statement.readTables) }
  }

  /// Notes the tables that something depends on which was read before.
  package func noteReads(of tables: some Sequence<String>) {
    recordedReads?.formUnion(tables.lazy.map { $0.lowercased() })
  }
}
