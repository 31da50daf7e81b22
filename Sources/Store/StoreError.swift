/// What a database refused or could not do.
///
/// `kind` is what programs decide by; the words are in `StoreError+Words.swift`.
package struct StoreError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the lock, and the wait for it is over.
    case locked
    case readOnly
    case diskFull
    case cannotOpen
    case notADatabase
    case corrupt
    case interrupted
    case closed
    /// The connection to a server is gone.
    case lost(Outcome)
    case noSuchTable(String)
    case noSuchColumn(String)
    /// The place in the statement's text, in bytes from 0, where it is known.
    case syntax(offset: Int?)
    /// The statement is not complete: it has to go on.
    case incomplete(offset: Int?)
    case constraint(Constraint)
    /// A value or a statement that is larger than the database takes.
    case tooBig
    /// A statement of more parts than the database takes, or nested deeper.
    case tooComplex
    /// An integer that is larger than one can be.
    case overflow
    /// Wrong use: too few values, two statements in one, ….
    case misuse
    case other
  }

  /// What became of what was under way when a connection was lost.
  package enum Outcome: Hashable, Sendable {
    /// Nothing was that changes anything.
    case nothing
    /// The statement is undone.
    case undone
    /// The transaction had come to its end, and lasts.
    case committed
    /// The open transaction is rolled back.
    case rolledBack
    /// A statement or a COMMIT may have come to its end, or not.
    case unknown
  }

  /// The rule that a row broke.
  package struct Constraint: Hashable, Sendable {
    package enum Rule: String, Hashable, Sendable {
      case unique, notNull, check, foreignKey, type, other
    }

    package var rule: Rule
    package var table: String?
    /// The columns that it is about; empty where the database does not say.
    package var columns: [String]
    /// The name of the constraint, or the text of the CHECK.
    package var name: String?
    /// The type whose own rule it is, where no column is named: it may be that of several.
    package var type: String?
    /// The text of a CHECK that people have named.
    package var text: String?
    /// What a key is made of and the values that it refuses, as the database says them: `lower(name)` and `ann`.
    package var entry: Entry?

    package struct Entry: Hashable, Sendable {
      package var key: String
      package var values: String

      package init(key: String, values: String) { (self.key, self.values) = (key, values) }
    }

    package init(rule: Rule, table: String? = nil, columns: [String] = [], name: String? = nil) {
      self.rule = rule
      self.table = table
      self.columns = columns
      self.name = name
    }
  }

  package var kind: Kind
  /// The database's own words.
  package var reason: String
  /// What to do about it, where the database knows something: it stands before what is said anyway.
  package var advice: String?
  /// The statement, where there was one.
  package var sql: String?
  /// The place in the statement that the database names, in bytes from 0.
  package var offset: Int?
  /// The database's own number for it.
  package var code: Int
  /// The database that it is about, as it was opened.
  package var location: String?
  /// For `.locked`: how long it was waited for; nil when waiting would not have helped.
  package var waited: Duration?
  /// Whether what another session committed came between: the whole transaction may be run again.
  package var isConflict = false
  /// For `.locked`: whether nothing is locked, and the statement may be run again all the same.
  package var isWithoutLock = false
  /// Whether it is about a value that was given, which its column does not take.
  package var isAboutValue = false
  /// Whether it is about a value that was given for a column which the database alone fills.
  package var isAboutGenerated = false
  /// What the engine cannot do, where that is why.
  package var missing: Capabilities.Capability?

  /// Whether one row was refused for what is in it: others may be taken.
  package var isAboutOneRow: Bool {
    if case .constraint = kind { true } else { isAboutValue }
  }

  /// Whether the statement was refused for its size alone.
  package var isAboutSize: Bool { kind == .tooComplex || kind == .tooBig }

  package init(
    _ kind: Kind, reason: String, sql: String? = nil, code: Int = 0, location: String? = nil, waited: Duration? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.sql = sql
    self.code = code
    self.location = location
    self.waited = waited
  }
}
