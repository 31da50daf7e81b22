import Encodings
import Query
import Store

/// What speaks the protocol: PostgreSQL itself, or a server whose rows lie on many nodes.
///
/// What is said of the others is what their documents say: nothing of it was run against one.
package enum ServerKind: String, CaseIterable, Sendable {
  case postgreSQL, citus, cockroachDB, yugabyteDB

  /// Asks for what `init(version:hasCitus:)` goes by, and for the isolation that transactions have where nobody says one.
  static let question = """
    SELECT version(), EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus'),
      current_setting('default_transaction_isolation')
    """

  /// - Parameter version: as the server says it: `PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu`.
  package init(version: String, hasCitus: Bool) {
    self =
      hasCitus
      ? .citus
      : version.hasPrefix("CockroachDB") ? .cockroachDB : version.contains("-YB-") ? .yugabyteDB : .postgreSQL
  }

  /// Whether a transaction that writes to several nodes is whole on all of them, or on none.
  var isAtomicAcrossNodes: Bool { self != .postgreSQL }

  /// Whether it numbers what was committed, so that others' commits are noticed.
  var numbersCommits: Bool { self != .cockroachDB }

  /// Whether it may compile a statement before it runs it.
  var compilesQueries: Bool { self != .cockroachDB }

  /// How it lays the rows of a table in parts by the values of columns.
  ///
  ///     PostgreSQL    PARTITION BY HASH ("shop"), and a table for each of the parts
  ///     Citus         SELECT create_distributed_table('visit', 'shop')
  ///     CockroachDB   nothing: it cuts every table into ranges of its key
  ///     YugabyteDB    SPLIT INTO 8 TABLETS: by the hash of the key's first column
  func parts(of table: String, by columns: [String], count: Int) -> TableParts {
    switch self {
    case .postgreSQL:
      let key = columns.map { SQL.name($0) }.joined(by: ", ")
      let statements = (0..<count).map { place -> SQL in
        let range: SQL = "MODULUS \(.written(String(count))), REMAINDER \(.written(String(place)))"
        let part: SQL = "CREATE TABLE IF NOT EXISTS \(name: "\(table)_part_\(place)") PARTITION OF \(name: table)"
        return "\(part) FOR VALUES WITH (\(range))"
      }
      return TableParts(clause: " PARTITION BY HASH (\(key))", statements: statements)
    case .citus:
      let column = columns.first ?? ""
      let isMissing: SQL =
        "NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = \(.text(PostgreSQLDialect().quoted(table)))::regclass)"
      let make: SQL = "create_distributed_table(\(.text(PostgreSQLDialect().quoted(table))), \(.text(column)))"
      return TableParts(clause: SQL(), statements: ["SELECT \(make) WHERE \(isMissing)"])
    case .cockroachDB: return TableParts(clause: SQL(), statements: [])
    case .yugabyteDB: return TableParts(clause: " SPLIT INTO \(.written(String(count))) TABLETS", statements: [])
    }
  }
}
