import CLimits
import Encodings
import Store

/// What the engine refuses by itself, in its words.
extension StoreError {
  /// - Parameter reason: why the library cannot be loaded.
  static func noLibrary(_ reason: String, at location: String) -> StoreError {
    let advice = "install the package libpq5 (Debian, Ubuntu) or libpq (Fedora, Homebrew)"
    return StoreError(.cannotOpen, reason: "\(reason): \(advice)", location: location)
  }

  /// - Parameter words: the server's, or those of the library.
  static func noConnection(_ words: String, at location: String) -> StoreError {
    StoreError(.cannotOpen, reason: words.isEmpty ? "the server gives no reason" : words, location: location)
  }

  static func noAnswer(at location: String) -> StoreError {
    StoreError(.cannotOpen, reason: "the server does not answer", location: location)
  }

  static func interruption(at location: String) -> StoreError {
    StoreError(.interrupted, reason: "interrupted", location: location)
  }

  static func isClosed(_ location: String) -> StoreError {
    StoreError(.closed, reason: "the database is closed", location: location)
  }

  /// - Parameter words: those of the library, of which the first line tells enough.
  static func lost(_ outcome: Outcome, _ words: String, at location: String) -> StoreError {
    let line = words.split(separator: "\n").first.map(String.init) ?? "the server has closed it"
    return StoreError(.lost(outcome), reason: line, location: location)
  }

  /// What to write in place of `hr.person`.
  static func schemaAdvice(_ name: String) -> String {
    let parts = name.split(separator: ".", maxSplits: 1).map { $0.filter { $0 != "\"" } }
    let (schema, table) = (parts.first ?? "", parts.last ?? "")
    return "say \"\(table)\" alone, as all schemas that you may use are searched; where others come first,"
      + " open the database with ?options=-csearch_path%3D\(schema)%2Cpublic"
  }

  // MARK: Statements

  static func noStatement(_ text: String, _ location: String) -> StoreError {
    misuse("there is no statement in the text", text, location)
  }

  static func staysReadOnly(_ text: String, _ location: String) -> StoreError {
    let reason = "the database is opened to read, and this would let it be written to"
    return StoreError(.readOnly, reason: reason, location: location).about(text)
  }

  static func statementHoldsNUL(_ text: String, _ location: String) -> StoreError {
    misuse("the statement contains a NUL character", text, location)
  }

  static func isReleased(_ text: String, _ location: String) -> StoreError {
    misuse("the statement was given back", text, location)
  }

  static func takesValues(_ expected: Int, not count: Int, _ text: String, _ location: String) -> StoreError {
    misuse("the statement takes \(expected) \(expected == 1 ? "value" : "values"), not \(count)", text, location)
  }

  static func hasWidth(_ width: Int, not expected: Int, _ text: String, _ location: String) -> StoreError {
    misuse("a row has \(width) columns, not \(expected): the table was changed meanwhile", text, location)
  }

  static func isInTransaction(_ text: String, _ location: String) -> StoreError {
    misuse("cannot start a transaction within a transaction", text, location)
  }

  static func isInNoTransaction(_ text: String, _ location: String) -> StoreError {
    misuse("no transaction is active", text, location)
  }

  static func copiesThroughClient(_ text: String, _ location: String) -> StoreError {
    misuse("rows are not copied by statements here: use .import, .export or db:copy_to", text, location)
  }

  static func changes(_ setting: PinnedSetting, _ text: String, _ location: String) -> StoreError {
    let advice = setting.advice.isEmpty ? "" : ": \(setting.advice)"
    return misuse(
      "values are read by '\(setting.name)', which stays \(setting.value) for the session\(advice)", text, location)
  }

  static func forgetsSession(_ text: String, _ location: String) -> StoreError {
    misuse(
      "this would take from the session what values are read by: RESET a setting by its name, or open the database anew",
      text, location)
  }

  /// The server has read a mark of a value where the statement has an operator.
  static let marksAreValues = "a ? stands for a value here: write ?? for the operator"

  /// Settings of a transaction come before its first statement.
  static let settingComesLate = "this is said before the first statement of the transaction"

  static func reachesFiles(_ text: String, _ location: String) -> StoreError {
    misuse("inside the sandbox a statement reaches no file and no program of the server", text, location)
  }

  private static func misuse(_ reason: String, _ text: String, _ location: String) -> StoreError {
    StoreError(.misuse, reason: reason, sql: text, location: location)
  }

