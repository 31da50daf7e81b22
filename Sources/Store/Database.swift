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
  /// How many transactions are open, nested ones counted; 0 = every statement commits by itself.
  package private(set) var depth = 0
  /// How often each table was written, for those who keep what they read.
  private var writes: [String: Int] = [:]
  private var rollbacks = 0

  /// The age of a table: another number when something may have changed in it.
  package func version(of table: String) -> Int { writes[table.lowercased(), default: 0] + rollbacks }

  /// Called after a transaction has ended, with the depth that is left.
  package var transactionEnded: ((TransactionEnd, Int) -> Void)?

  /// Whether the names of written tables are kept, for those who follow what is committed.
  package var isFollowed = false {
    didSet { if !isFollowed { (pendingTables, committedTables) = ([], []) } }
  }
  /// The tables written since the transaction began, in lower case.
  private var pendingTables: Set<String> = []
  /// The tables written by what was committed, until they are taken.
  private var committedTables: Set<String> = []

  /// Those who read step by step; few or none at any time.
  private var readers: [any OpenReader] = []

  package enum TransactionEnd: Sendable {
    case committed, rolledBack
  }

  package init(_ engine: any Engine) {
    self.engine = engine
  }

  package var dialect: any Dialect { engine.dialect }
  package var isInTransaction: Bool { depth > 0 }

  /// Closes the connection; an open transaction is rolled back.
  package func close() {
    try? rollbackAll()
    engine.close()
  }

  // MARK: Statements

  /// A statement, bound and ready to step; the caller releases it.
  package func prepare(_ sql: RenderedSQL) throws(StoreError) -> any Statement {
    echo?(sql)
    let statement = try engine.statement(sql.text)
    do throws(StoreError) {
      // Also without values: a parameter that got none would count as NULL.
      try statement.bind(sql.bindings)
    } catch {
      statement.release()
      throw error
    }
    return statement
  }

  /// All rows that a statement answers.
  package func rows(_ sql: RenderedSQL) throws(StoreError) -> RowBuffer { try answer(sql).rows }

  /// All rows that a statement answers, and the names of their columns.
  package func answer(_ sql: RenderedSQL) throws(StoreError) -> (names: [String], rows: RowBuffer) {
    let statement = try prepare(sql)
    defer { statement.release() }
    let names = statement.columnNames
    let buffer = RowBuffer(columnCount: names.count)
    letReadersFinish(before: statement)
    try following(sql.text) { () throws(StoreError) in
      try statement.stepAll(into: buffer)
      noteWrites(of: statement)
    }
    return (names, buffer)
  }

  package func rows(_ sql: SQL) throws(StoreError) -> RowBuffer { try rows(sql.rendered(for: dialect)) }

  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  package func run(_ sql: RenderedSQL) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    defer { statement.release() }
    var changes = 0
    letReadersFinish(before: statement)
    try following(sql.text) { () throws(StoreError) in
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
    if let echo {
      for row in start..<rows.count {
        echo(RenderedSQL(text: text, bindings: (0..<rows.columnCount).map { rows.value(row, $0) }))
      }
    }
    letReadersFinish(before: statement)
    try following(text) { () throws(StoreError) in
      try statement.runMany(rows, from: start, done: done)
      noteWrites(of: statement)
    }
  }

  // MARK: Reading step by step

  /// Tells a reader before one of its tables is written, until it ends.
  package func add(_ reader: any OpenReader) { readers.append(reader) }

  package func remove(_ reader: any OpenReader) { readers.removeAll { $0 === reader } }

  /// A row that moves in an index while that is read would be met again, and one that is made be met at all.
  private func letReadersFinish(before statement: any Statement) {
    // A table that is read stays what it is.
    if readers.isEmpty || statement.changesSchema { return }
    let written = Set(statement.writtenTables.map { $0.lowercased() })
    if written.isEmpty { return }
    for reader in readers where reader.readTables.contains(where: { written.contains($0.lowercased()) }) {
      remove(reader)
      reader.readRest()
    }
  }

  // MARK: Following

  /// Whether something was committed that nobody has taken yet.
  package var hasNews: Bool { !committedTables.isEmpty }

  /// The tables that were written by what was committed since the last time, in lower case.
  package func takeNews() -> Set<String> {
    defer { committedTables = [] }
    return committedTables
  }

  /// Tells of the end of a transaction; only what the outermost one commits is news.
  private func ended(_ end: TransactionEnd) {
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

  // MARK: Transactions

  /// Begins a transaction, or a nested one inside the open one.
  package func begin() throws(StoreError) {
    if depth == 0 {
      try execute(engine.isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE")
    } else {
      try execute("SAVEPOINT \(name: savepoint(depth))")
    }
    depth += 1
  }

  package func commit() throws(StoreError) {
    guard depth > 0 else { throw StoreError(.misuse, reason: "no transaction is open: begin one first") }
    try execute(depth == 1 ? "COMMIT" : "RELEASE \(name: savepoint(depth - 1))")
    depth -= 1
    ended(.committed)
  }

  package func rollback() throws(StoreError) {
    guard depth > 0 else { throw StoreError(.misuse, reason: "no transaction is open: begin one first") }
    // The database may have rolled everything back by itself, as it does when the disk is full.
    if engine.isInTransaction {
      if depth == 1 {
        try execute("ROLLBACK")
      } else {
        try execute("ROLLBACK TO \(name: savepoint(depth - 1))")
        try execute("RELEASE \(name: savepoint(depth - 1))")
      }
      depth -= 1
    } else {
      depth = 0
    }
    rollbacks += 1
    ended(.rolledBack)
  }

  /// Rolls back until only `remaining` transactions are open.
  package func rollbackAll(to remaining: Int = 0) throws(StoreError) {
    while depth > remaining { try rollback() }
  }

  /// Runs `body` in a transaction: all of it happens, or nothing.
  package func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    try begin()
    let level = depth
    do {
      let result = try body()
      // What `body` began and left open is part of it; what it ended itself is an error of `commit`.
      while depth > level { try commit() }
      try commit()
      return result
    } catch {
      // The first error is the one to report.
      try? rollbackAll(to: level - 1)
      throw error
    }
  }

  private func savepoint(_ level: Int) -> String { "moonshell_\(level)" }

  private func execute(_ sql: SQL) throws(StoreError) {
    let rendered = sql.rendered(for: dialect)
    echo?(rendered)
    let statement = try engine.statement(rendered.text)
    defer { statement.release() }
    _ = try statement.run()
  }

  /// Runs a statement that a person may have written, which may itself begin or end a transaction.
  private func following(_ text: String, _ work: () throws(StoreError) -> Void) throws(StoreError) {
    defer { followTransaction(text) }
    try work()
  }

  private func followTransaction(_ text: String) {
    let isOpen = engine.isInTransaction
    if isOpen, depth == 0 {
      depth = 1
    } else if !isOpen, depth > 0 {
      depth = 0
      rollbacks += 1
      // Whatever else ended it (ROLLBACK, a full disk) has undone it.
      let word = text.drop(while: \.isWhitespace).prefix(6).uppercased()
      ended(word.hasPrefix("COMMIT") || word.hasPrefix("END") ? .committed : .rolledBack)
    }
  }
}
