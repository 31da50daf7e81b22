import Query
import Schema

/// One open database: its engine, its transactions, and who must be told of them.
///
///     let database = Database(engine)
///     try database.atomically { try database.run(insert) }
package final class Database {
  package let engine: any Engine
  /// Sees every statement before it runs.
  package var echo: ((RenderedSQL) -> Void)?
  /// The open transactions, nested ones behind those that they are in.
  var levels: [Level] = []
  /// Whether everything runs in a transaction that `levels` does not have; see `beginTest`.
  package internal(set) var isInTest = false
  /// How often each table was written when the test began.
  var writesBeforeTest: [String: Int] = [:]
  /// The entry under way.
  var entry: EntryTransaction?
  /// How often each table was written, for those who keep what they read.
  private(set) var writes: [String: Int] = [:]
  var rollbacks = 0
  /// What columns were found to hold.
  var knownClasses = TableFindings<[String], StorageClasses>()
  /// Whether keys were found to lead to rows.
  var knownKeys = TableFindings<KeyColumns, Bool>()
  /// What was there when each open transaction began; those behind the last are of ended ones.
  private var beginnings: [Beginning] = []
  /// What is under way, in numbers that rise: entries of a person.
  var underWay = 0
  /// The earliest beginning to which a savepoint was rolled back since `underWay` was last set.
  package private(set) var wentBackTo: Int?
  /// The levels of the functions that run in a transaction of their own, inner ones behind those that they run in.
  var bodies: [Int] = []
  /// Why the database rolled back by itself what such a function still runs in.
  var loss: String?

  /// The age of a table: another number when something may have changed in it.
  package func version(of table: String) -> Int { writes[table.lowercased(), default: 0] + rollbacks }

  /// The age of all tables together.
  var allWrites: Int { writes.values.reduce(rollbacks, +) }

  /// Called after a transaction, nested or not, has begun, with the depth that there is now.
  package var transactionBegan: ((Int) -> Void)?
  /// Called after a transaction has ended, with the depth that is left.
  package var transactionEnded: ((TransactionEnd, Int) -> Void)?
  /// Called whenever there are news for those who follow what is committed.
  package var newsCame: (() -> Void)?

  /// Whether the names of written tables and the keys of written rows are kept, for those who follow what is committed.
  package var isFollowed = false {
    didSet {
      if isFollowed != oldValue { engine.followRows(isFollowed) }
      if !isFollowed { (pendingTables, committedTables) = ([], []) }
    }
  }
  /// The tables written since the transaction began, in lower case.
  private var pendingTables: Set<String> = []
  /// The tables written by what was committed, until they are taken.
  private var committedTables: Set<String> = [] {
    didSet { if hasNews { newsCame?() } }
  }

  /// Readers that go step by step, held weakly; few or none at any time.
  private var readers: [WeakReader] = []

  /// The tables of which rows are read just now while functions of a script are asked about them.
  private var askedTables: [[String]] = []

  /// The tables that were read since someone wanted to know; nil where nobody does.
  var recordedReads: Set<String>?

  private struct WeakReader {
    weak var reader: (any OpenReader)?
  }

  package enum TransactionEnd: Sendable {
    case committed, rolledBack
  }

  /// Who began a transaction.
  enum Level: Equatable {
    case person
    /// The entry under way, which scripts do not see.
    case entry
    /// A person, by a statement that names a savepoint.
    case savepoint(String)
    /// A person, to see what something would do.
    case trial
  }

  package init(_ engine: any Engine) {
    self.engine = engine
  }

  package var dialect: any Dialect { engine.dialect }
  /// How many transactions are open, nested ones and that of an entry counted; 0 = every statement commits by itself.
  package var depth: Int { levels.count }
  /// Whether a transaction is open that a script or a person began.
  package var isInTransaction: Bool { levels.contains { $0 != .entry } }

  /// Closes the connection; an open transaction is rolled back.
  package func close() {
    try? settle()
    try? rollbackAll()
    engine.close()
  }

  // MARK: Beginnings

  /// What was there when a transaction began.
  struct Beginning {
    /// What was under way.
    var number: Int
    var schema: Int
  }

  /// Notes how the innermost of the open transactions began.
  func noteBeginning(_ beginning: Beginning? = nil) {
    let now = Beginning(number: underWay, schema: engine.schema)
    beginnings = beginnings.prefix(depth - 1) + [beginning ?? now]
  }

  /// How an open transaction began, counted from 0.
  func beginning(of level: Int) -> Beginning? { beginnings.prefix(depth).dropFirst(level).first }

  /// What was under way when the savepoints that are open began.
  package var beginningsOfSavepoints: Set<Int> { Set(beginnings.prefix(depth).dropFirst().map(\.number)) }

  /// Notes that what was done since a transaction began is rolled back, before it is none any more.
  func noteRollback(to level: Int) {
    guard let beginning = beginning(of: level) else { return }
    engine.returnToSchema(beginning.schema)
    // What the whole transaction did is forgotten with it.
    if level > 0 { wentBackTo = min(wentBackTo ?? beginning.number, beginning.number) }
  }

  /// Numbers what is under way from now on.
  package func beginNumbered(_ number: Int) { (underWay, wentBackTo) = (number, nil) }

  // MARK: Statements

  /// A statement, bound and ready to step; the caller releases it.
  package func prepare(_ sql: RenderedSQL) throws(StoreError) -> any Statement {
    echo?(sql)
    try settle(before: sql.text)
    let statement = try engine.statement(sql.text)
    do throws(StoreError) {
      // Also without values: a parameter that got none would count as NULL.
      try statement.bind(sql.bindings)
    } catch {
      statement.release()
      throw error
    }
    noteReads(of: statement)
    return statement
  }

  /// All rows that a statement answers.
  package func rows(_ sql: RenderedSQL) throws(StoreError) -> RowBuffer {
    let statement = try prepare(sql)
    defer { statement.release() }
    return try answer(of: statement, sql).rows
  }

  /// All rows that a statement of a person's answers, the names of their columns, and the decimals of any size among
  /// these.
  package func answer(
    _ sql: RenderedSQL
  ) throws(StoreError) -> (names: [String], rows: RowBuffer, decimals: [Int: Field]) {
    let statement = try prepare(sql)
    defer { statement.release() }
    try statement.readDecimals()
    return try answer(of: statement, sql)
  }

  private func answer(
    of statement: any Statement, _ sql: RenderedSQL
  ) throws(StoreError) -> (names: [String], rows: RowBuffer, decimals: [Int: Field]) {
    let (names, decimals) = (statement.columnNames, statement.decimalColumns)
    let buffer = RowBuffer(columnCount: names.count)
    try letReadersFinish(before: statement)
    try following(sql.text, statement) { () throws(StoreError) in
      try statement.stepAll(into: buffer)
      noteWrites(of: statement)
    }
    return (names, buffer, decimals)
  }

  package func rows(_ sql: SQL) throws(StoreError) -> RowBuffer { try rows(sql.rendered(for: dialect)) }

  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  package func run(_ sql: RenderedSQL) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    defer { statement.release() }
    var changes = 0
    try letReadersFinish(before: statement)
    try following(sql.text, statement) { () throws(StoreError) in
      changes = try statement.run()
      noteWrites(of: statement)
    }
    return changes
  }

  @discardableResult
  package func run(_ sql: SQL) throws(StoreError) -> Int { try run(sql.rendered(for: dialect)) }

  /// Runs one statement for each row of values from `start` on; `done` hears of each.
  package func runMany(
    _ text: String, _ rows: RowBuffer, from start: Int = 0, done: (Int, Int64) -> Void
  ) throws(StoreError) {
    let statement = try engine.statement(text)
    defer { statement.release() }
    try runMany(statement, text, rows, from: start, done: done)
  }

  /// The same for a statement of this text that the caller keeps.
  package func runMany(
    _ statement: any Statement, _ text: String, _ rows: RowBuffer, from start: Int = 0, done: (Int, Int64) -> Void
  ) throws(StoreError) {
    try writing(statement, text, rows, from: start) { () throws(StoreError) in
      try statement.runMany(rows, from: start, done: done)
    }
  }

  /// Inserts rows whose keys nobody asks for, which must stay as they are until it is finished.
  ///
  /// - Parameter encoded: what the statement has made of all of them, if it was asked before.
  package func load(
    _ statement: any Statement, _ text: String, _ rows: RowBuffer, from start: Int = 0,
    encoded: (any EncodedRows)? = nil
  ) throws(StoreError) -> RowsUnderWay {
    var taken = RowsUnderWay(.init(done: start))
    try writing(statement, text, rows, from: start) {
      taken = statement.load(rows, from: start, encoded: encoded)
    }
    let finish = { [self] in
      let outcome = taken.finish()
      if let error = outcome.error { follow(nil, failure: error) }
      return outcome
    }
    return taken.isFinished ? RowsUnderWay(finish()) : RowsUnderWay(finish: finish)
  }

  private func writing(
    _ statement: any Statement, _ text: String, _ rows: RowBuffer, from start: Int,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    if let echo {
      for row in start..<rows.count {
        echo(RenderedSQL(text: text, bindings: (0..<rows.columnCount).map { rows.value(row, $0) }))
      }
    }
    try letReadersFinish(before: statement)
    try following(text, statement) { () throws(StoreError) in
      try body()
      noteWrites(of: statement)
    }
  }

  // MARK: Reading step by step

  /// Tells a reader before one of its tables is written, until it ends.
  package func add(_ reader: any OpenReader) { readers.append(WeakReader(reader: reader)) }

  package func remove(_ reader: any OpenReader) { readers.removeAll { $0.reader == nil || $0.reader === reader } }

  /// Reads rows of tables and asks functions of a script about them, which must not write to these tables: rows that one
  /// makes would be read and asked about in turn, without end.
  package func asking<Result>(about tables: [String], _ body: () throws -> Result) rethrows -> Result {
    askedTables.append(tables)
    defer { askedTables.removeLast() }
    return try body()
  }

  /// A row that moves in an index while that is read would be met again, and one that is made be met at all.
  private func letReadersFinish(before statement: any Statement) throws(StoreError) {
    // A table that is read stays what it is.
    if readers.isEmpty && askedTables.isEmpty || statement.changesSchema { return }
    let written = Set(statement.writtenTables.map { $0.lowercased() })
    if written.isEmpty { return }
    if let table = askedTables.joined().first(where: { written.contains($0.lowercased()) }) {
      throw StoreError(.askedAbout(table: table))
    }
    for reader in readers.compactMap(\.reader)
    where reader.readTables.contains(where: { written.contains($0.lowercased()) }) {
      remove(reader)
      reader.readRest()
    }
  }

  // MARK: Following

  /// Whether something was committed that has not been taken yet.
  package var hasNews: Bool { !committedTables.isEmpty }

  /// The tables that were written by what was committed since the last time, in lower case.
  package func takeNews() -> Set<String> {
    defer { committedTables = [] }
    return committedTables
  }

  /// Tells of the end of a transaction; only what the outermost one commits is news.
  func ended(_ end: TransactionEnd) {
    entry?.lower(to: depth)
    if depth == 0 {
      if end == .committed { committedTables.formUnion(pendingTables) }
      pendingTables = []
    }
    transactionEnded?(end, depth)
  }

  private func noteWrites(of statement: any Statement) {
    for table in statement.writtenTables { noteWrite(to: table) }
  }

  /// Notes that a table is not what it was.
  func noteWrite(to table: String) {
    let table = table.lowercased()
    writes[table, default: 0] += 1
    guard isFollowed else { return }
    if depth == 0 { committedTables.insert(table) } else { pendingTables.insert(table) }
  }
}
