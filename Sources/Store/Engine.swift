import Query
import Schema

/// One open connection to one database.
///
/// An engine runs statements and fills row buffers. It knows nothing of entities. It is used from one thread.
package protocol Engine: AnyObject {
  var dialect: any Dialect { get }
  /// What was opened: a path, or `:memory:`.
  var location: String { get }
  var isReadOnly: Bool { get }
  /// Whether there is nothing at this place yet: it is made when something is written.
  var isNew: Bool { get }
  /// True between BEGIN and COMMIT or ROLLBACK, also when a failed statement ended the transaction.
  var isInTransaction: Bool { get }
  /// The integer key of the row that was inserted last.
  var lastInsertedKey: Int64 { get }

  /// A statement that is ready to be bound, from the cache where it was used before.
  ///
  /// The caller gives it back with `release()`. The same text asked for while it is in use gives a second one.
  /// - Throws: `StoreError` of kind `.syntax`, `.noSuchTable`, … and when the text holds more than one statement.
  func statement(_ text: String) throws(StoreError) -> any Statement

  /// A statement that inserts rows whose values were tested before.
  ///
  /// `definition` is the statement that makes the table as the caller knows it, and the rows keep every CHECK in it. Where
  /// the table demands no more, an engine may leave its CHECKs out: each row would be tested twice. Keys, types and what
  /// must not be NULL are enforced as ever. The statement comes from no cache: it is the caller's, as long as it
  /// `isCurrent`.
  func insertion(_ text: String, ofRowsThatKeep definition: String) throws(StoreError) -> any Statement

  /// Whether a statement begins or ends a transaction, or cannot run inside of one; it is not prepared for that.
  func standsAlone(_ text: String) -> Bool

  /// The tables and views, in order of their names; the database's own are left out.
  func tables() throws(StoreError) -> [TableDescription]

  /// The statement that made a table or a view; nil for what is not there.
  func definition(of table: String) throws(StoreError) -> String?

  /// How the database would run a statement; nothing runs.
  func plan(of sql: RenderedSQL) throws(StoreError) -> [PlanStep]

  /// A number that is another one once somebody else has committed something; what it says apart from that is nothing.
  func externalVersion() throws(StoreError) -> Int64

  // MARK: Changing the schema

  /// The tables and views of a new, empty database after these statements: how this database says what they mean.
  func described(after statements: [String]) throws(StoreError) -> [TableDescription]
  /// Prepares for steps that leave keys without their tables for a while; before the transaction begins.
  func beginSchemaChange() throws(StoreError)
  /// Ends it, after the transaction.
  func endSchemaChange() throws(StoreError)
  /// Puts a new table with the rows of the old one in its place; indexes and triggers of the old one come back.
  func replaceTable(_ rebuild: SchemaStep.Rebuild) throws(StoreError)
  /// The rows whose key refers to nothing.
  func brokenReferences() throws(StoreError) -> [BrokenReference]

  /// Closes the connection; an open transaction is rolled back. Any later call throws `.closed`.
  func close()
}

/// A prepared statement, leased from an engine.
package protocol Statement: AnyObject {
  var columnNames: [String] { get }
  /// How many values it takes.
  var parameterCount: Int { get }
  /// The name of the n-th parameter (from 1) without its prefix, or nil where it has none.
  func parameterName(_ position: Int) -> String?
  /// Whether it still is what it was when it was made; false when the schema may have changed since.
  var isCurrent: Bool { get }
  /// Whether it leaves the database as it is.
  var isReadOnly: Bool { get }
  /// Whether it creates, alters or drops something.
  var changesSchema: Bool { get }
  /// The tables and views that it reads, those of triggers and cascades included.
  var readTables: [String] { get }
  /// The tables that it writes, those of triggers and cascades included.
  var writtenTables: [String] { get }

  /// Binds all values, in order. Text and bytes are copied where the statement needs them later.
  func bind(_ values: [Value]) throws(StoreError)
  /// Binds a row of cells, whose bytes must stay until the statement is reset.
  func bind(_ cells: UnsafePointer<Cell>, count: Int) throws(StoreError)

  /// Runs to the next row and appends it to `buffer`; false when there are no more rows.
  func step(into buffer: RowBuffer) throws(StoreError) -> Bool
  /// Runs to the next row without storing it; false when there are no more rows.
  func advance() throws(StoreError) -> Bool
  /// The row that the statement stands on: its cells are read when they are asked for, and are valid until the next
  /// step. The address stays the same, and is valid as long as the statement is.
  var liveRow: UnsafeMutablePointer<RowBuffer.Header> { get }
  /// Appends the row that the statement stands on.
  func keepRow(in buffer: RowBuffer) throws(StoreError)
  /// Runs to the end and appends all rows.
  func stepAll(into buffer: RowBuffer) throws(StoreError)
  /// Runs to the end and returns the number of changed rows. (Rows that it answers are dropped.)
  func run() throws(StoreError) -> Int
  /// Binds and runs once per row of `rows` from `start` on; calls `done` with each row's place (from 0) and the last
  /// inserted key.
  ///
  /// It stops at the first row that fails: `done` was called for those before it.
  func runMany(_ rows: RowBuffer, from start: Int, done: (Int, Int64) -> Void) throws(StoreError)

  /// What it has cost to run since this was last asked.
  func takeEffort() -> StatementEffort

  /// Makes it ready to be bound and run again; bindings are dropped.
  func reset()
  /// Resets it and gives it back to the engine's cache.
  func release()
}

extension Statement {
  /// Binds and runs once per row.
  package func runMany(_ rows: RowBuffer, done: (Int, Int64) -> Void) throws(StoreError) {
    try runMany(rows, from: 0, done: done)
  }
}