  static func textHoldsNUL(_ text: String, _ location: String) -> StoreError {
    var error = cannot(.zerosInTexts, "use a field of type data", text, location, kind: .other)
    error.isAboutValue = true
    return error
  }

  static let documentHoldsNUL =
    "PostgreSQL does not look into JSON that holds the character NUL: ask by a function of the row, such as"
    + " function(row) return row.j.x == 1 end with { pushdown = false }, or write it without"

  static let integerIsTooLarge = "a number is larger than an integer can be"

  /// A sum, or another number, that no integer holds.
  static func tooLarge(_ text: String, _ location: String) -> StoreError {
    StoreError(.overflow, reason: integerIsTooLarge, sql: text, location: location)
  }

  /// Rows that are read take more memory than there may be.
  static func noMemory(_ text: String, _ location: String) -> StoreError {
    let reason = memoryWords(limit: Int(climits_process_cap()))
    return StoreError(.other, reason: reason, sql: text, location: location)
  }

  /// The server has answered a COPY as if it were another statement.
  static func takesNoRows(_ text: String, _ location: String) -> StoreError {
    StoreError(.other, reason: "the server takes no rows", sql: text, location: location)
  }

  /// Rows of a stream wait in a file while other statements run.
  static func noRoomForRows(_ text: String, _ location: String) -> StoreError {
    StoreError(.diskFull, reason: "the rows that are still to be read find no room", sql: text, location: location)
  }

  /// - Parameter part: what of a regular expression is in the way; nil where only its row tells.
  static func cannotSearch(for part: String?, _ location: String) -> StoreError {
    let place = part.map { "not for \(quotedExcerpt($0, limit: 20)); " } ?? ""
    // What stands for the pattern in the statement is no word of anyone's.
    return cannot(.allPatterns, place + "say the regular expression with these, or test it in a function", "", location)
  }

  static func hasNoAnyColumns(_ text: String, _ location: String) -> StoreError {
    cannot(.anyColumns, "give the field a type", text, location)
  }

  static func writesToNodes(_ nodes: [String], _ text: String, _ location: String) -> StoreError {
    let names = nodes.joined(separator: ", ")
    return cannot(
      .atomicNodes, "one transaction writes to one node, and this would write to \(names)", text, location)
  }

  /// What the server that is asked is called among the nodes.
  static let ownNode = "the server itself"

  static func movesRow(_ columns: [String], _ text: String, _ location: String) -> StoreError {
    let names = columns.joined(separator: ", ")
    return cannot(
      .atomicNodes, "by \(names) it is told on which node a row lies: delete it, and create it anew", text, location)
  }

  static func cannotAnswer(_ text: String, _ location: String) -> StoreError {
    cannot(.atomicNodes, "rows are added to a table on several nodes without ON CONFLICT and RETURNING", text, location)
  }

  static func noCallback(_ name: String, _ reason: String, _ location: String) -> StoreError {
    var error = StoreError(.misuse, reason: "\(name) cannot be called from SQL: \(reason)", location: location)
    error.missing = .callbacks
    return error
  }

  /// What a server's own words would say less of.
  ///
  /// - Parameter words: those of the server, which has one code for two things.
  static func words(ofCode code: String, saying words: String) -> String? {
    switch code {
    case "25006": "it was opened for reading only"
    case "40001": "another session has changed what this transaction read: roll back and try again"
    case "40P01": "two sessions waited for each other: roll back and try again"
    case "57014" where words.contains("timeout"):
      "the server ended the statement: it took longer than statement_timeout allows"
    case "57014": "the statement was cancelled in the server (\(words)): run it again, or ask who did that"
    case "55P03": "another session holds a lock, and did not let go of it in time: try again when it has finished"
    default: nil
    }
  }
}

extension PostgreSQLEngine {
  /// What is said when a connection that was lost is there again.
  static func reconnectionWords(_ location: String) -> String {
    "connected to \(location) again: what the session had set and made for itself is gone"
  }

  /// What is said when a statement has waited for long.
  ///
  /// - Parameters:
  ///   - sessions: who holds it, by the server's numbers of them.
  ///   - tables: what is locked, where the server tells.
  static func waitingWords(for sessions: String, tables: String?, _ location: String) -> String {
    let isOne = !sessions.contains(", ")
    let who = isOne ? "session \(sessions) that holds" : "sessions \(sessions) that hold"
    return "waiting for \(who) a lock \(tables.map { "on \($0) " } ?? "")in \(location): Ctrl-C to cancel"
  }
}
