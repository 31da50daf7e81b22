import Query
import Schema
import Store

/// Opens databases of one kind of engine, each test's in a place of its own.
package struct EngineFactory {
  /// Opens the database of a name: a second connection where there is one already.
  package typealias Opening = (_ name: String, _ isInterrupted: @escaping () -> Bool) throws -> any Engine

  /// How a column is declared whose keys the database makes: `id INTEGER PRIMARY KEY`.
  private let keyColumn: String
  private let opening: Opening

  package init(keyColumn: String, _ opening: @escaping Opening) {
    self.keyColumn = keyColumn
    self.opening = opening
  }

  func engine(_ name: String = "main", isInterrupted: @escaping () -> Bool = { false }) throws -> any Engine {
    try opening(name, isInterrupted)
  }

  /// A database with two tables.
  ///
  ///     team (id, name)   player (id, name UNIQUE NOT NULL, score CHECK (score >= 0), team → team.id, cascading)
  func shop(isInterrupted: @escaping () -> Bool = { false }) throws -> Database {
    let database = Database(try engine(isInterrupted: isInterrupted))
    for statement in shopStatements(database.dialect) { try database.run(.written(statement)) }
    return database
  }

  /// The statements that make them.
  func shopStatements(_ dialect: any Dialect) -> [String] {
    let (integer, text) = (dialect.typeName(.integer), dialect.typeName(.text))
    return [
      "CREATE TABLE team (\(keyColumn), name \(text))\(dialect.tableSuffix)",
      """
      CREATE TABLE player (\(keyColumn), name \(text) NOT NULL UNIQUE, score \(integer) CHECK (score >= 0),
        team \(integer) REFERENCES team (id) ON DELETE CASCADE)\(dialect.tableSuffix)
      """,
    ]
  }
}

extension Database {
  func add(_ name: String, score: Int64 = 0) throws {
    try run("INSERT INTO player (name, score) VALUES (\(.text(name)), \(.integer(score)))")
  }

  /// The names of all players, in order.
  var players: [String] {
    get throws {
      try values("SELECT name FROM player ORDER BY name").map { row in
        if case .text(let name) = row[0] { name } else { row[0].description }
      }
    }
  }

  func values(_ sql: SQL) throws -> [[Value]] {
    let rows = try rows(sql)
    return (0..<rows.count).map { row in (0..<rows.columnCount).map { rows.value(row, $0) } }
  }

  /// The kind of the error that a statement ends with; nil where it ends without.
  func failure(_ sql: SQL) -> StoreError.Kind? { kind { _ = try run(sql) } }
}

/// The kind of the error of a database that `body` throws.
func kind(_ body: () throws -> Void) -> StoreError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.kind
  }
}
