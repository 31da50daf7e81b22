import Schema

/// A prepared statement, leased from an engine.
package protocol Statement: AnyObject {
  var columnNames: [String] { get }
  /// For each column the column of a table that it is, where it is just that and the engine says so; else empty or nil.
  var columnOrigins: [ColumnOrigin?] { get }
  /// The columns that are columns of tables with decimals of any size, by their places, and how those read; empty where
  /// the engine has none.
  var decimalColumns: [Int: Field] { get }
  /// Lets what it makes of such decimals be some, too, until it is released: a person has written it, and reads them.
  func readDecimals() throws(StoreError)
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

  /// Inserts rows whose keys nobody asks for, as `runMany` does; an engine may have a faster way, and take them while its
  /// caller goes on. The rows must stay as they are until that is finished.
  func load(_ rows: RowBuffer, from start: Int, encoded: (any EncodedRows)?) -> RowsUnderWay

  /// Rows as `load` will send them, where that takes its time. It asks nothing of the database, which may still be taking
  /// others; nil where there is nothing to make ready.
  func encoded(_ rows: RowBuffer) -> (any EncodedRows)?

  /// What it has cost to run since this was last asked.
  func takeEffort() -> StatementEffort

  /// Makes it ready to be bound and run again; bindings are dropped.
  func reset()
  /// Resets it and gives it back to the engine's cache.
  func release()
}

/// The column of a table that a column of an answer is.
package struct ColumnOrigin: Hashable, Sendable {
  package let table: String
  package let column: String

  package init(table: String, column: String) {
    (self.table, self.column) = (table, column)
  }
}

extension Statement {
  package var columnOrigins: [ColumnOrigin?] { [] }
  package var decimalColumns: [Int: Field] { [:] }
  package func readDecimals() throws(StoreError) {}

  package func encoded(_ rows: RowBuffer) -> (any EncodedRows)? { nil }

  package func load(_ rows: RowBuffer, from start: Int, encoded: (any EncodedRows)?) -> RowsUnderWay {
    loadAtOnce(rows, from: start)
  }

  /// Inserts rows, and is over when they are there.
  package func loadAtOnce(_ rows: RowBuffer, from start: Int) -> RowsUnderWay {
    var outcome = RowsUnderWay.Outcome(done: start)
    do throws(StoreError) {
      try runMany(rows, from: start) { place, _ in outcome.done = place + 1 }
    } catch {
      // It must not go on holding what it borrowed of the rows.
      reset()
      outcome.error = error
    }
    return RowsUnderWay(outcome)
  }

  /// Binds and runs once per row.
  package func runMany(_ rows: RowBuffer, done: (Int, Int64) -> Void) throws(StoreError) {
    try runMany(rows, from: 0, done: done)
  }
}
