import Query

/// Transactions that a person begins and ends, or a function runs in.
extension Database {
  /// Begins a transaction, or a nested one inside the open one.
  package func begin() throws(StoreError) {
    // A transaction of a person's own does not hang on the entry's.
    if levels == [.entry] { try settle() }
    try beginLevel(.person)
  }

  package func commit() throws(StoreError) {
    let place = try placeToEnd()
    while depth > place { try commitLevel() }
  }

  package func rollback() throws(StoreError) {
    try rollbackAll(to: placeToEnd())
  }

  static var nothingIsOpen: StoreError { StoreError(.nothingIsOpen) }

  /// Rolls back until only `remaining` transactions are open.
  package func rollbackAll(to remaining: Int = 0) throws(StoreError) {
    while depth > remaining { try rollbackLevel() }
  }

  /// Runs `body` in a transaction: all of it happens, or nothing.
  package func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    try beginEntryLevel()
    try beginLevel(.person)
    let level = depth
    bodies.append(level)
    defer {
      bodies.removeLast()
      if bodies.isEmpty { loss = nil }
    }
    do {
      let result = try body()
      try checkIsWhole()
      // What `body` began and left open is part of it.
      while depth > level { try commitLevel() }
      guard depth == level else { throw Self.nothingIsOpen }
      try commitLevel()
      return result
    } catch {
      // The first error is the one to report.
      try? rollbackAll(to: level - 1)
      throw error
    }
  }

  /// The same, and again from the start as long as `isConflict` says of what it throws that this would help.
  ///
  /// Inside of another transaction it runs once: all of that would have to run again.
  package func atomically<Result>(
    retrying count: Int, after isConflict: (any Error) -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    if count == 0 || isInTransaction || isInTest { return try atomically(body) }
    return try outsideOfEntry {
      var left = count
      while true {
        do {
          return try atomically(body)
        } catch  where left > 0 && isConflict(error) {
          left -= 1
        }
      }
    }
  }

  // MARK: Functions in a transaction

  /// Whether a function runs in a transaction, which ends with it.
  package var isRunningFunction: Bool { !bodies.isEmpty }

  /// Refuses to go on in a transaction that the database has rolled back by itself: what came would last by itself.
  func checkIsWhole() throws(StoreError) {
    guard let loss else { return }
    throw StoreError(.rolledBackByItself(loss: loss))
  }

  /// How many transactions are around the one that a person ends: savepoints that were named inside of it end with it.
  ///
  /// - Throws: where none is open, and where it ends with a function.
  private func placeToEnd() throws(StoreError) -> Int {
    try checkIsWhole()
    guard isInTransaction else { throw Self.nothingIsOpen }
    // A savepoint may itself have begun the outermost one.
    let place = levels.lastIndex(of: .person) ?? 0
    if levels[place] == .trial { throw StoreError(.endsWithTrial) }
    if let body = bodies.last, place < body { throw Self.endsWithFunction }
    return place
  }

  private static var endsWithFunction: StoreError { StoreError(.endsWithFunction) }

  /// Refuses a statement that would end such a transaction.
  func checkMayRun(_ statement: TransactionStatement) throws(StoreError) {
    if [.begin, .commit, .rollback].contains(statement) {
      if isInTest { throw StoreError(.statementInTest) }
      if isInTrial { throw StoreError(.endsWithTrial) }
    }
    guard let body = bodies.last else { return }
    switch statement {
    case .begin, .savepoint: return
    case .commit, .rollback: throw Self.endsWithFunction
    case .release(let name), .rollbackTo(let name):
      // Of a name that is not there the database has its own words.
      if let place = place(ofSavepoint: name), place < body { throw Self.endsWithFunction }
    }
  }

  // MARK: Levels

  func beginLevel(_ level: Level) throws(StoreError) {
    try checkIsWhole()
    let outermost: TransactionStep = level == .trial ? .beginTrial : .begin
    try execute(depth == 0 && !isInTest ? outermost : .savepoint(savepoint(depth)), for: level)
    began(level)
  }

  private func began(_ level: Level) {
    levels.append(level)
    noteBeginning()
    transactionBegan?(depth)
  }

  func commitLevel() throws(StoreError) {
    guard let level = levels.last else { return }
    try execute(depth == 1 && !isInTest ? .commit : .release(savepoint(depth - 1)), for: level)
    levels.removeLast()
    ended(.committed)
  }

  func rollbackLevel() throws(StoreError) {
    guard let level = levels.last else { return }
    // The database may have rolled everything back by itself, as it does when the disk is full.
    if !engine.isInTransaction {
      loseLevels(because: "it says no more")
    } else if depth == 1, !isInTest {
      try execute(.rollback, for: level)
      noteRollback(to: 0)
      levels.removeLast()
    } else {
      try execute(.rollbackTo(savepoint(depth - 1)), for: level)
      try execute(.release(savepoint(depth - 1)), for: level)
      noteRollback(to: depth - 1)
      levels.removeLast()
    }
    rollbacks += 1
    ended(.rolledBack)
  }

  /// The name of the savepoint that makes a level, counted from 0.
  private func savepoint(_ level: Int) -> String {
    if case .savepoint(let name) = levels.dropFirst(level).first { return name }
    return "moonshell_\(level)"
  }

  private func execute(_ step: TransactionStep, for level: Level) throws(StoreError) {
    let rendered = engine.statement(for: step).rendered(for: dialect)
    if level != .entry { echo?(rendered) }
    let statement = try engine.statement(rendered.text)
    defer { statement.release() }
    _ = try statement.run()
  }

  // MARK: Statements about transactions

  /// Runs a statement that a person may have written, which may itself begin or end a transaction.
  func following(
    _ text: String, _ statement: any Statement, _ work: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let isReadOnly = statement.isReadOnly
    // The database counts them among those that read.
    let transaction = isReadOnly ? TransactionStatement(text) : nil
    if !isReadOnly || transaction != nil { try checkIsWhole() }
    if let transaction { try checkMayRun(transaction) }
    if !isReadOnly { try beginEntryLevel(for: text) }
    do {
      try work()
    } catch {
      follow(nil, failure: error)
      throw error
    }
    follow(transaction)
    if !isReadOnly { entry?.hasWritten = true }
  }

  /// Notes what became of the open transactions by a statement.
  func follow(_ statement: TransactionStatement?, failure: StoreError? = nil) {
    guard engine.isInTransaction else {
      if depth > 0 { allEnded(by: statement, failure) }
      return
    }
    switch statement {
    case .savepoint(let name): began(.savepoint(name))
    case .release(let name): release(name)
    case .rollbackTo(let name): rollBack(to: name)
    case .begin, .commit, .rollback, nil: if depth == 0, !isInTest { began(.person) }
    }
  }

  private func allEnded(by statement: TransactionStatement?, _ failure: StoreError?) {
    rollbacks += 1
    if statement?.isCommitting != true { noteRollback(to: 0) }
    // Whatever no statement ended (a full disk, a conflict that is to roll back) the database has undone by itself.
    if statement == nil { loseLevels(because: failure?.description ?? "it says no more") } else { levels = [] }
    ended(statement?.isCommitting == true ? .committed : .rolledBack)
  }

  private func place(ofSavepoint name: String) -> Int? { levels.lastIndex(of: .savepoint(name)) }

  private func release(_ name: String) {
    guard let place = place(ofSavepoint: name) else { return }
    levels.removeSubrange(place...)
    ended(.committed)
  }

  /// What came after a savepoint is undone; the savepoint stays.
  private func rollBack(to name: String) {
    guard let place = place(ofSavepoint: name) else { return }
    rollbacks += 1
    noteRollback(to: place)
    let beginning = beginning(of: place)
    levels.removeSubrange((place + 1)...)
    entry?.lower(to: depth)
    let savepoint = levels.removeLast()
    transactionEnded?(.rolledBack, depth)
    began(savepoint)
    // It is the one that was there.
    noteBeginning(beginning)
  }

  /// Notes that the database has rolled everything back by itself.
  private func loseLevels(because reason: String) {
    if !bodies.isEmpty, loss == nil { loss = reason }
    entry?.lose(levels)
    levels = []
  }
}
