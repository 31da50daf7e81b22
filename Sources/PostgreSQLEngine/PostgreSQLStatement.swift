import CPostgreSQL
import Encodings
import Query
import Schema
import Store

/// A statement of a PostgreSQL session.
///
/// The server prepares it when it is asked for, with types that it finds by itself, and once more for values of other
/// classes. Its rows come one by one; where another statement wants the connection meanwhile, those that are left are
/// taken first.
package final class PostgreSQLStatement: Statement {
  enum State {
    case ready, running, finished
  }

  /// A statement as the server has prepared it.
  struct Prepared {
    var name: String
    var parameterTypes: [ServerType]
    var columnNames: [String]
    /// The columns of tables that its columns are, by their numbers in the catalogs; 0 where one is none.
    var origins: [(table: UInt32, place: Int)] = []
    /// The columns of tables with decimals among them.
    var decimals: [Int: Field] = [:]
    /// Numbers of any size among its columns that are columns of no table.
    var madeNumbers: [Int: Field] = [:]
    /// Whether its answers come as the server has their values in memory: what each column holds can be read so.
    var isBinary = false
  }

  struct Bulk {
    var value: (insert: BulkInsert, name: String)?
  }

  struct Copying {
    var value: CopyInsert?
  }

  let text: String
  /// The same with the server's marks for values.
  private(set) var numbered: NumberedText
  private(set) var shape: StatementText
  /// Whether it may ask for sums; parts of documents are numbers of any size, too.
  let mayAddUp: Bool
  let engine: PostgreSQLEngine
  /// The text as it is sent: an INSERT answers its key.
  var sent: String
  /// The column that an INSERT answers without being asked.
  var answeredKey: String?
  /// The nodes that keep the parts of the table that it writes to, by the names of the parts; nil for any other.
  var nodes: [String: String]?
  /// Whether it answers in which part each new row lies.
  var answersPart = false
  /// The server's statements, by the classes of their values; those with types of the server's own choice under "".
  var prepared: [String: Prepared] = [:]
  /// How it inserts many rows at once, once that is known.
  var bulk: Bulk?
  /// How it writes rows whose keys nobody asks for, once that is known.
  var copying: Copying?
  private let schemaChanges: Int
  var parameters = Parameters()
  var isLeased = true
  var lastUse = 0
  var state = State.ready
  /// How many rows the last run has changed.
  var changes = 0
  let live = LiveRow()
  /// Whether decimals that it makes are read as such, and which these are.
  var readsDecimals = false
  var madeDecimals: [Int: Field] = [:]
  /// Whether the columns of the answers are known.
  var hasColumns = false
  /// The answer that is read.
  var result: OpaquePointer?
  /// The rows that were taken because another wanted the connection, from the one on that the statement stands on.
  var rest: WaitingRows?

  /// The connection that knows it: it does not outlive that.
  let link: Link

  init(_ text: String, _ engine: PostgreSQLEngine) {
    self.text = text
    (self.engine, link) = (engine, engine.link)
    numbered = NumberedText(text)
    shape = StatementText(numbered.text)
    mayAddUp = numbered.text.lowercased().contains("sum")
    sent = numbered.text
    schemaChanges = engine.schemaChanges
  }

  /// Reads `?` as the server's operator where it is no value's mark.
  func takeOperators() {
    numbered = NumberedText(text, hasOperators: true)
    shape = StatementText(numbered.text)
    sent = numbered.text
  }

  deinit {
    endStream()
    link.surplus += prepared.values.map(\.name)
  }

  /// Whether it is what it would be were it prepared now.
  var isFresh: Bool { schemaChanges == engine.schemaChanges }

  package var isCurrent: Bool { link.handle != nil && isFresh }
  package var isReadOnly: Bool { shape.kind == .reading || shape.kind == .transaction }
  package var changesSchema: Bool { shape.kind == .changing }

  package var columnNames: [String] {
    // What waits for its values is prepared once they are there.
    if prepared.isEmpty, parameterCount > 0, parameters.count == parameterCount { _ = try? prepared(for: parameters) }
    return answeredKey == nil && !answersPart
      ? prepared[""]?.columnNames ?? prepared.values.first?.columnNames ?? [] : []
  }

  package var decimalColumns: [Int: Field] {
    if answeredKey != nil || answersPart { return [:] }
    return (prepared[""]?.decimals ?? prepared.values.first?.decimals ?? [:]).merging(madeDecimals) { $1 }
  }

  package var columnOrigins: [ColumnOrigin?] {
    let origins = prepared[""]?.origins ?? []
    let tables = Set(origins.map(\.table)).subtracting([0]).map(String.init)
    guard !tables.isEmpty else { return [] }
    let text = """
      SELECT a.attrelid, a.attnum, c.relname, a.attname FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_class c ON c.oid = a.attrelid WHERE a.attrelid IN (\(tables.joined(separator: ", ")))
      """
    guard let rows = try? engine.rows(text) else { return [] }
    return origins.map { origin in
      let row = rows.first { $0[0] == String(origin.table) && $0[1] == String(origin.place) }
      guard let table = row?[2], let column = row?[3] else { return nil }
      return ColumnOrigin(table: table, column: column)
    }
  }

  package var parameterCount: Int { shape.parameterCount }
  package func parameterName(_ position: Int) -> String? {
    numbered.names.indices.contains(position - 1) ? numbered.names[position - 1] : nil
  }

  package var readTables: [String] {
    (try? engine.facts())?.read(by: shape.names) ?? []
  }

  package var writtenTables: [String] {
    if shape.targets.isEmpty { return shape.alteredTable.map { [$0] } ?? [] }
    return (try? engine.facts())?.written(by: shape) ?? shape.targets
  }

  package func takeEffort() -> StatementEffort { StatementEffort() }

  package func reset() {
    endStream()
    parameters.removeAll()
    state = .ready
  }

  package func release() {
    guard isLeased else { return }
    reset()
    isLeased = false
    (readsDecimals, madeDecimals) = (false, [:])
  }

  // MARK: Errors

  func checkUsable() throws(StoreError) {
    _ = try link.open()
    if !isLeased { throw .isReleased(text, link.location) }
  }

  /// The error with what the catalogs know of it.
  func completed(_ error: StoreError) -> StoreError {
    state = .finished
    var error = error
    error.offset = error.offset.map { numbered.original($0) }
    if shape.setsTransaction, error.isServerCode("25001") { error.reason = StoreError.settingComesLate }
    error = error.about(text)
    guard case .constraint(var constraint) = error.kind, let name = constraint.name else { return error }
    let facts = try? engine.facts()
    switch constraint.rule {
    case .unique:
      constraint.columns = facts?.keys[name] ?? constraint.columns
      if !constraint.columns.isEmpty { constraint.name = nil } else { constraint.table = nil }
    case .check:
      // Without a name it is no CHECK, but that no part of the table takes the row.
      guard constraint.name != nil else { break }
      constraint.text = Self.text(of: constraint, facts)
      if let text = constraint.text, Self.isMade(constraint) { (constraint.name, constraint.text) = (text, nil) }
      (constraint.table, constraint.columns) = (nil, [])
    default: break
    }
    error.kind = .constraint(constraint)
    return error
  }

  private static func text(of check: StoreError.Constraint, _ facts: CatalogFacts?) -> String? {
    guard let table = check.table ?? check.type.map({ CatalogFacts.ofType + $0 }), let name = check.name else {
      return nil
    }
    return facts?.checks[table + "." + name]?.withoutCheck
  }

  /// Whether the server has made its name.
  private static func isMade(_ check: StoreError.Constraint) -> Bool {
    guard let owner = check.table ?? check.type, let name = check.name else { return false }
    return name.hasPrefix(owner) && name.drop { $0 != "_" }.contains("_check")
  }
}

extension String {
  /// `score >= 0` of `CHECK ((score >= 0))`.
  var withoutCheck: String {
    guard hasPrefix("CHECK (") else { return self }
    var text = dropFirst(7).prefix { _ in true }
    if let end = text.lastIndex(of: ")") { text = text[..<end] }
    if text.hasPrefix("("), text.hasSuffix(")"), text.dropFirst().dropLast().isBalanced {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}

extension Substring {
  /// Whether each parenthesis that is closed was opened before.
  fileprivate var isBalanced: Bool {
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
