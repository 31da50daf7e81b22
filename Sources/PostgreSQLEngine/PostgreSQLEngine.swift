import CConfinement
import CPostgreSQL
import Query
import Schema
import Store

/// One session with a PostgreSQL server.
///
///     let engine = try PostgreSQLEngine(address, options: PostgreSQLOptions())
///     let statement = try engine.statement("SELECT name FROM player WHERE age > $1")
package final class PostgreSQLEngine: Engine {
  private(set) var link: Link
  private let address: ServerAddress
  let options: PostgreSQLOptions
  /// Whether a person has asked for something since the connection was lost.
  private var mayReconnect = false
  package let location: String
  package private(set) var isReadOnly: Bool
  let postgreSQL: PostgreSQLDialect
  private let server: ServerKind
  /// Whether the database, or the person, has transactions be serializable.
  private let isSerializable: Bool
  let hasDenseKeys: Bool
  /// How often this session has changed the schema; statements and facts of before are looked up anew.
  private(set) var schemaChanges = 0
  /// Which schema there is: what another session changes is no other one here.
  package var schema: Int { schemaChanges }
  private var cache: [String: [PostgreSQLStatement]] = [:]
  private var uses = 0
  private var names = 0
  private var knownFacts: CatalogFacts?
  var knownTraits: [String: TableTraits?] = [:]
  var knownDecimals: [String: Set<String>]?
  package internal(set) var lastInsertedKey: Int64 = 0
  /// The nodes to which the open transaction has written.
  var writtenNodes: Set<String> = []
  /// The functions that the session has been given.
  var ownFunctions: Set<String> = []
  /// Those that go with the transaction in which they were made, unless it is committed.
  var waitingFunctions: Set<String> = []
  /// The keys to tables that are not there yet.
  var waitingKeys: [WaitingKey] = []
  /// The open savepoints of a transaction that the first of them began, as SQLite lets one begin; empty in any other.
  var savepoints: [String] = []

  package var dialect: any Dialect { postgreSQL }
  /// The version of the server, which says `150004` for 15.4.
  package var version: String {
    guard let handle = link.handle else { return "PostgreSQL" }
    let number = cpq_server_version(handle)
    return "PostgreSQL \(number / 10000).\(number % 10000)"
  }
  package var isNew: Bool { false }
  /// Whether rows are written by COPY: of servers that only speak alike nobody knows how they take it.
  var copies: Bool { server == .postgreSQL }
  package var isInTransaction: Bool { link.isInTransaction }

  package var capabilities: Capabilities { Self.abilities(of: server) }

  /// Connects to the server, on first use with the library that knows how.
  package init(_ address: ServerAddress, options: PostgreSQLOptions = PostgreSQLOptions()) throws(StoreError) {
    link = try Link.open(address, options)
    (self.address, self.options) = (address, options)
    location = address.masked
    (isReadOnly, hasDenseKeys) = (options.isReadOnly, options.hasDenseKeys)
    (server, isSerializable) = try link.kindOfServer()
    postgreSQL = PostgreSQLDialect(server)
    tellOfLocks()
  }

  /// Tells a person for whom a statement waits.
  private func tellOfLocks() {
    guard let notice = options.notice else { return }
    let holders = LockHolders(address: address, options: options)
    link.tellOfWait = { session in holders.words(ofSession: session).map(notice) }
  }

  package func endWriting() throws(StoreError) {
    try rows("SET default_transaction_read_only = on")
    isReadOnly = true
  }

  package func close() {
    link.close()
    cache = [:]
  }

  // MARK: Lost connections

  /// A connection that is gone is made again when a person goes on, never within what was under way: that may have
  /// counted on what was undone.
  package func beginEntry() { mayReconnect = link.isLost }

  private func reconnectWhereWanted() throws(StoreError) {
    guard mayReconnect, !confinement_is_inside() else { return }
    var options = options
    options.isReadOnly = isReadOnly
    link = try Link.open(address, options)
    tellOfLocks()
    mayReconnect = false
    (cache, ownFunctions, waitingFunctions, waitingKeys, writtenNodes, savepoints) = ([:], [], [], [], [], [])
    isSchemaChanged = false
    noteSchemaChange()
    options.notice?(Self.reconnectionWords(location))
  }

  // MARK: Statements

  package func statement(_ text: String) throws(StoreError) -> any Statement {
    try reconnectWhereWanted()
    _ = try link.open()
    if let idle = cache[text]?.first(where: { !$0.isLeased && $0.isFresh }) {
      idle.isLeased = true
      uses += 1
      idle.lastUse = uses
      return idle
    }
    try provide(for: text)
    let statement = PostgreSQLStatement(text, self)
    if isReadOnly, statement.shape.liftsReadOnly { throw .staysReadOnly(text, location) }
    try statement.prepare()
    keep(statement)
    return statement
  }

  package func insertion(_ text: String, ofRowsThatKeep definition: String) throws(StoreError) -> any Statement {
    try reconnectWhereWanted()
    _ = try link.open()
    let statement = PostgreSQLStatement(text, self)
    if isReadOnly, statement.shape.liftsReadOnly { throw .staysReadOnly(text, location) }
    try statement.prepare()
    return statement
  }

  /// So many that to begin and end a COPY takes no time beside them.
  package var rowsAtOnce: Int { 4096 }

  private static let capacity = 256

  private func keep(_ statement: PostgreSQLStatement) {
    uses += 1
    statement.lastUse = uses
    cache[statement.text] = (cache[statement.text] ?? []).filter(\.isFresh) + [statement]
    guard cache.count > Self.capacity else { return }
    let idle = cache.filter { $0.value.allSatisfy { !$0.isLeased } }
    let oldest = idle.sorted { ($0.value.last?.lastUse ?? 0) < ($1.value.last?.lastUse ?? 0) }
    for (text, _) in oldest.prefix(Self.capacity / 4) { cache[text] = nil }
  }

  /// A name for a statement on the server.
  func newName() -> String {
    names += 1
    return "moonshell_\(names)"
  }

  /// Notes that a statement has run, which may have changed the schema, or undone such a change.
  func noteRun(_ shape: StatementText) {
    let isRollback = shape.firstWord == "ROLLBACK" || shape.firstWord == "ABORT"
    if shape.kind == .changing {
      isSchemaChanged = true
      noteSchemaChange()
    } else if isRollback, isSchemaChanged {
      noteSchemaChange()
    }
    if !waitingFunctions.isEmpty { noteEnd(shape.firstWord, isRollback) }
    if !isInTransaction { (isSchemaChanged, savepoints, waitingKeys, writtenNodes) = (false, [], [], []) }
  }

  /// Notes what becomes of the functions that the open transaction has made.
  private func noteEnd(_ word: String, _ isRollback: Bool) {
    if isInTransaction, !isRollback { return }
    if ["COMMIT", "END", "RELEASE"].contains(word) { waitingFunctions = [] } else { forgetFunctions() }
  }

  /// Forgets the functions that were undone with their transaction, and the statements that call them.
  func forgetFunctions() {
    guard !waitingFunctions.isEmpty else { return }
    ownFunctions.subtract(waitingFunctions)
    cache = cache.filter { text, _ in !waitingFunctions.contains { text.contains($0) } }
    waitingFunctions = []
  }

  /// Whether the open transaction has changed the schema.
  private var isSchemaChanged = false

  /// Notes that the schema is not what it was.
  func noteSchemaChange() {
    schemaChanges += 1
    (knownFacts, knownDecimals) = (nil, nil)
    knownTraits = [:]
  }

  // MARK: Small questions

  /// What tables there are; it is read when it is first asked for, and after each change of the schema.
  func facts() throws(StoreError) -> CatalogFacts {
    if let knownFacts { return knownFacts }
    let facts = CatalogFacts(try rows(of: CatalogFacts.texts))
    knownFacts = facts
    return facts
  }

  /// Runs a statement of the engine's own and takes its rows as texts.
  @discardableResult
  func rows(
    _ text: String, _ values: [Value] = [], guarded: Link.Guarding = .around
  ) throws(StoreError) -> [[String?]] {
    var parameters = Parameters()
    for value in values { value.withCell { _ = parameters.append($0) } }
    return try rows(text, parameters, parameters.ownClasses.map(\.type), guarded: guarded)
  }

  /// Runs several that only read, in one trip.
  func rows(of statements: [String]) throws(StoreError) -> [[[String?]]] {
    try reconnectWhereWanted()
    guard server.compilesQueries else { return try link.texts(of: statements) }
    return Array(try link.texts(of: [Self.notCompiling] + statements).dropFirst())
  }

  /// To compile what asks about a large catalog takes the server longer than to answer it. (For this transaction.)
  private static let notCompiling = "SELECT set_config('jit', 'off', true)"

  func rows(
    _ text: String, _ parameters: Parameters, _ types: [ServerType], guarded: Link.Guarding = .around
  ) throws(StoreError) -> [[String?]] {
    try reconnectWhereWanted()
    return try link.texts(text, parameters, types, guarded: guarded)
  }

  // MARK: Transactions

  package func statement(for step: TransactionStep) -> SQL {
    switch step {
    // As in a file, what it reads stays what it was when it began; what promises more is not lowered to that.
    case .begin, .beginTrial: isReadOnly || isSerializable ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .savepoint(let name): "SAVEPOINT \(name: name)"
    case .release(let name): "RELEASE \(name: name)"
    case .rollbackTo(let name): "ROLLBACK TO \(name: name)"
    }
  }

  package func standsAlone(_ text: String) -> Bool { StatementText.standsAlone(text) }

  /// What transactions the server knows of, as a number: it is another one when one that wrote has ended.
  package func externalVersion() throws(StoreError) -> Int64 {
    let text = try rows("SELECT pg_current_snapshot()::text").first?.first.flatMap { $0 } ?? ""
    // FNV-1a (Fowler, Noll, Vo), 64 bits.
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }

  // MARK: Functions of the program

  package func add(_ callback: Callback) throws(StoreError) {
    let reason = capabilities.reason(against: .callbacks) ?? ""
    throw .noCallback(callback.name, reason, location)
  }

  package func removeCallback(_ name: String, argumentCount: Int) throws(StoreError) {}
}
