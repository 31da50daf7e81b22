import CSQLite
import Query
import Schema
import Store

/// One connection to a SQLite database.
///
///     let engine = try SQLiteEngine(path: "shop.db", options: SQLiteOptions())
///     let statement = try engine.statement("SELECT name FROM player WHERE age > ?1")
///     try statement.bind([.integer(20)])
///     try statement.stepAll(into: rows)
///     statement.release()
package final class SQLiteEngine: Engine {
  let connection: Connection
  package let location: String
  package private(set) var isReadOnly: Bool
  /// What tables hold to, with the statements that it was read from.
  var knownTraits: [FoldedName: KnownTraits] = [:]

  /// The tables as they were described last, and what the schemas counted then.
  var knownTables: (versions: [Int64], tables: [TableDescription])?

  package var dialect: any Dialect { SQLiteDialect(hasWideTexts: connection.hasWideTexts) }
  package var version: String { "SQLite \(String(cString: sqlite3_libversion()))" }

  /// Opens the database at `path`, or one in memory for `:memory:`.
  ///
  /// Nothing changes in a file that is opened. One that does not exist is made, in WAL mode, when it is first written,
  /// unless it is to be read only.
  /// - Throws: `StoreError` of kind `.cannotOpen`, `.notADatabase`, `.corrupt`, `.locked` or `.interrupted`.
  package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(StoreError) {
    connection = try Opening(path: path, options: options).open()
    location = path
    isReadOnly = options.isReadOnly || sqlite3_db_readonly(connection.handle, "main") == 1
  }

  deinit { connection.close() }

  package func beginEntry() {
    connection.looksForFile = true
    connection.looksForSchema = true
  }

  package var isNew: Bool { connection.isEmptyFile && location.fileKind == nil }

  package var isInTransaction: Bool {
    connection.handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  package var lastInsertedKey: Int64 {
    connection.handle.map { sqlite3_last_insert_rowid($0) } ?? 0
  }

  package func statement(_ text: String) throws(StoreError) -> any Statement {
    try connection.lease(text)
  }

  package func insertion(_ text: String, ofRowsThatKeep definition: String) throws(StoreError) -> any Statement {
    try connection.prepareInsertion(text, ofRowsThatKeep: definition)
  }

  package var capabilities: Capabilities { Self.abilities }

  package func statement(for step: TransactionStep) -> SQL {
    switch step {
    // A lock that is taken at the first write could be refused there, with what was read by then out of date.
    case .begin: isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE"
    case .beginTrial: "BEGIN"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .savepoint(let name): "SAVEPOINT \(name: name)"
    case .release(let name): "RELEASE \(name: name)"
    case .rollbackTo(let name): "ROLLBACK TO \(name: name)"
    }
  }

  package func standsAlone(_ text: String) -> Bool { StandaloneStatement.matches(text) }

  package func externalVersion() throws(StoreError) -> Int64 {
    let statement = try statement("PRAGMA data_version")
    defer { statement.release() }
    let rows = RowBuffer(columnCount: 1, rowCapacity: 1)
    return try statement.step(into: rows) ? rows[0, 0].integer : 0
  }

  package func endWriting() throws(StoreError) {
    try connection.run("PRAGMA query_only = ON")
    isReadOnly = true
  }

  package func close() {
    connection.close()
  }
}
