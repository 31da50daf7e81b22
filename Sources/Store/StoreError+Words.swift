import Encodings
import Platform

/// What people read: where, what, and what to do next.
///
///     shop.db is locked by another process (waited 2 s): try again when it has finished
extension StoreError: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .locked: lockedWords
    case .readOnly: "\(place) cannot be written: \(words)"
    case .diskFull: "\(place): the disk is full\(undone): make room and try again"
    case .cannotOpen: "cannot open \(place): \(words)"
    case .notADatabase: "\(place) is not a database (or it is encrypted): check the path"
    case .corrupt: "\(place) is damaged (\(words)): \(advice.map { $0 + "; " } ?? "")restore a backup"
    case .interrupted: "interrupted\(Self.nothingKept)"
    case .closed: "\(place) is closed: open it again"
    case .lost(let outcome): "the connection to \(place) is lost (\(words)): \(Self.words(of: outcome)); open it again"
    case .noSuchTable(let table): "\(place) has no table \(Self.quoted(table))\(advice.map { ": \($0)" } ?? "")"
    case .noSuchColumn(let column): "no such column: \(Self.quoted(column))\(statementWords)"
    case .syntax(let offset), .incomplete(let offset): "\(words)\(Self.where(offset, in: sql))"
    case .constraint(let constraint): constraint.words(reason: words)
    case .tooBig: "\(words): it is larger than \(place) takes"
    case .misuse: "\(words)\(statementWords)"
    case .tooComplex, .overflow, .other: location == nil || location == Location.fresh ? words : "\(place): \(words)"
    }
  }

  /// What is said where there is no memory: mostly that there may be no more.
  ///
  /// - Parameter limit: in bytes; 0 for none.
  package static func memoryWords(limit: Int) -> String {
    limit == 0 ? "not enough memory" : "not enough memory (the limit is \(sizeWords(limit)))"
  }

  /// What is said where the time limit ended the statement, or its wait for a lock.
  package var timeLimitWords: String {
    let wait = waited == nil ? "" : " while another process had \(place) locked"
    return "the time limit was reached\(wait)\(Self.nothingKept)"
  }

  /// What an interruption says of the statement that it ended, and only that.
  package static let nothingKept = ": nothing of the statement was kept"

  /// What is wrong, without the database that it is about.
  package var bareWords: String {
    if case .constraint(let constraint) = kind { constraint.words(reason: words) } else { words }
  }

  private static func words(of outcome: Outcome) -> String {
    switch outcome {
    case .nothing: "nothing was being changed"
    case .undone: "what was under way was not committed"
    case .committed: "what was under way was committed before"
    case .rolledBack: "the open transaction is rolled back"
    case .unknown: "whether what was under way was committed is unknown"
    }
  }

  private var place: String { location.map { Self.safe($0, limit: 200) } ?? "the database" }

  private var words: String { Self.safe(reason, limit: 200) }

  private var lockedWords: String {
    if isWithoutLock { return "\(place): \(words)" }
    guard let waited else { return "\(place) is locked: \(words)" }
    let wait = waited > .zero ? " (waited \(Self.seconds(waited)))" : ""
    return "\(place) is locked by another process\(wait): try again when it has finished"
  }

  private var undone: String { sql == nil ? "" : ", and nothing of the statement was kept" }

  private var statementWords: String {
    guard let sql, !sql.isEmpty else { return "" }
    return ", in: \(Self.safe(sql, limit: 60))"
  }
}

extension StoreError.Constraint {
  fileprivate func words(reason: String) -> String {
    switch rule {
    case .unique:
      guard let place else {
        let found = entry.map { ": \(StoreError.safe($0.key, limit: 60)) \(StoreError.quoted($0.values))" } ?? ""
        return name.map { "the index \(StoreError.quoted($0)) is unique, and it has this entry already\(found)" }
          ?? reason
      }
      return columns.count == 1
        ? "\(place): another row has this value already, and it must be unique"
        : "\(place): another row has these values already, and together they must be unique"
    case .notNull: return place.map { "\($0) is required: it cannot be NULL" } ?? reason
    case .check:
      let value = type.map { "a value of the type \(StoreError.quoted($0))" } ?? "a value"
      return name.map { "\(value) breaks the rule: CHECK \(StoreError.quoted($0))" } ?? reason
    case .foreignKey:
      return "a row refers to a row that does not exist, or rows still refer to the one to be deleted (FOREIGN KEY)"
    case .type, .other: return reason
    }
  }

  /// `player.name`, or `player.(name, team)`.
  private var place: String? {
    guard let table, !columns.isEmpty else { return nil }
    let names = columns.map { StoreError.safe($0, limit: 60) }.joined(separator: ", ")
    return StoreError.safe(table, limit: 60) + "." + (columns.count == 1 ? names : "(\(names))")
  }
}

// MARK: Data in messages

extension StoreError {
  /// Text that cannot control a terminal, and that is short: line breaks and tabs become blanks, other controls escapes.
  ///
  ///     safe("one\ntwo \u{7}", limit: 60)   // one two \u{7}, the last of it as five visible characters
  static func safe(_ text: String, limit: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if result.unicodeScalars.count >= limit { return result + "…" }
      switch scalar {
      case "\n", "\r", "\t": result.unicodeScalars.append(" ")
      case _ where scalar.isObeyed: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func quoted(_ name: String) -> String { "'\(safe(name, limit: 100))'" }

  /// Where in a statement the fault is: `, at character 10: … FORM player`.
  private static func `where`(_ offset: Int?, in sql: String?) -> String {
    guard let sql else { return "" }
    guard let offset, offset <= sql.utf8.count else { return ", in: \(safe(sql, limit: 60))" }
    let place = sql.utf8.index(sql.utf8.startIndex, offsetBy: offset)
    let rest = String(sql[place...])
    let number = sql[..<place].count + 1
    return rest.isEmpty
      ? ", at the end of: \(safe(sql, limit: 60))"
      : ", at character \(number): \(number > 1 ? "…" : "")\(safe(rest, limit: 40))"
  }

  /// `2 s`, `0.25 s`.
  private static func seconds(_ duration: Duration) -> String {
    let parts = duration.components
    let thousandths = parts.attoseconds / 1_000_000_000_000_000
    if thousandths == 0 { return "\(parts.seconds) s" }
    return "\(Double(parts.seconds) + Double(thousandths) / 1000) s"
  }
}
