import Schema

/// Small statements about one table, for what is no request.
///
///     SQL.select("\(name: "id")", from: "player", where: ["\(name: "name") = \(.text("a"))"], limit: 1)
///     // SELECT "id" FROM "player" WHERE "name" = ?1 LIMIT 1
extension SQL {
  /// - Parameter conditions: what must all hold.
  package static func select(
    _ columns: SQL, from table: String, where conditions: [SQL] = [], orderedBy order: SQL? = nil, limit: Int? = nil
  ) -> SQL {
    var sql: SQL = "SELECT \(columns) FROM \(name: table)"
    if !conditions.isEmpty { sql += " WHERE \(conditions.joined(by: " AND "))" }
    if let order { sql += " ORDER BY \(order)" }
    if let limit { sql += .keyword(" LIMIT \(limit)") }
    return sql
  }

  package static func insert(into table: String, _ values: [(column: String, value: Value)]) -> SQL {
    let columns = values.map { SQL.name($0.column) }.joined(by: ", ")
    let given = values.map { value -> SQL in "\(value.value)" }.joined(by: ", ")
    return "INSERT INTO \(name: table) (\(columns)) VALUES (\(given))"
  }

  /// A row with all its values, also those that the database would make.
  package static func insertWhole(
    into table: String, _ values: [(column: String, value: SQL)], _ dialect: any Dialect
  ) -> SQL {
    let columns = values.map { SQL.name($0.column) }.joined(by: ", ")
    let given = values.map(\.value).joined(by: ", ")
    return "INSERT INTO \(name: table) (\(columns))\(dialect.givenKeys) VALUES (\(given))"
  }

  package static func delete(from table: String, where condition: SQL) -> SQL {
    "DELETE FROM \(name: table) WHERE \(condition)"
  }

  /// Whether a row has the values of another one in these columns.
  package static func isRepeated(_ columns: SQL, in table: String) -> SQL {
    "(\(columns)) IN (SELECT \(columns) FROM \(name: table) GROUP BY \(columns) HAVING count(*) > 1)"
  }

  /// Whether a row refers to one that is not there, by one column or several: NULL in any of them refers to nothing.
  package static func isOrphan(
    _ pairs: [(owner: String, target: String)], of table: String, in target: String
  ) -> SQL {
    let other = "moonshell_target"
    let given = pairs.map { "\(.column($0.owner, of: table)) IS NOT NULL" as SQL }.joined(by: " AND ")
    let equal = pairs.map { "\(.column($0.target, of: other)) = \(.column($0.owner, of: table))" as SQL }
    return """
      \(given) AND NOT EXISTS (SELECT 1 FROM \(name: target) AS \(name: other) WHERE \(equal.joined(by: " AND ")))
      """
  }

  /// Whether a row breaks a rule that was written as SQL; what NULL makes unknown does not break it.
  package static func breaks(_ rule: RowRule) -> SQL { "NOT (\(.written(rule.text)))" }

  package static func createIndex(_ index: String, on table: String, _ columns: [String]) -> SQL {
    "CREATE INDEX \(name: index) ON \(name: table) (\(columns.map { SQL.name($0) }.joined(by: ", ")))"
  }
}

/// A table in which the program notes something of its own.
///
///     NotesTable("done", [.init("id", .integer, .key), .init("name", .text, .unique)]).creation(dialect)
///     // CREATE TABLE IF NOT EXISTS "done" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL UNIQUE)
package struct NotesTable: Sendable {
  package enum Rule: Sendable {
    /// The key, which the database may make.
    case key
    case givenKey
    case required
    case unique

    fileprivate func sql(_ dialect: any Dialect) -> SQL {
      switch self {
      case .key: "\(.keyword(dialect.keyClause)) PRIMARY KEY"
      case .givenKey: " NOT NULL PRIMARY KEY"
      case .required: " NOT NULL"
      case .unique: " NOT NULL UNIQUE"
      }
    }
  }

  package struct Column: Sendable {
    let name: String
    let storage: Storage
    let rule: Rule

    package init(_ name: String, _ storage: Storage, _ rule: Rule) {
      self.name = name
      self.storage = storage
      self.rule = rule
    }
  }

  private let name: String
  private let columns: [Column]

  package init(_ name: String, _ columns: [Column]) {
    self.name = name
    self.columns = columns
  }

  /// The statement that makes it where it is not there.
  package func creation(_ dialect: any Dialect) -> SQL {
    let columns = self.columns.map { column -> SQL in
      "\(name: column.name) \(.keyword(dialect.typeName(column.storage)))\(column.rule.sql(dialect))"
    }
    return "CREATE TABLE IF NOT EXISTS \(name: name) (\(columns.joined(by: ", ")))"
  }
}
